-- The message that a delivery report is about. Null for other events, and for events of an older version.
-- The due time of an event is indexed, so its last update writes to all indexes. This one has only reports, by one number that grows with time.
alter table webhook_events add column message_id bigint;
create index webhook_events_message on webhook_events (message_id) where message_id is not null;
