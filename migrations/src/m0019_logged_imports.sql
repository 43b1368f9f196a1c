-- After a crash, Postgres empties unlogged tables when it starts. The embedded one does not manage that in a folder of
-- many files, and so never started again.
ALTER TABLE staged_record SET LOGGED;
