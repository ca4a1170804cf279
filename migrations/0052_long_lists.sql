-- Operators search the sender IDs of all accounts.
create index senders_search on senders using gin (lower(sender collate "C") gin_trgm_ops);

-- The prices of an account: its own and those of all accounts.
create index prices_account on prices (account_id);
