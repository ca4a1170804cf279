-- Processes that take connections of a carrier, also those that have none now: the connections are spread over them.
create table routing_holders (
  carrier text not null references routing_carriers (name) on delete cascade,
  owner text not null,
  seen_until timestamptz not null,
  primary key (carrier, owner)
);

-- A message for which this route is meant takes no route after it, also while its carrier is not available.
alter table routing_routes add column stop boolean not null default false;
