-- Ids are handed out in blocks of consecutive numbers, taken before the transaction that uses them.
create table id_blocks (
  name text primary key,
  next_id bigint not null
);

-- The first answer to a POST that carried an Idempotency-Key, written in the transaction that did the work.
create table idempotency_keys (
  account_id bigint not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, path, key)
);

create index idempotency_keys_created on idempotency_keys (created_at);

-- Tasks that come round again and again; like all work, each is a row.
create table periodic_tasks (
  id bigint generated always as identity primary key,
  name text not null unique,
  due_at timestamptz not null,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
);

create index periodic_tasks_turn on periodic_tasks (name, due_at);
create index periodic_tasks_due on periodic_tasks (due_at);
