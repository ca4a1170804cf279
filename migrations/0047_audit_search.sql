-- The audit log is filtered by actor, action, address, time and result; the time also finds a read that was recorded a moment ago, and old entries.
create index audit_entries_at on audit_entries (at);
create index audit_entries_actor on audit_entries (actor, id desc);
create index audit_entries_action on audit_entries (action, id desc);
create index audit_entries_address on audit_entries (address, id desc);
create index audit_entries_unsuccessful on audit_entries (id desc) where status is null or status >= 400;
