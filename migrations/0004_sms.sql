insert into id_blocks (name, next_id) values ('sms_requests', 1000000), ('sms_messages', 1);

-- One accepted send. Its messages are the ids from first to last, all of them and nothing else; none when no recipient was valid.
create table sms_requests (
  id bigint primary key,
  account_id bigint not null,
  sender text not null,
  text text not null,
  encoding text not null,
  segments smallint not null,
  job_name text,
  campaign_title text,
  due_at timestamptz not null,
  valid_until timestamptz not null,
  first_message_id bigint,
  last_message_id bigint,
  valid integer not null,
  invalid integer not null,
  duplicates integer not null,
  opted_out integer not null,
  created_at timestamptz not null
) partition by range (id);

-- status is PENDING until it is DELIVERED or UNDELIVERED, and then never changes. It is in no index, so that status changes stay within their page.
-- text is set when a message has one of its own; otherwise its request's holds.
create table sms_messages (
  id bigint primary key,
  account_id bigint not null,
  request_id bigint not null,
  recipient_id text not null,
  phone text not null,
  carrier text not null,
  segments smallint not null,
  price numeric(18, 4) not null,
  text text,
  status text not null default 'PENDING',
  reason text,
  attempts smallint not null default 0,
  retry_at timestamptz,
  submitted_at timestamptz,
  done_at timestamptz
) partition by range (id);

create index sms_messages_phone on sms_messages (account_id, phone, id desc);

-- What a carrier calls a message, or one part of it. Only ever inserted into: references repeat over time.
create table sms_references (
  carrier text not null,
  reference text not null,
  message_id bigint not null,
  part smallint not null,
  parts smallint not null
) partition by range (message_id);

create index sms_references_reference on sms_references (carrier, reference);
create index sms_references_message on sms_references (message_id);

-- Receipts for parts of messages of several: the message is final when all are in, or one failed.
create table sms_part_receipts (
  message_id bigint not null,
  part smallint not null,
  status text not null,
  reason text,
  done_at timestamptz not null,
  primary key (message_id, part)
) partition by range (message_id);

-- Receipts that match nothing yet. While due_at is set they are tried again; after that they are kept and shown as unknown.
create table sms_receipts (
  id bigint generated always as identity primary key,
  carrier text not null,
  reference text not null,
  status text not null,
  reason text,
  done_at timestamptz not null,
  received_at timestamptz not null,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
);

create index sms_receipts_reference on sms_receipts (carrier, reference);
create index sms_receipts_received on sms_receipts (received_at);
create index sms_receipts_turn on sms_receipts (carrier, due_at) where due_at is not null;
create index sms_receipts_due on sms_receipts (due_at) where due_at is not null;

-- Work: up to 500 messages with consecutive ids, of one account, for one carrier, in one lane, due at one time.
create table sms_batches (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  carrier text not null,
  lane text not null check (lane in ('pin', 'single', 'bulk')),
  first_message_id bigint not null,
  last_message_id bigint not null,
  valid_until timestamptz not null,
  due_at timestamptz not null,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
) with (fillfactor = 70);

create index sms_batches_turn on sms_batches (carrier, lane, account_id, due_at);
create index sms_batches_due on sms_batches (carrier, lane, due_at);

-- Work: messages are watched over from their acceptance, until all are final or their validity ends.
create table sms_expiries (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  carrier text not null,
  first_message_id bigint not null,
  last_message_id bigint not null,
  valid_until timestamptz not null,
  due_at timestamptz not null,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
) with (fillfactor = 70);

create index sms_expiries_turn on sms_expiries (account_id, due_at);
create index sms_expiries_due on sms_expiries (due_at);

create table sms_optouts (
  account_id bigint not null,
  phone text not null,
  created_at timestamptz not null,
  primary key (account_id, phone)
);
