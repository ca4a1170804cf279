-- A key or token that was replaced ends by itself: when, and by which. Beside `expires_at`, which is a limit that the new one keeps.
alter table credentials
  add column retires_at timestamptz,
  add column replaced_by bigint references credentials (id);

-- How many links that reset a password were mailed to a user within an hour: anyone may ask for one.
create table password_mails (
  user_id text primary key references auth_users ("id") on delete cascade,
  mails integer not null,
  first_at timestamptz not null
);

-- What the fraud guard blocks now, for the console.
create index otp_prefixes_blocked on otp_prefixes (account_id, blocked_until, app_number, prefix) where blocked_until is not null;
