-- A number that people write to. It belongs to one account; where it belongs to none, those who write from it share it.
create table inbound_numbers (
  number text primary key check (number ~ '^[0-9]{3,15}$'),
  account_id bigint references accounts (id),
  created_at timestamptz not null
);

-- What begins with this word, written to this number, is for this account. In capitals, as messages are compared.
create table inbound_keywords (
  number text not null references inbound_numbers (number) on delete cascade,
  keyword text not null,
  account_id bigint not null references accounts (id),
  created_at timestamptz not null,
  primary key (number, keyword)
);

-- Who may write from a shared number.
create index senders_sender on senders (sender) where status = 'active';

-- The words by which people tell an account to stop, to go on, or ask for help, where they are not the usual ones; and what help is.
create table inbound_words (
  account_id bigint primary key references accounts (id),
  stop text[] not null,
  start text[] not null,
  help text[] not null,
  help_reply text not null,
  changed_at timestamptz not null
);

-- Work: a long message whose parts are coming in. Due when it is no use to wait for the others any longer; kept a while after its end, so that a part
-- that comes again is known.
create table inbound_gatherings (
  id bigint generated always as identity primary key,
  carrier text not null,
  phone text not null,
  number text not null,
  reference integer not null,
  total smallint not null,
  created_at timestamptz not null,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
);

create index inbound_gatherings_parts on inbound_gatherings (carrier, phone, number, reference, total, id desc);
create index inbound_gatherings_turn on inbound_gatherings (carrier, due_at) where due_at is not null;
create index inbound_gatherings_due on inbound_gatherings (due_at) where due_at is not null;
create index inbound_gatherings_created on inbound_gatherings (created_at);

-- The text is a JSON string: half of a character, where a phone cut it in two, is no text of its own.
create table inbound_parts (
  gathering_id bigint not null references inbound_gatherings (id) on delete cascade,
  part smallint not null,
  text text not null,
  primary key (gathering_id, part)
);

-- Work: what people wrote, whole. Due while something has to follow: help is to be sent, or what waits for the number to be cancelled. Of no account (null) when nobody can be meant.
create table inbound_messages (
  id bigint generated always as identity primary key,
  account_id bigint,
  carrier text not null,
  phone text not null,
  number text not null,
  text text not null,
  kind text not null check (kind in ('message', 'stop', 'start', 'help')),
  received_at timestamptz not null,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
);

create index inbound_messages_account on inbound_messages (account_id, id desc);
create index inbound_messages_turn on inbound_messages (account_id, due_at) where due_at is not null;
create index inbound_messages_due on inbound_messages (due_at) where due_at is not null;
