-- A route may also be for one sender, and for one kind of message: the lane that it goes out in.
alter table routing_routes
  add column sender text,
  add column lane text check (lane in ('pin', 'single', 'bulk'));

alter table routing_routes drop constraint routing_routes_account_id_prefix_carrier_key;
alter table routing_routes add unique nulls not distinct (account_id, prefix, sender, lane, carrier);

-- When a carrier is taken out of the choice; what is left out has its default.
alter table routing_carriers add column health json not null default '{}';

-- What carriers answered, second by second, counted by each process; and the lowest id of the messages that they took.
create table routing_outcomes (
  carrier text not null references routing_carriers (name) on delete cascade,
  at timestamptz not null,
  taken integer not null,
  errors integer not null,
  receipts integer not null,
  first_message_id bigint,
  primary key (carrier, at)
);

-- Carriers that are or were out of the choice; one without a row here is in it, and always was. `since`: when its state began, from when on its figures
-- count; `until`: when it is tried again, while it is out; `times`: how often in a row it was out.
create table routing_health (
  carrier text primary key references routing_carriers (name) on delete cascade,
  state text not null check (state in ('in', 'out', 'trial')),
  cause text check (cause in ('errors', 'receipts')),
  reason text,
  since timestamptz not null,
  until timestamptz,
  times integer not null
);
