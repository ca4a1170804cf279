-- How often each bind was lost in the five minutes before the last renewal of its lease.
alter table routing_connections add column losses integer not null default 0;

-- The carriers that a waiting message was moved between, oldest first: [{"at", "from", "to"}]. Null for a message that was never moved.
alter table sms_messages add column moves jsonb;
