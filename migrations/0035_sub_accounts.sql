-- ISO 3166-1 alpha-2. Null: the country of the setting NGOMA_COUNTRY.
alter table accounts add column country text;

-- True for changes by an owner of the parent account. The members of the sub-account do not see who made them.
alter table audit_entries add column by_parent boolean not null default false;

-- Credit that was moved between a parent account and a sub-account. Each has a debit entry of one account and a credit entry of the other.
create table credit_transfers (
  id bigint generated always as identity primary key,
  parent_id bigint not null references accounts (id),
  child_id bigint not null references accounts (id),
  to_child boolean not null,
  product text not null,
  currency text not null,
  amount numeric(18, 4) not null check (amount > 0),
  at timestamptz not null
);
