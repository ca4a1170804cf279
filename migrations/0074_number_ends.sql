-- Numbers are found by their last digits. Messages have no such index, because it would slow down sends.
create index sms_optouts_end on sms_optouts (account_id, reverse(phone));
create index consents_end on consents (account_id, reverse(phone));
create index inbound_messages_end on inbound_messages (account_id, reverse(phone));
