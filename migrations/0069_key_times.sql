-- When a key with a time of its own is free again; null for a day after its creation.
alter table idempotency_keys add column free_at timestamptz;
