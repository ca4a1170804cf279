-- What happens to an event is written twice: it is claimed, and let go of. With room for that on its page, the first is a change of that page alone.
alter table webhook_events set (fillfactor = 50);
-- Nearly no event is due when somebody counts, and thousands may be a moment later: from such figures PostgreSQL would make plans that read all of them.
alter table webhook_events alter column due_at set statistics 0;
-- Events are only ever written for an endpoint that the same statement reads, and endpoints outlive their events (deleteRemovedEndpoints); to look up each one
-- again was a tenth of what it takes to end a message.
alter table webhook_events drop constraint webhook_events_endpoint_id_fkey;
