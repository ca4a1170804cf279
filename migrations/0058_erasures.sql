-- Work: the data of a person is removed from an account, or from the whole installation (account_id null). The number itself is there, sealed,
-- only until the end; afterwards the keyed hash says that it was erased, and nothing says what it was.
-- `entry` is the id of the same erasure in the file outside the database. `step` and `after_key` say how far it came, so that it goes on after a crash;
-- `pending` is the number of rows that it waits for. `counts` has the rows that were removed or overwritten, by kind of data.
create table erasures (
  id bigint generated always as identity primary key,
  account_id bigint references accounts (id),
  entry uuid not null unique,
  phone_hash text not null,
  sealed_phone bytea,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done')),
  step text,
  after_key text,
  pending integer not null default 0,
  counts jsonb not null default '{}',
  requested_by text not null,
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0,
  check ((state = 'done') = (sealed_phone is null))
);

create unique index erasures_active on erasures (coalesce(account_id, 0), phone_hash) where state <> 'done';
create index erasures_list on erasures (account_id, id desc);
create index erasures_due on erasures (due_at) where due_at is not null;
