-- A business and a person on one chat service, as an account sees them. `received_at` is when the person last wrote: a session ends 24 hours later.
-- `endpoint_id` is the one of the last message that brought a callback_url.
create table chat_conversations (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  service text not null,
  business text not null,
  phone text not null,
  endpoint_id bigint,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  received_at timestamptz,
  unique (account_id, service, business, phone)
);

-- For those that are forgotten.
create index chat_conversations_old on chat_conversations (changed_at);
create index chat_conversations_changed on chat_conversations (account_id, changed_at, id);
create index chat_conversations_received on chat_conversations (account_id, received_at) where received_at is not null;
-- For a channel that does not say which message is answered.
create index chat_conversations_person on chat_conversations (phone, service, business);

-- What was written, both ways; one that goes out is also work. queued: stored, its credit held. sent: the channel has it, and it was paid for.
-- failed: it ended otherwise, and the credit was given back. received: a person wrote it.
-- `reference` is the channel's own id of it; `answers_id` the message that a person answered; `endpoint_id` where a reply to this very message is told.
create table chat_messages (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  conversation_id bigint not null references chat_conversations (id),
  direction text not null check (direction in ('in', 'out')),
  state text not null check (state in ('queued', 'sent', 'failed', 'received')),
  content json not null,
  carrier text not null,
  reference text,
  answers_id bigint,
  transaction_id text,
  callback_url text,
  endpoint_id bigint,
  price numeric(18, 4) not null default 0 check (price >= 0),
  reason text,
  created_at timestamptz not null,
  done_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0,
  check ((direction = 'in') = (state = 'received')),
  check ((state = 'queued') = (done_at is null))
) with (fillfactor = 80);

-- A message that comes twice is one.
create unique index chat_messages_incoming on chat_messages (carrier, reference) where direction = 'in';
create unique index chat_messages_transaction on chat_messages (account_id, transaction_id) where transaction_id is not null;
create index chat_messages_conversation on chat_messages (conversation_id, id);
create index chat_messages_created on chat_messages (created_at) where done_at is not null;
create index chat_messages_turn on chat_messages (account_id, due_at) where due_at is not null;
create index chat_messages_due on chat_messages (due_at) where due_at is not null;
