-- Indexes come first: the statements below lock accounts and change tables, and all locks are held until the end of the upgrade.

-- For the removal of old rows, of all accounts or of a single account.
create index chat_messages_old on chat_messages (account_id, created_at) where done_at is not null;
create index webhook_endpoints_of_account on webhook_endpoints (account_id, id);
create index webhook_endpoints_of_event on webhook_endpoints (event, id);
create index account_events_old on account_events (last_at);
create index refusals_old on refusals (last_at);

-- For the archive: the rows of a day, of all accounts.
create index inbound_messages_received on inbound_messages (received_at);
create index airtime_transfers_created on airtime_transfers (created_at);
create index checkout_sessions_created on checkout_sessions (created_at);
create index chat_messages_day on chat_messages (created_at);

-- How long data is kept. One row for each limit that was ever set: `default` and `max` of the installation, `own` of an account.
-- If is_set is false, the row only holds what `kept_days` promises, and the next more general value applies. Days null: no limit.
-- A shorter limit takes effect after a day: until `kept_until`, data is kept for at least `kept_days` (null: without limit).
create table retention_limits (
  id bigint generated always as identity primary key,
  account_id bigint references accounts (id),
  data_class text not null check (data_class in ('texts', 'messages', 'events', 'logs')),
  kind text not null check (kind in ('default', 'max', 'own')),
  is_set boolean not null,
  days integer check (days between 1 and 36500),
  kept_days integer,
  kept_until timestamptz,
  changed_at timestamptz not null,
  -- Grows with every change of any limit. Unlike the time, it never repeats.
  revision bigint not null,
  check ((kind = 'own') = (account_id is not null)),
  unique nulls not distinct (data_class, kind, account_id)
);
create index retention_limits_revision on retention_limits (revision);

-- The last run of each rule. It is unfinished while finished_at is null, and the next run resumes after `place`, an account.
-- The error stays until a complete run without one.
create table retention_progress (
  rule text primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  last_finished_at timestamptz,
  place bigint not null default 0,
  removed bigint not null default 0,
  removed_total bigint not null default 0,
  error text,
  failed_at timestamptz
);

-- The text was removed, because its limit has passed, and is empty. The content of a chat message is an empty text.
alter table inbound_messages add column text_removed boolean not null default false;
alter table chat_messages add column text_removed boolean not null default false;

-- For the removal of old texts, of all accounts or of a single account.
create index inbound_messages_texts on inbound_messages (id) where not text_removed;
create index inbound_messages_account_texts on inbound_messages (account_id, id) where not text_removed;
create index chat_messages_texts on chat_messages (created_at) where done_at is not null and not text_removed;
create index chat_messages_account_texts on chat_messages (account_id, created_at) where done_at is not null and not text_removed;

-- Tasks that the retention task replaces. Servers of an older version may insert them again.
delete from periodic_tasks
 where name in ('chat: forget old messages', 'checkout: forget old sessions', 'otp: forget old PINs', 'contacts: forget old imports',
                'events: forget old events', 'refusals: forget old ones', 'webhooks: forget old events',
                'users: forget old devices', 'users: forget old audit entries');
