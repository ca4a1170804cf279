-- Providers of airtime, payments and chat. A provider of an account (`account_id`) is used before a shared one, and one with a lower `priority` before
-- the others; `active` is false while it is paused. Earlier versions know the providers of airtime under the old name of the table.
alter table airtime_providers rename to providers;

alter table providers
  add column product text not null default 'airtime' check (product in ('airtime', 'payments', 'chat')),
  add column kind text not null default 'http',
  add column account_id bigint references accounts (id),
  add column priority integer not null default 1 check (priority between 1 and 100);

create view airtime_providers as
  select name, settings, secrets, active, created_at, changed_at from providers where product = 'airtime'
  with check option;

-- A row for each provider that does not answer. It is deleted with the next answer.
create table provider_outages (
  provider text primary key references providers (name) on delete cascade,
  problem text not null,
  since timestamptz not null,
  -- When a process last noticed it.
  checked_at timestamptz not null
);

create trigger note_provider_change after insert or update or delete on providers execute function note_change('providers');
create trigger note_provider_change after insert or update or delete on provider_outages execute function note_change('providers');
