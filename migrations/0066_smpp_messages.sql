-- Work: incoming messages to deliver over the binds of customers. `submitter` is that of sms_reports, so that both works have the same keys.
create table smpp_messages (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  submitter text not null,
  inbound_id bigint not null,
  phone text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0,
  answered text
) with (fillfactor = 80);

create index smpp_messages_turn on smpp_messages (submitter, due_at, id);
create index smpp_messages_due on smpp_messages (due_at);

-- A row may have several deliver_sm: a digit for each of them, 1 for those that the customer has answered finally. Null when there is no such answer.
alter table sms_reports add column answered text;

-- The process that delivers to the binds of the credential, by its name in smpp_binds.
alter table smpp_credentials add column deliverer text;
