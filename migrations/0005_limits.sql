-- Null: the default of the settings.
alter table accounts
  add column requests_per_second integer check (requests_per_second > 0),
  add column messages_per_day integer check (messages_per_day > 0);

-- Messages accepted on a day, GMT, of accounts that have a daily limit. The row is also the lock under which it is decided what still fits.
create table sms_usage (
  account_id bigint not null,
  day date not null,
  messages bigint not null,
  primary key (account_id, day)
);
