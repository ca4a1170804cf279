-- A suspended account: its credentials are refused and its messages wait until it is resumed.
alter table accounts add column suspended_at timestamptz;
create index accounts_suspended on accounts (id) where suspended_at is not null;
