-- What operators turned in the simulated network of staging, in one row at most: how far its clock is ahead of the real one, and its chaos. What is null
-- is as the settings say. Outside staging nobody reads it.
create table sandbox (
  name text primary key default 'sandbox' check (name = 'sandbox'),
  moved_seconds bigint not null default 0 check (moved_seconds >= 0),
  latency_ms integer,
  refusal_rate double precision,
  disconnect_rate double precision,
  rate_per_second integer
);

-- What a virtual phone wrote.
create index inbound_messages_phone on inbound_messages (account_id, phone, id desc);
