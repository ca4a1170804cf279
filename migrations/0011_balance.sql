-- What an account's prices and balances are in. It never changes: holds are given back in the money they were taken in.
alter table accounts add column currency text not null default 'TZS';

-- What a message is paid from.
alter table sms_messages add column product text not null default 'SMS';

-- Money of an account for one product. `available` is what can be spent, `held` what is set aside for what was accepted and is not yet paid for.
-- `floor` is how far `available` may go: 0, or below it as far as the postpaid limit allows. The check holds however many requests race.
create table balances (
  account_id bigint not null references accounts (id),
  product text not null,
  currency text not null,
  available numeric(18, 4) not null default 0,
  held numeric(18, 4) not null default 0 check (held >= 0),
  allow_postpaid boolean not null default false,
  postpaid_limit numeric(18, 4) not null default 0 check (postpaid_limit >= 0),
  floor numeric(18, 4) not null default 0 check (floor <= 0),
  credit_level numeric(18, 4) not null default 0 check (credit_level >= 0),
  sms_reminder boolean not null default false,
  email_reminder boolean not null default false,
  reminder_phone text not null default '',
  low_since timestamptz,
  primary key (account_id, product, currency),
  constraint balances_enough check (available >= floor),
  -- What is held comes back one day, and must fit then.
  constraint balances_bounded check (available + held < 100000000000000)
) with (fillfactor = 50);

-- Only ever inserted into. credit and debit change what is available; hold takes from there, spend ends a hold, and release gives it back.
create table ledger_entries (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  product text not null,
  currency text not null,
  kind text not null check (kind in ('credit', 'debit', 'hold', 'spend', 'release')),
  amount numeric(18, 4) not null check (amount > 0),
  subject text not null,
  note text not null default '',
  actor text not null default '',
  at timestamptz not null,
  foreign key (account_id, product, currency) references balances (account_id, product, currency)
);

create index ledger_entries_account on ledger_entries (account_id, id);

-- Work: an account is to be told that its credit is low, in one way.
create table balance_reminders (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  product text not null,
  currency text not null,
  channel text not null check (channel in ('sms', 'email')),
  available numeric(18, 4) not null,
  credit_level numeric(18, 4) not null,
  created_at timestamptz not null,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
);

create index balance_reminders_turn on balance_reminders (account_id, due_at) where due_at is not null;
create index balance_reminders_due on balance_reminders (due_at) where due_at is not null;

-- What something costs: the longest prefix wins, an account's own prices come before those for all, and of several the last that has begun.
create table prices (
  id bigint generated always as identity primary key,
  product text not null,
  account_id bigint references accounts (id),
  prefix text not null check (prefix ~ '^[0-9]{0,15}$'),
  currency text not null,
  amount numeric(18, 4) not null check (amount >= 0),
  valid_from timestamptz not null,
  created_at timestamptz not null,
  unique nulls not distinct (product, account_id, prefix, currency, valid_from)
);

-- Grows with every change of a price, in the same transaction; every process looks at it every second.
create table prices_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);

insert into prices_version (version) values (1);
