-- After this many attempts, the next one keeps its time although others to the same receiver succeed: the receiver asked
-- for the wait, or the row was brought forward before and failed again.
alter table webhook_events add column fixed_after smallint;
alter table sms_reports add column fixed_after smallint;
