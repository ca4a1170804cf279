-- Why a sender was rejected or taken out of use, and when the operator last decided about it.
alter table senders
  add column reason text,
  add column decided_at timestamptz;

create index senders_pending on senders (id) where status = 'pending';

-- title_key is the title as it is searched and sorted by: in lower case, made by the program, because what lower() does depends on a database's locale.
create table templates (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  title text not null,
  title_key text not null,
  text text not null,
  created_at timestamptz not null
);

create index templates_account on templates (account_id, id);

-- What an account should know about, gathered: the same thing happening again is one row that counts, so that a client in a loop fills no table.
create table account_events (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  kind text not null,
  subject text not null,
  reason text not null,
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  unique (account_id, kind, subject, reason)
);

create index account_events_last on account_events (account_id, last_at desc);

insert into templates (account_id, title, title_key, text, created_at)
select id, 'Welcome', 'welcome', 'Hello {first_name}, welcome to Ngoma.', now()
  from accounts;
