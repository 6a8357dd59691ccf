-- Why an operator did it.
ALTER TABLE "activity" ADD COLUMN "reason" VARCHAR(300);
