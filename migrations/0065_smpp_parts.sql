-- Long messages of SMPP customers, whose parts arrive one by one over any process. A row is also the job that ends an incomplete message.
create table smpp_gatherings (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  credential_id bigint not null,
  source text not null,
  phone text not null,
  reference integer not null,
  total smallint not null,
  -- The idempotency key of the send once all parts are there: it may be in progress.
  join_key text,
  -- The joined message, or the failed one.
  request_id bigint,
  created_at timestamptz not null,
  -- Null once it was joined or has ended.
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
);

create index smpp_gatherings_reference on smpp_gatherings (credential_id, phone, reference, id);
create index smpp_gatherings_due on smpp_gatherings (due_at) where due_at is not null;
create index smpp_gatherings_turn on smpp_gatherings (credential_id, due_at) where due_at is not null;
create index smpp_gatherings_created on smpp_gatherings (created_at);

create table smpp_parts (
  -- The message id in the answer to the customer, from the ids of requests.
  id bigint primary key,
  gathering_id bigint not null references smpp_gatherings (id) on delete cascade,
  number smallint not null,
  -- Recognizes a repeated part.
  hash bytea not null,
  -- Null once the message was joined or has ended.
  body bytea,
  esm_class smallint not null,
  data_coding smallint not null,
  -- The other fields of its submit.
  head jsonb not null,
  unique (gathering_id, number)
);

-- The alphabet of data_coding 0.
alter table smpp_credentials add column alphabet text not null default 'gsm7' check (alphabet in ('gsm7', 'gsm7-packed', 'latin1'));
alter table smpp_credentials alter column alphabet drop default;

drop trigger note_smpp_credential_change on smpp_credentials;
create trigger note_smpp_credential_change after insert or update of password_hash, old_password_hash, old_password_until, binds_max, window_size, rate, addresses,
  message_ids, receives_messages, duplicate_seconds, private_urls, alphabet, revoked_at or delete on smpp_credentials execute function note_change('smpp_credentials');
