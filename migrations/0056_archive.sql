-- Days whose rows are in archive files (NGOMA_ARCHIVE_DIR), by the day, GMT, on which the rows were created. Part 1 has the rows that were final at that time,
-- later parts those of archive_late that became final since.
create table archive_days (
  day date not null,
  part integer not null check (part > 0),
  rows bigint not null,
  written_at timestamptz not null,
  primary key (day, part)
);

create table archive_late (
  day date not null,
  source text not null,
  id bigint not null,
  primary key (day, source, id)
);

-- At most one row: the archive directory of this database has the same id in a file.
create table archive_state (
  singleton boolean primary key default true check (singleton),
  id uuid not null
);

-- The rows of a day, of all accounts.
create index inbound_messages_received on inbound_messages (received_at);
create index airtime_transfers_created on airtime_transfers (created_at);
create index checkout_sessions_created on checkout_sessions (created_at);
create index chat_messages_day on chat_messages (created_at);
