# verdict: NOT GRADABLE
# why: a merge conflict was left in
# message: line 4
<<<<<<< HEAD
STATE = "LISTEN"
=======
STATE = "ASK_DAY"
>>>>>>> theirs
