-- What the API refused, for the developers of an account: each kind once, with how often. It is a help and no record: the newest kinds are kept, for a while.
create table refusals (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  -- A digest of what makes one the same as another. Numbers in a hint do not count for it: the row has the latest.
  kind text not null,
  -- Null where there were too many kinds at once to tell them apart; then there is no more than the count.
  credential_id bigint,
  method text not null,
  path text not null,
  status integer not null,
  code integer not null,
  message text not null,
  hint text,
  count bigint not null,
  -- How many of them were on the day (GMT) of the last one.
  day_count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  unique (account_id, kind)
);

create index refusals_last on refusals (account_id, last_at desc, id desc);
