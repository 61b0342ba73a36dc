"""A whole class: `python -m grader class SUBMISSIONS --out DIR`.

    tree      a folder, or one zip of all, as files that are read one at a time
    names     what a learning platform's file name says: whose it is, and which attempt
    people    what its own files say of that
    intake    what of it is a submission, and what is none
    parcel    a submission as it is sent to be graded: its files as bytes
    archive   zips, which are not to be trusted
    placing   a parcel's files on disk, and which of them is the agent
    work      grades one parcel, in a process that is there for nothing else
    row       a report as a row of the table
    hands     those processes as the parent sees them; local: as many as there are cores
    scheduler the same on other machines, through Dask
    ledger    what is done already
    dispatch  sends parcels out, a few at a time, and hands on what comes back
    running   all of it, for one class; command: the command line; progress: the line meanwhile
    prints    what makes two files look alike; likeness: which do
    table     grades.csv; summary: summary.txt

The parent never runs learner code and never unpacks a learner's zip.
"""
