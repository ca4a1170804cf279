-- Rates that all processes share. Its contents are stale after seconds, so the table is unlogged and not backed up.
create unlogged table rate_buckets (
  key text primary key,
  tokens double precision not null,
  size double precision not null,
  per_second double precision not null,
  filled_at timestamptz not null
);

-- 0 exempts an account from the limit of the settings.
alter table accounts
  drop constraint accounts_requests_per_second_check,
  drop constraint accounts_messages_per_day_check,
  add constraint accounts_requests_per_second_check check (requests_per_second >= 0),
  add constraint accounts_messages_per_day_check check (messages_per_day >= 0);
