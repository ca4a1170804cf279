-- Credentials of customers who send over SMPP, or over HTTP as to Kannel. Hashes are slow ones (scrypt), sealed with the root secret.
create table smpp_credentials (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  system_id text not null,
  password_hash bytea not null,
  -- The password before the last rotation, valid until that time.
  old_password_hash bytea,
  old_password_until timestamptz,
  binds_max smallint not null check (binds_max between 1 and 100),
  window_size smallint not null check (window_size between 1 and 1000),
  -- Submits a second; 0 means no limit.
  rate integer not null check (rate between 0 and 100000),
  addresses text[],
  message_ids text not null check (message_ids in ('decimal', 'hex')),
  -- Whether incoming messages of the account are delivered to its binds.
  receives_messages boolean not null,
  -- A submit with the same reference, sender, destination and text as an earlier one is answered like that one for so long; 0 for never.
  duplicate_seconds integer not null check (duplicate_seconds between 0 and 86400),
  -- Whether its dlr-url may use plain HTTP and private hosts. Only operators allow that.
  private_urls boolean not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The address of the last successful bind. Wrong passwords from elsewhere do not lock it out.
  last_address text
);

create unique index smpp_credentials_system_id on smpp_credentials (system_id) where revoked_at is null;
create index smpp_credentials_account on smpp_credentials (account_id, id);

create trigger note_smpp_credential_change after insert or update of password_hash, old_password_hash, old_password_until, binds_max, window_size, rate, addresses,
  message_ids, receives_messages, duplicate_seconds, private_urls, revoked_at or delete on smpp_credentials execute function note_change('smpp_credentials');

-- Binds of customers, each leased by the process that has the connection. The leases of a dead process end soon.
create table smpp_binds (
  id bigint generated always as identity primary key,
  credential_id bigint not null references smpp_credentials (id),
  account_id bigint not null,
  mode text not null check (mode in ('transmitter', 'receiver', 'transceiver')),
  address text not null,
  encrypted boolean not null,
  owner text not null,
  bound_at timestamptz not null,
  lease_until timestamptz not null
);

create index smpp_binds_credential on smpp_binds (credential_id);
create index smpp_binds_owner on smpp_binds (owner);

-- `origin`: who submitted the request other than by the API, and where its reports go. `wire`: fields that only SMPP carriers transmit, such as the message class.
alter table sms_requests add column origin jsonb, add column wire jsonb;

-- `submitter` gets the reports of the message in `reports`, a sum of: 1 delivered, 2 failed, 8 accepted by the carrier, 16 rejected by the carrier.
alter table sms_messages add column submitter text, add column reports smallint;

-- Work: reports to submitters. `submitter` is `smpp/` and the id of the credential, or `kannel/`, the id of the account, a slash, and digits for the host of the URL.
create table sms_reports (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  submitter text not null,
  kind text not null check (kind in ('smpp', 'kannel')),
  request_id bigint not null,
  -- Null for a recipient without a message.
  message_id bigint,
  -- Of a recipient without a message.
  recipient_id text,
  phone text not null,
  -- One of the numbers in sms_messages.reports.
  event smallint not null,
  reason text,
  submitted_at timestamptz,
  happened_at timestamptz not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
) with (fillfactor = 80);

create index sms_reports_turn on sms_reports (kind, submitter, due_at, id);
create index sms_reports_due on sms_reports (kind, due_at);
create index sms_reports_message on sms_reports (message_id) where kind = 'kannel';
