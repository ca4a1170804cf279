-- Accounts that a stop word on a shared number opted the person out of, the last writer first. Set on the one message whose work confirms it to the person.
alter table inbound_messages add column confirms bigint[];
