"""
Jobs: functions that run outside the main process or the event loop.

`worker.Worker` is one worker process: it runs one job at a time, streams what the job reports, and kills the process
to cancel a job or to enforce a timeout. `pool.WorkerPool` is an executor with several of them. `fair_queue.FairQueue`
runs the jobs of many clients one at a time, taking clients in turn. A job is any importable function.
"""
