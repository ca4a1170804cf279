-- API requests of an account for its developers, with masked bodies and answers. It is a help and no record: accepted requests are logged up to a rate, and
-- the newest are kept for some days.
create table request_log (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  -- The X-Request-Id. Clients may choose it, so it is not unique.
  request_id text not null,
  -- Both null for a user of the dashboard.
  credential_id bigint,
  smpp_credential_id bigint,
  method text not null,
  path text not null,
  query text,
  status integer not null,
  -- Null for accepted requests.
  code integer,
  message text,
  hint text,
  duration_ms integer not null,
  user_agent text,
  content_type text,
  idempotency_key text,
  body text,
  answer text,
  at timestamptz not null,
  -- Every seven digits in a row of the texts, to find a phone number in any form.
  digits integer[] not null default '{}'
);

create index request_log_list on request_log (account_id, at desc, id desc);
create index request_log_request on request_log (account_id, request_id);
create index request_log_old on request_log (at);
create index request_log_digits on request_log using gin (digits);

-- The web page that the checkout page links back to.
alter table accounts add column shop_url text;
