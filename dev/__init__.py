"""What only makers of the lab need: derive what learners get, execute what is shipped."""
