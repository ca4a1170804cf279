-- Batches of one account are sent in the order in which they became due; those of one time in the order of their ids.
create index sms_batches_order on sms_batches (carrier, lane, account_id, due_at, id);
drop index sms_batches_turn;
