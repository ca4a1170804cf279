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

-- And how many invitations an account mailed.
create table invitation_mails (
  account_id bigint primary key references accounts (id) on delete cascade,
  mails integer not null,
  first_at timestamptz not null
);

-- What the fraud guard blocks now, for the console.
create index otp_prefixes_blocked on otp_prefixes (account_id, blocked_until, app_number, prefix) where blocked_until is not null;

-- Lists of the console: searched by operators, and in the order in which they are shown.
create index accounts_search on accounts using gin (lower(name) gin_trgm_ops);
create index auth_users_search on auth_users using gin (lower("name") gin_trgm_ops, "email" gin_trgm_ops);
create index senders_account on senders (account_id, id);
create index prices_list on prices (product collate "C", prefix collate "C", account_id, valid_from desc, id desc);
create index routing_routes_list on routing_routes (account_id, length(prefix) desc, prefix, sender, lane, place, id);
