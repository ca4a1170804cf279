-- From the first rotation on (seal_version 2) values say which root secret sealed them. Until then the version before can read them.
alter table root_secret add column seal_version smallint not null default 1;

-- Work: a change of the root secret. First every process has to be able to read the new one (preparing), then all seal with it, and what the old one sealed
-- is sealed again, column by column in the order of the keys (sealing). `place` and `after_key` say how far that came, so that it goes on after a crash.
-- `from_made` and `to_made` are the secrets themselves where the database keeps them; the old one is forgotten at the end.
create table secret_rotations (
  id bigint generated always as identity primary key,
  from_fingerprint bytea not null,
  to_fingerprint bytea not null,
  from_made text,
  to_made text,
  state text not null default 'preparing' check (state in ('preparing', 'sealing', 'done')),
  place integer not null default 0,
  after_key text,
  resealed bigint not null default 0,
  resealed_in_pass bigint not null default 0,
  unreadable bigint not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
);

create unique index secret_rotations_active on secret_rotations ((true)) where state <> 'done';
create index secret_rotations_due on secret_rotations (due_at) where due_at is not null;

-- Which root secrets each process can read, and which it seals with, as fingerprints in hexadecimal digits. A process that was not seen for a while is gone.
create table secret_processes (
  process text primary key,
  readable text[] not null,
  seals_with text not null,
  seen_at timestamptz not null
);

-- Keys of hashes and signatures that are compared with later ones, sealed: a rotation changes the seal and not the key. `made_under` is the root secret of
-- the time: where that is lost, another key takes its place, and the lost one stays in case the secret is found.
create table lasting_keys (
  id bigint generated always as identity primary key,
  use text not null,
  made_under bytea not null,
  sealed bytea not null
);
