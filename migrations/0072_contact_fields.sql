-- Custom fields of contacts. A value is in contacts.fields under the key of its field, so a key never changes. A removed field stays, and its key is taken,
-- until a task has deleted all values. cleaned_to is the last contact that was checked.
create table contact_fields (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  key text collate "C" not null,
  name text not null,
  name_key text not null,
  type text not null check (type in ('text', 'number', 'date', 'choice')),
  choices text[] not null default '{}',
  created_at timestamptz not null,
  removed_at timestamptz,
  cleaned_to bigint not null default 0,
  unique (account_id, key)
);

create unique index contact_fields_name on contact_fields (account_id, name_key) where removed_at is null;
create index contact_fields_removed on contact_fields (id) where removed_at is not null;

-- Strings and numbers by the key of their field; days as yyyy-mm-dd.
alter table contacts add column fields jsonb not null default '{}';

-- Saved filters of contacts.
create table contact_segments (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  name text not null,
  name_key text not null,
  filter jsonb not null,
  created_at timestamptz not null,
  unique (account_id, name_key)
);
