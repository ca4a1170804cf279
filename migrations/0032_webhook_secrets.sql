-- Secrets of an endpoint that were rotated out before its previous one. Each signs too until its day is over.
create table webhook_secrets (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  endpoint_id bigint not null references webhook_endpoints (id) on delete cascade,
  secret bytea not null,
  until timestamptz not null
);

create index webhook_secrets_endpoint on webhook_secrets (endpoint_id);
