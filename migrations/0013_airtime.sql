insert into id_blocks (name, next_id) values ('airtime_transfers', 1000000);

-- Work: a transfer of airtime, from its acceptance to its one end. `amount_text` is the amount as it was sent.
-- accepted: stored, its credit held. submitted: the provider knows it by `provider_reference`, and was told to pay, or is about to be.
-- `tried_at`: when it was last told to pay, or was about to be. `confirmed_at`: it said that it had been told; it is never told again then.
-- `overdue_at`: the provider had no last word on it in time; its credit stays held until somebody has.
create table airtime_transfers (
  id bigint primary key,
  account_id bigint not null references accounts (id),
  reference_id text not null,
  phone text not null,
  amount numeric(18, 4) not null check (amount > 0),
  amount_text text not null,
  currency text not null,
  product_id bigint,
  provider text not null,
  provider_reference text,
  state text not null default 'accepted' check (state in ('accepted', 'submitted', 'successful', 'failed')),
  reason text,
  created_at timestamptz not null,
  submitted_at timestamptz,
  tried_at timestamptz,
  confirmed_at timestamptz,
  done_at timestamptz,
  overdue_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0,
  unique (account_id, reference_id),
  check ((state in ('successful', 'failed')) = (done_at is not null)),
  check (state <> 'submitted' or (provider_reference is not null and submitted_at is not null and tried_at is not null))
);

create index airtime_transfers_turn on airtime_transfers (account_id, due_at) where due_at is not null;
create index airtime_transfers_due on airtime_transfers (due_at) where due_at is not null;
create index airtime_transfers_account on airtime_transfers (account_id, id);
create index airtime_transfers_provider on airtime_transfers (provider, provider_reference) where state = 'submitted';
create index airtime_transfers_open on airtime_transfers (provider) where done_at is null;
create index airtime_transfers_overdue on airtime_transfers (id) where overdue_at is not null and done_at is null;

-- A provider that is spoken to over HTTP, by templates. What is secret in them is encrypted.
create table airtime_providers (
  name text primary key check (name ~ '^[a-z0-9-]{1,32}$' and name <> 'simulator'),
  settings json not null,
  secrets bytea not null,
  active boolean not null default true,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
