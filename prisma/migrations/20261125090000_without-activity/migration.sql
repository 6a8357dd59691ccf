-- What was done to accounts, sessions and tokens is in the log alone.
DROP FUNCTION drop_old_activity(int, int);
DROP TABLE "activity";
