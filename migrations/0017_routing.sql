-- A carrier that operators set up. What is secret in its settings is encrypted. While it is paused it gets no messages.
-- `failover_seconds`: how long it may be away before its messages take another route, where there is one.
create table routing_carriers (
  name text primary key check (name ~ '^[a-z0-9-]{1,32}$' and name <> 'simulator'),
  kind text not null,
  settings json not null,
  secrets bytea not null,
  paused boolean not null default false,
  failover_seconds integer not null default 30 check (failover_seconds >= 0),
  created_at timestamptz not null,
  changed_at timestamptz not null
);

-- Which numbers a carrier gets: those that begin with the prefix, of one account or (null) of all. The lower place goes first.
create table routing_routes (
  id bigint generated always as identity primary key,
  account_id bigint references accounts (id),
  prefix text not null check (prefix ~ '^[0-9]{0,15}$'),
  carrier text not null references routing_carriers (name) on delete cascade,
  place integer not null check (place between 1 and 1000),
  created_at timestamptz not null,
  unique nulls not distinct (account_id, prefix, carrier)
);

create index routing_routes_carrier on routing_routes (carrier);

-- A connection of a carrier that one process at a time may have. Whoever takes it raises the fence, and from then on nobody before it can write here.
-- `changed_at`: since when it is up, or is not.
create table routing_connections (
  carrier text not null references routing_carriers (name) on delete cascade,
  place smallint not null,
  owner text,
  fence bigint not null default 0,
  lease_until timestamptz,
  is_up boolean not null default false,
  problem text,
  changed_at timestamptz not null,
  primary key (carrier, place)
);
