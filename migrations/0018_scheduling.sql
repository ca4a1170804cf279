-- Between which minutes of the recipient's day an account's bulk messages go out; no row: at any time. It may reach over midnight.
create table sms_windows (
  account_id bigint primary key references accounts (id),
  opens_minute smallint not null check (opens_minute between 0 and 1439),
  closes_minute smallint not null check (closes_minute between 0 and 1439),
  changed_at timestamptz not null,
  check (opens_minute <> closes_minute)
);

-- Recipients of a request that became no message, in the order they were found; the first so many of each request. Only ever inserted into.
create table sms_refused (
  request_id bigint not null,
  place integer not null,
  account_id bigint not null,
  recipient_id text not null,
  number text not null,
  why text not null,
  primary key (request_id, place)
) partition by range (request_id);
