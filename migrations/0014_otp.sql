-- A text that nobody but its recipient may read, encrypted: `text` then has stars in the place of what is secret. Gone once a carrier took it, or it ended.
alter table sms_requests add column sealed_text bytea;

-- When the messages were to go out: PINs are valid for less long than others, so the end of their validity does not tell. Null: of an earlier version.
alter table sms_expiries add column first_due_at timestamptz;

-- What an account sends PINs for. Numbered by account, from 1 on; never removed, only inactive.
create table otp_apps (
  account_id bigint not null references accounts (id),
  number integer not null,
  name text not null,
  sender text not null,
  text text not null,
  pin_length smallint not null check (pin_length between 4 and 10),
  life_seconds integer not null check (life_seconds > 0),
  attempts_max smallint not null check (attempts_max > 0),
  active boolean not null,
  number_hour_max integer not null check (number_hour_max > 0),
  app_hour_max integer not null check (app_hour_max > 0),
  guard text not null check (guard in ('off', 'alert', 'block')),
  countries text[],
  country_hour_max integer not null check (country_hour_max > 0),
  prefix_hour_max integer not null check (prefix_hour_max > 0),
  guard_sample integer not null check (guard_sample > 0),
  verified_percent_min smallint not null check (verified_percent_min between 0 and 100),
  block_minutes integer not null check (block_minutes > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (account_id, number)
);

-- A PIN that was sent, as a keyed hash that is bound to its id. The limits are those of its application when it was made.
create table otp_pins (
  id uuid primary key,
  account_id bigint not null,
  app_number integer not null,
  phone text not null,
  prefix text not null,
  pin_hash bytea not null,
  pin_length smallint not null,
  attempts smallint not null default 0,
  attempts_max smallint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz
) with (fillfactor = 80);

create index otp_pins_account on otp_pins (account_id, created_at, id);
create index otp_pins_created on otp_pins (created_at);

-- How often something asked within an hour. `count_max` is only there so that the statement that counts can compare.
create table otp_counters (
  account_id bigint not null,
  scope text not null,
  subject text not null,
  hour timestamptz not null,
  count integer not null,
  count_max integer not null,
  primary key (account_id, scope, subject, hour)
) with (fillfactor = 70);

create index otp_counters_hour on otp_counters (hour);

-- What the fraud guard knows about a prefix: of the last requests, how many were verified; and until when it is blocked. On trial: it was blocked before.
create table otp_prefixes (
  account_id bigint not null,
  app_number integer not null,
  prefix text not null,
  requests integer not null,
  verified integer not null,
  on_trial boolean not null,
  blocked_until timestamptz,
  changed_at timestamptz not null,
  primary key (account_id, app_number, prefix)
) with (fillfactor = 70);

create index otp_prefixes_changed on otp_prefixes (changed_at);
