-- Where an account wants to be called when something happens. The secrets are encrypted; the previous one also signs until its time is over.
-- `failing_since` is the first failure after the last success. A disabled endpoint keeps its events, and gets them when somebody says so.
-- Also work: when it was disabled for its failures its owners are to be told.
-- An `ad_hoc` one was made for the URL that came with a message, and is told only what belongs to that; `used_at` is about when it last was needed.
create table webhook_endpoints (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  event text not null check (event in ('airtime', 'checkout', 'delivery-report', 'inbound-sms', 'chat')),
  url text not null,
  -- Also gives what is inside `args` at the top level of the body.
  flat_args boolean not null default false,
  ad_hoc boolean not null default false,
  used_at timestamptz,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null,
  removed_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0,
  check ((previous_secret is null) = (previous_until is null)),
  check ((disabled_at is null) = (disabled_reason is null)),
  check (ad_hoc = (used_at is not null))
);

create index webhook_endpoints_account on webhook_endpoints (account_id, event) where removed_at is null;
-- One for each URL, however many messages bring it at once. By its hash: a URL may be longer than an index takes.
create unique index webhook_endpoints_ad_hoc on webhook_endpoints (account_id, event, md5(url)) where ad_hoc and removed_at is null;
create index webhook_endpoints_used on webhook_endpoints (used_at) where ad_hoc and removed_at is null;
create index webhook_endpoints_turn on webhook_endpoints (account_id, due_at) where due_at is not null;
create index webhook_endpoints_due on webhook_endpoints (due_at) where due_at is not null;

-- Work: something that happened and the endpoint that is to be told. Written in the transaction that makes it true, and kept when it is done.
create table webhook_events (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  endpoint_id bigint not null references webhook_endpoints (id),
  body text not null,
  -- Further headers, as an object of texts, sealed: customers put secrets of theirs into them.
  headers bytea,
  is_test boolean not null default false,
  created_at timestamptz not null,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
) with (fillfactor = 80);

create index webhook_events_turn on webhook_events (endpoint_id, due_at) where due_at is not null;
create index webhook_events_due on webhook_events (due_at) where due_at is not null;
create index webhook_events_endpoint on webhook_events (endpoint_id, id);

-- Only ever inserted into. `status` is null when no answer came, and `problem` says why an attempt was none.
create table webhook_attempts (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  at timestamptz not null,
  status smallint,
  took_ms integer not null,
  problem text,
  answer text not null
);

create index webhook_attempts_event on webhook_attempts (event_id, id);
