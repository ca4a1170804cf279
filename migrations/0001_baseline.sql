-- oldest code: 0001 (0.2.0)

-- The schema of the first release, in the order of the modules; later migrations change it. The rows of tables marked
-- "Work" are jobs (engine/work): due at due_at, and leased by the process that runs them.

-- Substring search by index. It comes with PostgreSQL, and the owner of a database may create it.
create extension if not exists pg_trgm;


-- == Engine ==

-- Ends a statement that relies on outdated reads. The program reads again and repeats it.
create or replace function refuse_outdated_reads() returns boolean language plpgsql as $$
begin
  raise exception 'the reads of this statement are outdated' using errcode = 'NG001', hint = 'The program repeats the statement with new reads.';
end
$$;

-- Tells all processes that a table they keep in memory has changed. It never waits for another transaction, so it
-- cannot cause a deadlock.
create or replace function note_change() returns trigger language plpgsql as $$
begin
  delete from changes where id in (select id from changes where topic = tg_argv[0] for update skip locked);
  insert into changes (topic) values (tg_argv[0]);
  perform pg_notify('ngoma_changes', tg_argv[0]);
  return null;
end
$$;

-- The next ID of each kind. A process takes a block of IDs before the transaction that uses them.
create table id_blocks (
  name text primary key,
  next_id bigint not null,
  -- When the partition of next_id began. A partition ends after a week.
  partition_began_at timestamptz
);

insert into id_blocks (name, next_id) values
  ('sms_requests', 1000000),
  ('sms_messages', 1),
  ('airtime_transfers', 1000000);

-- The first response to a POST with an Idempotency-Key, written in the transaction of the request.
create table idempotency_keys (
  account_id bigint not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  -- When a key with its own lifetime can be used again; null for a day after its creation.
  free_at timestamptz,
  primary key (account_id, path, key)
);

create index idempotency_keys_created on idempotency_keys (created_at);

create table periodic_tasks (
  id bigint generated always as identity primary key,
  name text not null unique,
  due_at timestamptz not null,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
);

create index periodic_tasks_turn on periodic_tasks (name, due_at);
create index periodic_tasks_due on periodic_tasks (due_at);

-- One row per topic, replaced with every change of its tables, which processes keep in memory. Several rows come from
-- concurrent transactions. Unlogged and not backed up: after a crash it is empty, which also counts as a change.
create unlogged table changes (
  id uuid primary key default gen_random_uuid(),
  topic text not null
);

-- Rates shared by all processes. The contents are stale after seconds, so the table is unlogged and not backed up.
create unlogged table rate_buckets (
  key text primary key,
  tokens double precision not null,
  size double precision not null,
  per_second double precision not null,
  filled_at timestamptz not null
);

-- The root of all encryption and signature keys. `made` has it if the program created it. Otherwise it comes from the
-- environment, and the fingerprint shows a wrong one before it is used.
create table root_secret (
  only_row boolean primary key default true check (only_row),
  made text,
  fingerprint bytea not null,
  -- From 2 on, which the first rotation sets, sealed values say which root secret sealed them.
  seal_version smallint not null default 1
);

-- Work: a change of the root secret. preparing: every process must be able to read the new one. sealing: everything is
-- sealed again with the new one, column by column in the order of the keys; `place` and `after_key` are the progress,
-- so that it continues after a crash. `from_made` and `to_made` are secrets that the program created; the old one is
-- deleted at the end.
create table secret_rotations (
  id bigint generated always as identity primary key,
  from_fingerprint bytea not null,
  to_fingerprint bytea not null,
  from_made text,
  to_made text,
  state text not null default 'preparing' check (state in ('preparing', 'sealing', 'done')),
  place integer not null default 0,
  after_key text,
  resealed bigint not null default 0,
  resealed_in_pass bigint not null default 0,
  unreadable bigint not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
);

create unique index secret_rotations_active on secret_rotations ((true)) where state <> 'done';
create index secret_rotations_due on secret_rotations (due_at) where due_at is not null;

-- The root secrets that each process can read, and the one that it seals with, as hexadecimal fingerprints. A process
-- that was not seen for a while has ended.
create table secret_processes (
  process text primary key,
  readable text[] not null,
  seals_with text not null,
  seen_at timestamptz not null
);

-- Sealed keys of hashes and signatures that are compared later, so a rotation must not change them. `made_under` is the
-- root secret at the time. If that secret is lost, a new key is added, and the old one stays in case the secret is
-- found.
create table lasting_keys (
  id bigint generated always as identity primary key,
  use text not null,
  made_under bytea not null,
  sealed bytea not null
);


-- == Accounts ==

create table accounts (
  id bigint generated by default as identity (start with 2) primary key,
  parent_id bigint references accounts (id),
  name text not null,
  created_at timestamptz not null,
  -- Null: the default of the settings. 0: no limit.
  requests_per_second integer check (requests_per_second >= 0),
  messages_per_day integer check (messages_per_day >= 0),
  -- The currency of prices and balances. It never changes, because a hold is released in the currency in which it was
  -- taken.
  currency text not null default 'TZS',
  -- The credentials of a suspended account are refused, and its messages wait until it is resumed.
  suspended_at timestamptz,
  -- ISO 3166-1 alpha-2. Null: the country of the setting NGOMA_COUNTRY.
  country text,
  -- Members cannot use such an account without a second factor.
  two_factor_required boolean not null default false,
  -- Null: the language of the setting NGOMA_LANGUAGE.
  language text check (language in ('en', 'sw', 'fr')),
  -- Replaces typographic characters in the messages of the account, so that they fit GSM 03.38. A send may say
  -- otherwise.
  smart_encoding boolean not null default false,
  -- The web page that the checkout page links back to.
  shop_url text,
  -- Websites that a shop's software registered for its checkout, as origins such as https://shop.example.com.
  shop_websites text[] not null default '{}'
);

create index accounts_parent on accounts (parent_id);
create index accounts_search on accounts using gin (lower(name) gin_trgm_ops);
create index accounts_suspended on accounts (id) where suspended_at is not null;

-- API keys with their secrets, and access tokens. Secrets have 256 bits of randomness, so a SHA-256 protects them.
create table credentials (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  kind text not null check (kind in ('key', 'token')),
  api_key text unique,
  secret_hash bytea not null,
  name text not null,
  products text[],
  addresses text[],
  lenient boolean not null,
  operator boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- When a replaced key or token ends, and which one replaced it. Its replacement keeps the limit in `expires_at`.
  retires_at timestamptz,
  replaced_by bigint references credentials (id),
  -- Whether the dlr-url of a request with this key may use plain HTTP and private hosts. Only operators allow that.
  private_urls boolean not null default false,
  -- The rights of the credential in the account API.
  scopes text[] not null default '{}',
  check ((kind = 'key') = (api_key is not null))
);

create index credentials_account on credentials (account_id, id);
create unique index credentials_token on credentials (secret_hash) where kind = 'token';

-- Updated with every change of a credential, so that its trigger tells all processes.
create table credentials_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);

create trigger note_change after insert or update or delete on credentials_version execute function note_change('credentials');


-- == Users ==

-- The tables of better-auth, with its column names. It does not know `operator`, so no request can set it.
create table auth_users (
  "id" text primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp,
  "twoFactorEnabled" boolean,
  operator boolean not null default false,
  -- Null: the language of the browser.
  language text check (language in ('en', 'sw', 'fr'))
);

create index auth_users_search on auth_users using gin (lower("name") gin_trgm_ops, "email" gin_trgm_ops);

create table auth_sessions (
  "id" text primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references auth_users ("id") on delete cascade,
  -- When the user last confirmed their identity (null: at sign-in), and whether that took two factors.
  "provedAt" timestamptz,
  "secondFactor" boolean not null default false
);

create index auth_sessions_user on auth_sessions ("userId");
create index auth_sessions_expires on auth_sessions ("expiresAt");

create table auth_accounts (
  "id" text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references auth_users ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null
);

create index auth_accounts_user on auth_accounts ("userId");

create table auth_verifications (
  "id" text primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);

create index auth_verifications_identifier on auth_verifications ("identifier");

create table auth_two_factors (
  "id" text primary key,
  "secret" text not null,
  "backupCodes" text not null,
  "userId" text not null references auth_users ("id") on delete cascade,
  "verified" boolean,
  "failedVerificationCount" integer,
  "lockedUntil" timestamptz
);

create index auth_two_factors_secret on auth_two_factors ("secret");
create index auth_two_factors_user on auth_two_factors ("userId");

-- Second-factor codes that were used. Each works once, although an app shows it for half a minute. Deleted after a
-- while.
create table auth_used_codes (
  user_id text not null references auth_users ("id") on delete cascade,
  code_hash text not null,
  used_at timestamptz not null,
  primary key (user_id, code_hash)
);

-- Passkeys, with the column names of better-auth. The public key is not secret.
create table auth_passkeys (
  "id" text primary key,
  "name" text,
  "publicKey" text not null,
  "userId" text not null references auth_users ("id") on delete cascade,
  "credentialID" text not null,
  "counter" bigint not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  "transports" text,
  "createdAt" timestamptz,
  "aaguid" text
);

create index auth_passkeys_user on auth_passkeys ("userId");
create unique index auth_passkeys_credential on auth_passkeys ("credentialID");

-- Browsers in which the user has signed in: wrong passwords from elsewhere do not lock them out. Deleted with a new
-- password.
create table auth_devices (
  user_id text not null references auth_users ("id") on delete cascade,
  device_hash text not null,
  seen_at timestamptz not null,
  primary key (user_id, device_hash)
);

create index auth_devices_seen on auth_devices (seen_at);

create table auth_rate_limits (
  "id" text primary key,
  "key" text not null unique,
  "count" integer not null,
  "lastRequest" bigint not null
);

-- Wrong passwords by email, and by email and address. Deleted by a correct password, or after a while.
create table sign_in_failures (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null
);

-- Password reset links mailed to a user within an hour, because anyone can request one.
create table password_mails (
  user_id text primary key references auth_users ("id") on delete cascade,
  mails integer not null,
  first_at timestamptz not null
);

create table members (
  account_id bigint not null references accounts (id),
  user_id text not null references auth_users ("id") on delete cascade,
  role text not null check (role in ('owner', 'member', 'viewer')),
  created_at timestamptz not null,
  primary key (account_id, user_id)
);

create index members_user on members (user_id, account_id);

-- Open invitations. Whether the email belongs to a user is looked up on acceptance.
create table invitations (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  email text not null,
  name text not null,
  role text not null check (role in ('owner', 'member', 'viewer')),
  token_hash text not null unique,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  unique (account_id, email)
);

create index invitations_expires on invitations (expires_at);

-- Invitations mailed by an account within an hour.
create table invitation_mails (
  account_id bigint primary key references accounts (id) on delete cascade,
  mails integer not null,
  first_at timestamptz not null
);

-- Changes in the console and by commands. A row is written before the change and gets its status afterwards, so a
-- change without a status may or may not have happened: its process ended early.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  account_id bigint,
  user_id text,
  actor text not null,
  address text,
  action text not null,
  params jsonb not null,
  status integer,
  detail jsonb,
  -- True for changes by an owner of the parent account. Members of the sub-account do not see who made them.
  by_parent boolean not null default false
);

create index audit_entries_account on audit_entries (account_id, id desc);

-- Also finds a read that was recorded a moment ago, and old entries.
create index audit_entries_at on audit_entries (at);
create index audit_entries_actor on audit_entries (actor, id desc);
create index audit_entries_action on audit_entries (action, id desc);
create index audit_entries_address on audit_entries (address, id desc);
create index audit_entries_unsuccessful on audit_entries (id desc) where status is null or status >= 400;


-- == Events ==

-- Notifications to an account. A repeated event increases the count of its row, so that a client in a loop does not
-- fill the table.
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
create index account_events_old on account_events (last_at);


-- == Refusals ==

-- Rejected API requests for the developers of an account, one row per kind with a count. The newest kinds are kept for
-- a while.
create table refusals (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  -- A digest of what identifies the kind. Numbers in a hint are not part of it; the row has the latest hint.
  kind text not null,
  -- Null when too many kinds arrived at once to store them separately; then only the count is known.
  credential_id bigint,
  method text not null,
  path text not null,
  status integer not null,
  code integer not null,
  message text not null,
  hint text,
  count bigint not null,
  -- The count on the day (GMT) of the last one.
  day_count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- For requests with a system ID and an SMPP password, which have no key or token.
  smpp_credential_id bigint,
  unique (account_id, kind)
);

create index refusals_last on refusals (account_id, last_at desc, id desc);
create index refusals_old on refusals (last_at);


-- == Request log ==

-- API requests of an account for its developers, with masked bodies and responses. Accepted requests are logged up to a
-- rate, and the newest are kept for some days.
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


-- == Senders ==

create table senders (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  sender text not null,
  sample_content text not null,
  status text not null check (status in ('pending', 'active', 'rejected', 'inactive')),
  created_at timestamptz not null,
  -- Why the operator rejected or deactivated the sender, and when the operator last decided.
  reason text,
  decided_at timestamptz,
  unique (account_id, sender)
);

create index senders_pending on senders (id) where status = 'pending';

-- Finds the accounts that may send from a shared number.
create index senders_sender on senders (sender) where status = 'active';
create index senders_open on senders (account_id, status, decided_at) where status in ('pending', 'rejected');
create index senders_account on senders (account_id, id);

-- Operators search the sender IDs of all accounts.
create index senders_search on senders using gin (lower(sender collate "C") gin_trgm_ops);


-- == Templates ==

-- title_key is the lower-case title for search and order. The program writes it, because lower() depends on the locale
-- of the database.
create table templates (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  title text not null,
  title_key text not null,
  text text not null,
  created_at timestamptz not null
);

create index templates_account on templates (account_id, id);


-- == Contacts ==

-- One row per account, locked by every change of its contacts and address books, so that counts are correct and changes
-- do not deadlock.
create table contact_accounts (
  account_id bigint primary key references accounts (id),
  contacts_count bigint not null default 0 check (contacts_count >= 0)
);

-- name_key is the lower-case name, for comparison. The program writes it, because lower() depends on the locale of the
-- database.
create table contact_books (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  name text not null,
  name_key text not null,
  description text not null,
  is_default boolean not null,
  contacts_count bigint not null default 0 check (contacts_count >= 0),
  created_at timestamptz not null,
  unique (account_id, name_key)
);

create unique index contact_books_default on contact_books (account_id) where is_default;
create index contact_books_account on contact_books (account_id, id);

-- `search` has the names and numbers in lower case, one per line. Unknown values are empty.
create table contacts (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  phone text collate "C" not null,
  phone2 text not null,
  title text not null,
  first_name text not null,
  last_name text not null,
  gender text not null,
  email text not null,
  country text not null,
  city text not null,
  area text not null,
  birth_date date,
  search text not null,
  created_at timestamptz not null,
  -- Strings and numbers by the key of their field; days as yyyy-mm-dd.
  fields jsonb not null default '{}',
  unique (account_id, phone)
);

create index contacts_account on contacts (account_id, id);
create index contacts_search on contacts using gin (search gin_trgm_ops);

-- Every contact is in at least one address book. Without foreign keys, because an import of a million contacts would
-- check them row by row; changes hold the lock of the account.
create table contact_memberships (
  account_id bigint not null,
  book_id bigint not null,
  contact_id bigint not null,
  primary key (account_id, book_id, contact_id)
);

create index contact_memberships_contact on contact_memberships (contact_id, book_id);

-- Custom fields of contacts. Values are in contacts.fields by key, so a key never changes. A removed field and its key
-- stay until a task has deleted all values; cleaned_to is the last contact that it checked.
create table contact_fields (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  key text collate "C" not null,
  name text not null,
  name_key text not null,
  type text not null check (type in ('text', 'number', 'date', 'choice')),
  choices text[] not null default '{}',
  created_at timestamptz not null,
  removed_at timestamptz,
  cleaned_to bigint not null default 0,
  unique (account_id, key)
);

create unique index contact_fields_name on contact_fields (account_id, name_key) where removed_at is null;
create index contact_fields_removed on contact_fields (id) where removed_at is not null;

-- Saved filters of contacts.
create table contact_segments (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  name text not null,
  name_key text not null,
  filter jsonb not null,
  created_at timestamptz not null,
  unique (account_id, name_key)
);

-- Work: an import of a file into an address book. It is due when the file is complete. Its pieces are processed in
-- order, each in one transaction.
create table contact_imports (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  book_id bigint not null,
  file_name text not null,
  status text not null check (status in ('uploading', 'waiting', 'done', 'cancelled', 'failed')),
  reason text,
  columns jsonb not null,
  bytes bigint not null,
  rows_total integer not null,
  rows_done integer not null,
  added integer not null,
  updated integer not null,
  invalid integer not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
) with (fillfactor = 70);

create index contact_imports_list on contact_imports (account_id, id);
create index contact_imports_turn on contact_imports (account_id, due_at) where due_at is not null;
create index contact_imports_due on contact_imports (due_at) where due_at is not null;

-- Parsed records of the file, as many as are processed at once. Deleted afterwards.
create table contact_import_pieces (
  import_id bigint not null,
  account_id bigint not null,
  place integer not null,
  first_row integer not null,
  records text not null,
  primary key (import_id, place)
);

-- Read once and deleted: compressing it would only take time.
alter table contact_import_pieces alter column records set storage external;

-- The outcome of each record of a file.
create table contact_import_rows (
  import_id bigint not null,
  account_id bigint not null,
  row integer not null,
  outcome text not null check (outcome in ('added', 'updated', 'invalid')),
  phone text not null,
  why text,
  primary key (import_id, row)
);

-- Most rows are added, so the primary key finds a page of those.
create index contact_import_rows_outcome on contact_import_rows (import_id, outcome, row) where outcome <> 'added';


-- == Balance ==

-- The money of an account for one product: `available` can be spent, `held` is reserved for pending messages. `floor`
-- is the lowest value of `available`, 0 or minus the postpaid limit. The constraint prevents overspending by concurrent
-- requests.
create table balances (
  account_id bigint not null references accounts (id),
  product text not null,
  currency text not null,
  available numeric(18, 4) not null default 0,
  held numeric(18, 4) not null default 0 check (held >= 0),
  allow_postpaid boolean not null default false,
  postpaid_limit numeric(18, 4) not null default 0 check (postpaid_limit >= 0),
  floor numeric(18, 4) not null default 0 check (floor <= 0),
  credit_level numeric(18, 4) not null default 0 check (credit_level >= 0),
  sms_reminder boolean not null default false,
  email_reminder boolean not null default false,
  reminder_phone text not null default '',
  low_since timestamptz,
  primary key (account_id, product, currency),
  constraint balances_enough check (available >= floor),
  -- A released hold must fit into `available`.
  constraint balances_bounded check (available + held < 100000000000000)
) with (fillfactor = 50);

-- Rows are only inserted. `credit` and `debit` change what is available, `hold` reserves it, and `spend` and `release`
-- end a hold.
create table ledger_entries (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  product text not null,
  currency text not null,
  kind text not null check (kind in ('credit', 'debit', 'hold', 'spend', 'release')),
  amount numeric(18, 4) not null check (amount > 0),
  subject text not null,
  note text not null default '',
  actor text not null default '',
  at timestamptz not null,
  foreign key (account_id, product, currency) references balances (account_id, product, currency)
);

create index ledger_entries_account on ledger_entries (account_id, id);

-- Sums of the ledger entries whose subject (message, transfer, checkout session, chat message) was removed, by the day
-- (GMT) on which the subject was created. They replace the removed rows in `ngoma ledger check`. Triggers of these
-- tables count every deletion, once per statement.
create table ledger_removals (
  account_id bigint not null,
  product text not null,
  currency text not null,
  day date not null,
  hold numeric(38, 4) not null,
  spend numeric(38, 4) not null,
  release numeric(38, 4) not null,
  primary key (account_id, product, currency, day)
);

-- Credit moved between a parent account and a sub-account. Each has a debit entry of one and a credit entry of the
-- other.
create table credit_transfers (
  id bigint generated always as identity primary key,
  parent_id bigint not null references accounts (id),
  child_id bigint not null references accounts (id),
  to_child boolean not null,
  product text not null,
  currency text not null,
  amount numeric(18, 4) not null check (amount > 0),
  at timestamptz not null
);

-- Work: one reminder that the balance of an account is low.
create table balance_reminders (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  product text not null,
  currency text not null,
  channel text not null check (channel in ('sms', 'email')),
  available numeric(18, 4) not null,
  credit_level numeric(18, 4) not null,
  created_at timestamptz not null,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
);

create index balance_reminders_turn on balance_reminders (account_id, due_at) where due_at is not null;
create index balance_reminders_due on balance_reminders (due_at) where due_at is not null;

-- The longest prefix wins. Prices of the account come before general ones, and later ones that are already valid before
-- earlier ones.
create table prices (
  id bigint generated always as identity primary key,
  product text not null,
  account_id bigint references accounts (id),
  prefix text not null check (prefix ~ '^[0-9]{0,15}$'),
  currency text not null,
  amount numeric(18, 4) not null check (amount >= 0),
  valid_from timestamptz not null,
  created_at timestamptz not null,
  unique nulls not distinct (product, account_id, prefix, currency, valid_from)
);

create index prices_list on prices (product collate "C", prefix collate "C", account_id, valid_from desc, id desc);
create index prices_account on prices (account_id);

-- Updated with every change of a price, so that its trigger tells all processes.
create table prices_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);

create trigger note_change after insert or update or delete on prices_version execute function note_change('prices');


-- == Consent ==

create table sms_optouts (
  account_id bigint not null,
  phone text not null,
  created_at timestamptz not null,
  -- Who opted the number out: stop, api, person or import.
  source text,
  primary key (account_id, phone)
);

-- Numbers are found by their last digits. Messages have no such index, because it would slow down sends.
create index sms_optouts_end on sms_optouts (account_id, reverse(phone));

-- Numbers that get no messages from any account of the installation, except PINs.
create table do_not_disturb (
  phone text primary key,
  created_at timestamptz not null,
  source text not null,
  note text not null
);

-- Consents and their withdrawals. The newest of a number counts.
create table consents (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  phone text not null,
  given boolean not null,
  source text not null,
  at timestamptz not null,
  text text not null,
  recorded_at timestamptz not null
);

-- Also finds the newest. At the same time, a withdrawal comes before a consent.
create unique index consents_newest on consents (account_id, phone, at desc, given);
create index consents_end on consents (account_id, reverse(phone));

-- Accounts that send bulk messages only to numbers with a consent.
create table consent_rules (
  account_id bigint primary key,
  since timestamptz not null
);


-- == Webhooks ==

-- An endpoint of an account for one event. Secrets are encrypted; the previous one also signs until `previous_until`.
-- `failing_since` is the first failure after the last success. A disabled endpoint keeps its events until a replay. An
-- `ad_hoc` endpoint was created for the URL in a request and gets only the events of its messages; `used_at` is the
-- approximate time of its last use.
-- Also work: the email to the owners when the endpoint was disabled because of failures.
create table webhook_endpoints (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  event text not null check (event in ('airtime', 'checkout', 'delivery-report', 'inbound-sms', 'chat', 'chat-status')),
  url text not null,
  -- Repeats the fields of `args` at the top level of the body.
  flat_args boolean not null default false,
  ad_hoc boolean not null default false,
  used_at timestamptz,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null,
  removed_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0,
  -- Request headers chosen by the owners, as a sealed JSON object. Null without any.
  headers bytea,
  -- Whether events of an endpoint have ids as strings, for receivers with fixed types.
  string_ids boolean not null default false,
  check ((previous_secret is null) = (previous_until is null)),
  check ((disabled_at is null) = (disabled_reason is null)),
  check (ad_hoc = (used_at is not null))
);

create index webhook_endpoints_account on webhook_endpoints (account_id, event) where removed_at is null;

-- One for each URL, also when concurrent requests bring it. Hashed, because a URL can be too long for an index.
create unique index webhook_endpoints_ad_hoc on webhook_endpoints (account_id, event, md5(url)) where ad_hoc and removed_at is null;
create index webhook_endpoints_used on webhook_endpoints (used_at) where ad_hoc and removed_at is null;
create index webhook_endpoints_turn on webhook_endpoints (account_id, due_at) where due_at is not null;
create index webhook_endpoints_due on webhook_endpoints (due_at) where due_at is not null;
create index webhook_endpoints_of_account on webhook_endpoints (account_id, id);
create index webhook_endpoints_of_event on webhook_endpoints (event, id);

-- Secrets that were rotated before the previous one. Each also signs for a day.
create table webhook_secrets (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  endpoint_id bigint not null references webhook_endpoints (id) on delete cascade,
  secret bytea not null,
  until timestamptz not null
);

create index webhook_secrets_endpoint on webhook_secrets (endpoint_id);

-- Work: the delivery of an event to an endpoint, written in the transaction of the change and kept afterwards.
-- Without a foreign key to endpoints: they outlive their events, and the check took a tenth of the time to finish a
-- message. A row is updated twice, by its claim and its end; the fill factor leaves room for the first on the same
-- page.
create table webhook_events (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  endpoint_id bigint not null,
  body text not null,
  -- Additional request headers, as a sealed JSON object, because customers put secrets into them.
  headers bytea,
  is_test boolean not null default false,
  created_at timestamptz not null,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0,
  -- The first successful attempt, so that most events need no row in webhook_attempts. Its ID is from the same
  -- sequence.
  delivery_id bigint,
  delivered_at timestamptz,
  delivered_status smallint,
  delivered_took_ms integer,
  delivered_answer text,
  -- The message of a delivery report. Null for other events.
  message_id bigint,
  -- After this many attempts, the next one keeps its time although others to the same receiver succeed: the receiver
  -- asked for the wait, or the row was brought forward before and failed again.
  fixed_after smallint
) with (fillfactor = 50);

-- Few events are due when statistics are collected, and thousands may be a moment later: from such statistics,
-- PostgreSQL would make plans that read all of them.
alter table webhook_events alter column due_at set statistics 0;

create index webhook_events_turn on webhook_events (endpoint_id, due_at) where due_at is not null;
create index webhook_events_due on webhook_events (due_at) where due_at is not null;
create index webhook_events_endpoint on webhook_events (endpoint_id, id);

-- Only reports, by a number that grows with time, because the last update of an event writes to all its indexes.
create index webhook_events_message on webhook_events (message_id) where message_id is not null;

-- Rows are only inserted. `status` is null without a response. `problem` says why an attempt failed.
create table webhook_attempts (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  at timestamptz not null,
  status smallint,
  took_ms integer not null,
  problem text,
  answer text not null
);

create index webhook_attempts_event on webhook_attempts (event_id, id);


-- == Routing ==

-- Carriers set up by operators. Secret settings are encrypted. A paused carrier gets no messages. `failover_seconds`:
-- how long it may be down before its messages take another route.
create table routing_carriers (
  name text primary key check (name ~ '^[a-z0-9-]{1,32}$' and name <> 'simulator'),
  kind text not null,
  settings json not null,
  secrets bytea not null,
  paused boolean not null default false,
  failover_seconds integer not null default 30 check (failover_seconds >= 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- When the carrier is excluded; missing settings have their defaults.
  health json not null default '{}'
);

create trigger note_change after insert or update or delete on routing_carriers execute function note_change('routing');

-- Numbers with the prefix go to the carrier. Account, sender and lane restrict the route; null means all. A lower
-- `place` goes first.
create table routing_routes (
  id bigint generated always as identity primary key,
  account_id bigint references accounts (id),
  prefix text not null check (prefix ~ '^[0-9]{0,15}$'),
  carrier text not null references routing_carriers (name) on delete cascade,
  place integer not null check (place between 1 and 1000),
  created_at timestamptz not null,
  sender text,
  lane text check (lane in ('pin', 'single', 'bulk')),
  -- Matching messages take no later route, even when the carrier is unavailable.
  stop boolean not null default false,
  unique nulls not distinct (account_id, prefix, sender, lane, carrier)
);

create index routing_routes_carrier on routing_routes (carrier);
create index routing_routes_list on routing_routes (account_id, length(prefix) desc, prefix, sender, lane, place, id);

create trigger note_change after insert or update or delete on routing_routes execute function note_change('routing');

-- A connection that one process at a time may hold. Its next owner increases the fence, which stops writes of earlier
-- owners. `changed_at`: since when it is up or down.
create table routing_connections (
  carrier text not null references routing_carriers (name) on delete cascade,
  place smallint not null,
  owner text,
  fence bigint not null default 0,
  lease_until timestamptz,
  is_up boolean not null default false,
  problem text,
  changed_at timestamptz not null,
  -- The used places of the bind's window and its size, as its owner last reported with the lease.
  outstanding integer not null default 0,
  window_size integer not null default 0,
  -- How often the bind was lost in the five minutes before the last renewal of the lease.
  losses integer not null default 0,
  primary key (carrier, place)
);

create trigger note_change after insert or delete on routing_connections execute function note_change('routing');

-- Leases are renewed every second. That changes nothing for other processes.
create trigger note_state after update on routing_connections for each row
  when ((old.owner, old.is_up, old.problem, old.changed_at) is distinct from (new.owner, new.is_up, new.problem, new.changed_at))
  execute function note_change('routing');

-- Processes that can hold connections of a carrier, including those without any. Connections are spread over them.
create table routing_holders (
  carrier text not null references routing_carriers (name) on delete cascade,
  owner text not null,
  seen_until timestamptz not null,
  primary key (carrier, owner)
);

-- Responses of carriers per second, counted by each process, and the lowest ID of the messages they accepted. Without a
-- foreign key, because the simulated network is not in routing_carriers.
create table routing_outcomes (
  carrier text not null,
  at timestamptz not null,
  taken integer not null,
  errors integer not null,
  receipts integer not null,
  first_message_id bigint,
  -- Refusals concern single messages and do not count as errors of the carrier.
  refused integer not null default 0,
  -- How often the carrier reported that messages arrive too fast.
  throttled integer not null default 0,
  primary key (carrier, at)
);

-- Carriers that are or were excluded. `since`: start of the state, from which its figures count; `until`: when an
-- excluded carrier is tried again; `times`: how often in a row it was excluded.
create table routing_health (
  carrier text primary key references routing_carriers (name) on delete cascade,
  state text not null check (state in ('in', 'out', 'trial')),
  cause text check (cause in ('errors', 'receipts')),
  reason text,
  since timestamptz not null,
  until timestamptz,
  times integer not null
);

create trigger note_change after insert or update or delete on routing_health execute function note_change('routing');


-- == Providers ==

-- Providers of airtime, payments and chat. Secret settings are encrypted. A provider of the account is used before a
-- shared one, and a lower `priority` before a higher one; `active` is false while it is paused.
create table providers (
  name text constraint airtime_providers_pkey primary key
    constraint airtime_providers_name_check check (name ~ '^[a-z0-9-]{1,32}$' and name <> 'simulator'),
  settings json not null,
  secrets bytea not null,
  active boolean not null default true,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  product text not null default 'airtime' check (product in ('airtime', 'payments', 'chat')),
  kind text not null default 'http',
  account_id bigint references accounts (id),
  priority integer not null default 1 check (priority between 1 and 100)
);

create view airtime_providers as
  select name, settings, secrets, active, created_at, changed_at from providers where product = 'airtime'
  with check option;

create trigger note_change after insert or update or delete on providers execute function note_change('airtime');
create trigger note_provider_change after insert or update or delete on providers execute function note_change('providers');

-- Providers that do not respond. Deleted with the next response.
create table provider_outages (
  provider text primary key references providers (name) on delete cascade,
  problem text not null,
  since timestamptz not null,
  -- When a process last noticed it.
  checked_at timestamptz not null
);

create trigger note_provider_change after insert or update or delete on provider_outages execute function note_change('providers');


-- == SMS ==

-- An accepted send. Its messages are exactly the IDs from first to last; null without a valid recipient.
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
  created_at timestamptz not null,
  -- The encrypted text, if only the recipient may read it: `text` then has asterisks in place of the secret. Null once
  -- a carrier accepted the message or it ended.
  sealed_text bytea,
  -- `origin`: who submitted the request other than by the API, and where its reports go. `wire`: fields that only SMPP
  -- carriers transmit, such as the message class.
  origin jsonb,
  wire jsonb,
  -- Set by the client.
  tags text[],
  reference text
) partition by range (id);

-- A search without a number finds messages through their requests, because messages have no index for it. The name of a
-- campaign is cut, because a long one does not fit into an index.
create index sms_requests_account on sms_requests (account_id, created_at desc, id desc);
create index sms_requests_campaign on sms_requests (account_id, left(lower(coalesce(campaign_title, job_name)), 100), created_at desc, id desc)
 where coalesce(campaign_title, job_name) is not null;

-- `status` changes once, from PENDING to DELIVERED or UNDELIVERED. No index contains it, so that an update stays within
-- its page (a HOT update). `text` and `encoding` are null when they equal those of the request.
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
  done_at timestamptz,
  encoding text,
  -- The product whose balance pays for the message.
  product text not null default 'SMS',
  -- `submitter` gets the reports of the message in `reports`, a sum of: 1 delivered, 2 failed, 8 accepted by the
  -- carrier, 16 rejected by the carrier.
  submitter text,
  reports smallint,
  -- The sender of the request, for counting.
  sender text,
  -- The carriers that a waiting message was moved between, oldest first: [{"at", "from", "to"}]. Null for a message
  -- that was never moved.
  moves jsonb
) partition by range (id);

create index sms_messages_phone on sms_messages (account_id, phone, id desc);

-- While a whole partition is counted and dropped, no message of it may be deleted, or it would be counted twice.
create or replace function count_removed_messages() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('ngoma removal of messages'));
  insert into ledger_removals as r (account_id, product, currency, day, hold, spend, release)
  select g.account_id, g.product, a.currency, (q.created_at at time zone 'UTC')::date, sum(g.price),
         coalesce(sum(g.price) filter (where g.submitted_at is not null), 0),
         coalesce(sum(g.price) filter (where g.submitted_at is null), 0)
    from gone g
    join sms_requests q on q.id = g.request_id
    join accounts a on a.id = g.account_id
   where g.price > 0
   group by 1, 2, 3, 4
   order by 1, 2, 3, 4
      on conflict (account_id, product, currency, day)
      do update set hold = r.hold + excluded.hold, spend = r.spend + excluded.spend, release = r.release + excluded.release;
  return null;
end $$;

create trigger count_removed
  after delete on sms_messages
  referencing old table as gone
  for each statement execute function count_removed_messages();

-- Tags and references of requests and of single recipients, for search. 'resent' has the ID of the message that this
-- one repeats. message_id is null if the label applies to the whole request.
create table sms_labels (
  request_id bigint not null,
  place integer not null,
  account_id bigint not null,
  kind text not null check (kind in ('tag', 'reference', 'resent')),
  value text not null,
  message_id bigint,
  created_at timestamptz not null,
  primary key (request_id, place)
) partition by range (request_id);

create index sms_labels_value on sms_labels (account_id, kind, value, created_at, request_id, message_id);

-- The first refused recipients of a request, in the order of the request. Rows are only inserted.
create table sms_refused (
  request_id bigint not null,
  place integer not null,
  account_id bigint not null,
  recipient_id text not null,
  number text not null,
  why text not null,
  primary key (request_id, place)
) partition by range (request_id);

-- Work: up to 500 messages with consecutive IDs, of one account, carrier and lane, due at the same time.
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
  attempts integer not null default 0,
  -- The carrier accepted the messages of this batch before, and reported that they were not delivered.
  again boolean not null default false
) with (fillfactor = 70);

create index sms_batches_due on sms_batches (carrier, lane, due_at);

-- Batches of an account are sent in the order of their due times, then of their IDs.
create index sms_batches_order on sms_batches (carrier, lane, account_id, due_at, id);

-- Work: messages from their acceptance until all are final or their validity ends.
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
  attempts integer not null default 0,
  -- When the messages were due. The end of the validity does not tell, because PINs are valid for a shorter time.
  first_due_at timestamptz
) with (fillfactor = 70);

create index sms_expiries_turn on sms_expiries (account_id, due_at);
create index sms_expiries_due on sms_expiries (due_at);

-- The IDs that a carrier gave to a message or its parts. Rows are only inserted, because references repeat over time.
create table sms_references (
  carrier text not null,
  reference text not null,
  message_id bigint not null,
  part smallint not null,
  parts smallint not null,
  -- A receipt with this reference said at this time, for this reason, that the message was not delivered, and the
  -- message became due again.
  failed_at timestamptz,
  failed_reason text,
  -- When the carrier accepted the message once more; null for its first submit, whose time the message has.
  again_at timestamptz
) partition by range (message_id);

create index sms_references_reference on sms_references (carrier, reference);
create index sms_references_message on sms_references (message_id);

-- Receipts for messages of several parts. A message is final when all parts have one, or one part failed.
create table sms_part_receipts (
  message_id bigint not null,
  part smallint not null,
  status text not null,
  reason text,
  done_at timestamptz not null,
  primary key (message_id, part)
) partition by range (message_id);

-- Receipts without a matching message. They are retried while due_at is set, then kept and shown as unknown.
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
  attempts integer not null default 0,
  -- Whether the settings of the carrier marked the receipt for a retry when it arrived.
  retry boolean
);

create index sms_receipts_reference on sms_receipts (carrier, reference);
create index sms_receipts_received on sms_receipts (received_at);
create index sms_receipts_turn on sms_receipts (carrier, due_at) where due_at is not null;
create index sms_receipts_due on sms_receipts (due_at) where due_at is not null;

-- Work: reports to submitters. `submitter` is `smpp/` and the ID of the credential, or `kannel/`, the ID of the
-- account, a slash, and digits for the host of the URL, or `webhook/` and the ID of the endpoint for the callback URL
-- of a request.
create table sms_reports (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  submitter text not null,
  kind text not null check (kind in ('smpp', 'kannel', 'webhook')),
  request_id bigint not null,
  -- Null for a recipient without a message.
  message_id bigint,
  -- Only for a recipient without a message.
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
  attempts integer not null default 0,
  -- One digit for each deliver_sm of the report: 1 for those with a final response from the customer. Null before the
  -- first one.
  answered text,
  fixed_after smallint
) with (fillfactor = 80);

create index sms_reports_turn on sms_reports (kind, submitter, due_at, id);
create index sms_reports_due on sms_reports (kind, due_at);
create index sms_reports_message on sms_reports (message_id) where kind = 'kannel';

-- Messages that an account with a daily limit sent on a day (GMT). Sends lock the row before they compare it with the
-- limit.
create table sms_usage (
  account_id bigint not null,
  day date not null,
  messages bigint not null,
  primary key (account_id, day)
);

-- The minutes of the recipient's day between which bulk messages of the account are sent, possibly over midnight. No
-- row: at any time.
create table sms_windows (
  account_id bigint primary key references accounts (id),
  opens_minute smallint not null check (opens_minute between 0 and 1439),
  closes_minute smallint not null check (closes_minute between 0 and 1439),
  changed_at timestamptz not null,
  check (opens_minute <> closes_minute)
);

create trigger note_change after insert or update or delete on sms_windows execute function note_change('windows');

-- Messages of an account by day (GMT): submitted to carriers, delivered and failed, without cancelled ones. Counted in
-- the transactions of the changes.
create table sms_days (
  account_id bigint not null,
  day date not null,
  sent bigint not null,
  delivered bigint not null,
  failed bigint not null,
  primary key (account_id, day)
) with (fillfactor = 50);

-- The calling code of a number in international form.
create or replace function calling_code(phone text) returns text language sql immutable parallel safe
return case
         when phone = 'erased' then ''
         when left(phone, 1) in ('1', '7') then left(phone, 1)
         when left(phone, 2) in (
            '20', '27', '30', '31', '32', '33', '34', '36', '39', '40', '41', '43', '44', '45', '46',
            '47', '48', '49', '51', '52', '53', '54', '55', '56', '57', '58', '60', '61', '62', '63',
            '64', '65', '66', '81', '82', '84', '86', '90', '91', '92', '93', '94', '95', '98'
         ) then left(phone, 2)
         else left(phone, 3)
       end;

-- Messages by hour, with everything that reports group by. Counted in the statements that change messages, so reports
-- never read messages and stay correct after their removal. The hour is that of the submit, or of the end for messages
-- that no carrier accepted (`unsent`), so sent + unsent = delivered + failed + pending. `country` is a calling code,
-- `campaign_id` is 0 without a campaign, `reason` is empty unless failed.
create table sms_hours (
  account_id bigint not null,
  hour timestamptz not null,
  carrier text not null,
  country text not null,
  sender text not null,
  campaign_id bigint not null,
  reason text not null,
  sent bigint not null,
  unsent bigint not null,
  delivered bigint not null,
  failed bigint not null,
  spent numeric(18, 4) not null,
  -- The part of `spent` for messages that failed.
  failed_spent numeric(18, 4) not null,
  -- The total time from submit to delivery in seconds, and the number of messages whose time is known.
  delivery_seconds bigint not null,
  timed bigint not null,
  primary key (account_id, hour, carrier, country, sender, campaign_id, reason)
) with (fillfactor = 50);

-- For reports on all accounts.
create index sms_hours_hour on sms_hours (hour);

-- How far the texts of an account's requests are removed, by creation time. Account 0: of all accounts, by ID.
create table sms_redactions (
  account_id bigint primary key,
  created_at timestamptz not null,
  request_id bigint not null
);

-- Earlier requests whose texts are kept, because some of their messages are pending or ended later.
create table sms_redactions_kept (
  account_id bigint not null,
  request_id bigint not null,
  primary key (account_id, request_id)
);


-- == Campaigns ==

-- The row is also the job that fixes the audience, adds messages to the queue, and cancels them. `position` is the
-- number of processed recipients. It moves in the transaction that stores their messages, so no recipient is skipped or
-- repeated.
create table campaigns (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  name text not null,
  status text not null check (status in ('draft', 'scheduled', 'preparing', 'sending', 'paused', 'cancelled', 'done')),
  pause_reason text,
  sender text not null,
  text text not null,
  audience jsonb not null,
  options jsonb not null,
  pace integer,
  reply_hours integer not null,
  -- The campaign whose undelivered messages this one sends again.
  resends bigint,
  -- Codes of the links that all recipients share, in the order of the links in the text.
  link_codes text[],
  file_name text,
  file_columns text[],
  file_upload uuid,
  file_rows integer not null default 0,
  file_invalid integer not null default 0,
  starts_at timestamptz,
  audience_round integer not null default 0,
  recipients integer not null default 0,
  position integer not null default 0,
  queued integer not null default 0,
  invalid integer not null default 0,
  duplicates integer not null default 0,
  opted_out integer not null default 0,
  do_not_disturb integer not null default 0,
  no_consent integer not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
);

create index campaigns_account on campaigns (account_id, id);

-- A campaign can be resent once, and again if that one was cancelled.
create unique index campaigns_resends on campaigns (resends) where resends is not null and status <> 'cancelled';
create index campaigns_held on campaigns (id) where status = 'paused' or (status = 'cancelled' and ended_at is null);
create index campaigns_replies on campaigns (account_id, coalesce(ended_at, 'infinity')) where started_at is not null;
create index campaigns_due on campaigns (due_at) where due_at is not null;

-- Every process knows the campaigns whose messages wait. Other columns change with every step of a campaign.
create trigger note_status after update on campaigns for each row
  when (old.status is distinct from new.status) execute function note_change('campaigns');
create trigger note_change after delete on campaigns execute function note_change('campaigns');

-- Valid rows of an uploaded file: [number, value, ...] in the order of file_columns. Rows of an incomplete or replaced
-- upload are deleted later.
create table campaign_files (
  upload uuid not null,
  place integer not null,
  account_id bigint not null,
  campaign_id bigint not null,
  rows jsonb not null,
  created_at timestamptz not null,
  primary key (upload, place)
);

create index campaign_files_campaign on campaign_files (campaign_id);

-- The fixed audience in pieces: contacts by their ids, rows of the file, or the undelivered messages of an earlier
-- request. Deleted when the campaign ends.
create table campaign_pieces (
  campaign_id bigint not null,
  round integer not null,
  place integer not null,
  account_id bigint not null,
  due_at timestamptz not null,
  size integer not null,
  -- The number of recipients before the piece; null until all pieces are stored.
  first integer,
  contact_ids bigint[],
  -- The numbers of the contacts at the start.
  phones bigint[],
  rows jsonb,
  request_id bigint,
  primary key (campaign_id, round, place)
);

create index campaign_pieces_first on campaign_pieces (campaign_id, round, first);

-- The requests that a campaign became, in order.
create table campaign_requests (
  campaign_id bigint not null,
  request_id bigint not null,
  account_id bigint not null,
  first_message_id bigint not null,
  last_message_id bigint not null,
  primary key (campaign_id, request_id)
);

-- Results by hour, counted by the statements that change messages and store replies and clicks. They stay when messages
-- are removed.
create table campaign_hours (
  campaign_id bigint not null,
  hour timestamptz not null,
  account_id bigint not null,
  sent integer not null default 0,
  delivered integer not null default 0,
  failed integer not null default 0,
  cancelled integer not null default 0,
  cost numeric(18,4) not null default 0,
  replies integer not null default 0,
  replied integer not null default 0,
  opt_outs integer not null default 0,
  clicks integer not null default 0,
  clicked integer not null default 0,
  primary key (campaign_id, hour)
);

create table campaign_reasons (
  campaign_id bigint not null,
  reason text not null,
  account_id bigint not null,
  messages integer not null,
  primary key (campaign_id, reason)
);

-- Recipients who replied, opted out or clicked, each once.
create table campaign_responses (
  campaign_id bigint not null,
  kind text not null check (kind in ('reply', 'opt_out', 'click')),
  message_id bigint not null,
  account_id bigint not null,
  happened_at timestamptz not null,
  primary key (campaign_id, kind, message_id)
);

-- Finds the contacts who clicked.
create index campaign_responses_message on campaign_responses (account_id, kind, message_id);
create index campaign_responses_happened on campaign_responses (account_id, happened_at);


-- == Links ==

-- The URLs in the text of a campaign.
create table links (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  campaign_id bigint not null,
  place smallint not null,
  url text not null,
  clicks integer not null default 0,
  created_at timestamptz not null,
  unique (campaign_id, place)
);

create index links_account on links (account_id, created_at);

-- Codes of short links: random numbers, written as ten characters of base 62. A code of one recipient has the message.
-- Clicks on codes of test messages do not count.
create table link_codes (
  code bigint primary key,
  link_id bigint not null,
  message_id bigint,
  is_test boolean not null default false
);

create index link_codes_link on link_codes (link_id);


-- == Reports ==

-- The longest queue age of a carrier in each hour.
create table sms_queue_hours (
  hour timestamptz not null,
  carrier text not null,
  age_seconds integer not null,
  primary key (hour, carrier)
) with (fillfactor = 50);


-- == SMPP ==

-- Credentials for SMPP and for Kannel's HTTP interface. Password hashes are scrypt, sealed with the root secret.
create table smpp_credentials (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  system_id text not null,
  password_hash bytea not null,
  -- The password before the last rotation, and until when it is valid.
  old_password_hash bytea,
  old_password_until timestamptz,
  binds_max smallint not null check (binds_max between 1 and 100),
  window_size smallint not null check (window_size between 1 and 1000),
  -- Submits per second; 0 means no limit.
  rate integer not null check (rate between 0 and 100000),
  addresses text[],
  message_ids text not null check (message_ids in ('decimal', 'hex')),
  -- Whether incoming messages of the account are delivered to its binds.
  receives_messages boolean not null,
  -- For how long a submit with the same reference, sender, destination and text gets the response of the earlier one; 0
  -- for never.
  duplicate_seconds integer not null check (duplicate_seconds between 0 and 86400),
  -- Whether its dlr-url may use plain HTTP and private hosts. Only operators allow that.
  private_urls boolean not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The address of the last successful bind. Wrong passwords from elsewhere do not lock it out.
  last_address text,
  -- The alphabet of data_coding 0.
  alphabet text not null check (alphabet in ('gsm7', 'gsm7-packed', 'latin1')),
  -- The process that delivers to the binds of the credential, by its name in smpp_binds.
  deliverer text
);

create unique index smpp_credentials_system_id on smpp_credentials (system_id) where revoked_at is null;
create index smpp_credentials_account on smpp_credentials (account_id, id);

create trigger note_smpp_credential_change after insert or delete or update of
  password_hash, old_password_hash, old_password_until, binds_max, window_size, rate, addresses, message_ids,
  receives_messages, duplicate_seconds, private_urls, alphabet, revoked_at
  on smpp_credentials execute function note_change('smpp_credentials');

-- Binds of customers, each leased by the process with the connection. Leases of a dead process end soon.
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

-- Long messages of SMPP customers, whose parts arrive over any process. The row is also the job that ends an incomplete
-- message.
create table smpp_gatherings (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  credential_id bigint not null,
  source text not null,
  phone text not null,
  reference integer not null,
  total smallint not null,
  -- The idempotency key of the send, once all parts are there: it may be in progress.
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
  -- The message ID in the response to the customer, from the IDs of requests.
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

-- Work: incoming messages to deliver over the binds of customers. `submitter` as in sms_reports, so that both kinds of
-- work have the same keys.
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


-- == OTP ==

-- PIN applications, numbered by account from 1. They are never removed, only deactivated.
create table otp_apps (
  account_id bigint not null references accounts (id),
  number integer not null,
  name text not null,
  sender text not null,
  text text not null,
  pin_length smallint not null check (pin_length between 4 and 10),
  life_seconds integer not null check (life_seconds > 0),
  attempts_max smallint not null check (attempts_max > 0),
  active boolean not null,
  number_hour_max integer not null check (number_hour_max > 0),
  app_hour_max integer not null check (app_hour_max > 0),
  guard text not null check (guard in ('off', 'alert', 'block')),
  countries text[],
  country_hour_max integer not null check (country_hour_max > 0),
  prefix_hour_max integer not null check (prefix_hour_max > 0),
  guard_sample integer not null check (guard_sample > 0),
  verified_percent_min smallint not null check (verified_percent_min between 0 and 100),
  block_minutes integer not null check (block_minutes > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- The channels in order, the language (null: that of the account), the texts by language, and whether a PIN can be
  -- sent again.
  channels json not null default '[{"channel":"sms"}]',
  language text,
  texts json not null default '{}',
  resend boolean not null default false,
  primary key (account_id, number)
);

-- A PIN as a keyed hash that includes its ID, with the limits of its application at the time.
create table otp_pins (
  id uuid primary key,
  account_id bigint not null,
  app_number integer not null,
  phone text not null,
  prefix text not null,
  pin_hash bytea not null,
  pin_length smallint not null,
  attempts smallint not null default 0,
  attempts_max smallint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz,
  -- The encrypted PIN, while it may be sent again: over a further channel, or on request. Null once it is verified,
  -- exceeded or expired.
  sealed_pin bytea
) with (fillfactor = 80);

create index otp_pins_account on otp_pins (account_id, created_at, id);
create index otp_pins_created on otp_pins (created_at);
create index otp_pins_sealed on otp_pins (expires_at) where sealed_pin is not null;
create index otp_pins_phone on otp_pins (account_id, phone, created_at desc, id desc);

-- Work: a channel that a PIN was sent over, stored only while the PIN may be sent again. Due while a further channel
-- may follow: at fallback_at, unless a receipt arrives. message_id is a request of `sms` or a chat message, null while
-- unknown. `problem`: why the channel was skipped.
create table otp_sends (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  pin_id uuid not null references otp_pins (id) on delete cascade,
  step smallint not null,
  channel text not null,
  language text,
  message_id bigint,
  problem text,
  created_at timestamptz not null,
  fallback_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
);

create index otp_sends_pin on otp_sends (pin_id, id);
create index otp_sends_turn on otp_sends (account_id, due_at) where due_at is not null;
create index otp_sends_due on otp_sends (due_at) where due_at is not null;

-- Requests per hour, for rate limits. `count_max` is there for the comparison in the counting statement.
create table otp_counters (
  account_id bigint not null,
  scope text not null,
  subject text not null,
  hour timestamptz not null,
  count integer not null,
  count_max integer not null,
  primary key (account_id, scope, subject, hour)
) with (fillfactor = 70);

create index otp_counters_hour on otp_counters (hour);

-- The state of the fraud guard for a prefix: how many of the last requests were verified, and until when it is blocked.
-- `on_trial`: it was blocked before.
create table otp_prefixes (
  account_id bigint not null,
  app_number integer not null,
  prefix text not null,
  requests integer not null,
  verified integer not null,
  on_trial boolean not null,
  blocked_until timestamptz,
  changed_at timestamptz not null,
  -- A country, or the range of all numbers, is not blocked before this time, because its first PINs are still being
  -- typed.
  judged_from timestamptz,
  primary key (account_id, app_number, prefix)
) with (fillfactor = 70);

create index otp_prefixes_changed on otp_prefixes (changed_at);
create index otp_prefixes_blocked on otp_prefixes (account_id, blocked_until, app_number, prefix) where blocked_until is not null;

-- Destinations that operators allowed for the PINs of an account, in addition to its own country.
create table otp_allowances (
  account_id bigint primary key references accounts (id),
  countries text[] not null,
  ranges text[] not null,
  changed_at timestamptz not null
);


-- == Airtime ==

-- Work: an airtime transfer from its acceptance to its final state. `amount_text` is the amount as requested.
-- accepted: stored, with a hold. submitted: prepared at the provider as `provider_reference`; the payment may have been
-- requested.
-- `tried_at`: the last request to pay, written before it. `confirmed_at`: the provider acknowledged that request, so it
-- is never repeated. `overdue_at`: the provider gave no final result in time; the hold remains until there is one.
create table airtime_transfers (
  id bigint primary key,
  account_id bigint not null references accounts (id),
  reference_id text not null,
  phone text not null,
  amount numeric(18, 4) not null check (amount > 0),
  amount_text text not null,
  currency text not null,
  product_id bigint,
  provider text not null,
  provider_reference text,
  state text not null default 'accepted' check (state in ('accepted', 'submitted', 'successful', 'failed')),
  reason text,
  created_at timestamptz not null,
  submitted_at timestamptz,
  tried_at timestamptz,
  confirmed_at timestamptz,
  done_at timestamptz,
  overdue_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0,
  unique (account_id, reference_id),
  check ((state in ('successful', 'failed')) = (done_at is not null)),
  check (state <> 'submitted' or (provider_reference is not null and submitted_at is not null and tried_at is not null))
);

create index airtime_transfers_turn on airtime_transfers (account_id, due_at) where due_at is not null;
create index airtime_transfers_due on airtime_transfers (due_at) where due_at is not null;
create index airtime_transfers_account on airtime_transfers (account_id, id);
create index airtime_transfers_provider on airtime_transfers (provider, provider_reference) where state = 'submitted';
create index airtime_transfers_open on airtime_transfers (provider) where done_at is null;
create index airtime_transfers_overdue on airtime_transfers (id) where overdue_at is not null and done_at is null;

create or replace function count_removed_transfers() returns trigger language plpgsql as $$
begin
  insert into ledger_removals as r (account_id, product, currency, day, hold, spend, release)
  select g.account_id, 'AIRTIME', g.currency, (g.created_at at time zone 'UTC')::date, sum(g.amount),
         coalesce(sum(g.amount) filter (where g.state = 'successful'), 0),
         coalesce(sum(g.amount) filter (where g.state = 'failed'), 0)
    from gone g
   group by 1, 2, 3, 4
   order by 1, 2, 3, 4
      on conflict (account_id, product, currency, day)
      do update set hold = r.hold + excluded.hold, spend = r.spend + excluded.spend, release = r.release + excluded.release;
  return null;
end $$;

create trigger count_removed
  after delete on airtime_transfers
  referencing old table as gone
  for each statement execute function count_removed_transfers();
create index airtime_transfers_created on airtime_transfers (created_at);
create index airtime_transfers_phone on airtime_transfers (account_id, phone, id desc);


-- == Checkout ==

-- Work: a checkout session from its creation to its end. It is due when it expires. `amount_text` is the amount as
-- requested.
-- The URL of its page is a secret, so only its hash is stored. `secure_token` is the client's token, encrypted and
-- deleted at the end; its keyed hash `token_hash` then recognizes a repeated request.
-- `started_at`: the provider was called or is about to be; null again when that failed and the payer may retry. `tries`
-- counts the attempts, and `paid_try` is the paid one. If another attempt is paid too, its money must be refunded.
create table checkout_sessions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  transaction_id text not null,
  reference_number text not null,
  amount numeric(18, 4) not null check (amount > 0),
  amount_text text not null,
  currency text not null,
  phone text,
  page_hash bytea not null unique,
  secure_token bytea,
  token_hash bytea,
  provider text not null,
  provider_reference text,
  redirect_to text,
  state text not null default 'open' check (state in ('open', 'paid', 'cancelled', 'expired')),
  tries integer not null default 0,
  paid_try integer,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  started_at timestamptz,
  failed_at timestamptz,
  ended_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0,
  -- Charged when the session was paid.
  fee numeric(18, 4) not null default 0,
  -- The request header that had the client's token; null for service-secure-token.
  token_header text,
  unique (account_id, transaction_id),
  check ((state = 'open') = (ended_at is null))
);

create index checkout_sessions_turn on checkout_sessions (account_id, due_at) where due_at is not null;
create index checkout_sessions_due on checkout_sessions (due_at) where due_at is not null;
create index checkout_sessions_account on checkout_sessions (account_id, id);
create index checkout_sessions_ended on checkout_sessions (ended_at) where ended_at is not null;

create or replace function count_removed_sessions() returns trigger language plpgsql as $$
begin
  insert into ledger_removals as r (account_id, product, currency, day, hold, spend, release)
  select g.account_id, 'PAYMENTS', g.currency, (g.created_at at time zone 'UTC')::date, sum(g.fee), sum(g.fee), 0
    from gone g
   where g.fee > 0
   group by 1, 2, 3, 4
   order by 1, 2, 3, 4
      on conflict (account_id, product, currency, day)
      do update set hold = r.hold + excluded.hold, spend = r.spend + excluded.spend;
  return null;
end $$;

create trigger count_removed
  after delete on checkout_sessions
  referencing old table as gone
  for each statement execute function count_removed_sessions();
create index checkout_sessions_created on checkout_sessions (created_at);

-- Sessions with an open payment are not due.
create index checkout_sessions_open on checkout_sessions (id) where state = 'open';

-- Work: one attempt to pay for a checkout session, stored before the provider is called. Due when the provider is to be
-- asked for the result; meanwhile the session is not due. started: the provider has not responded yet. `unknown_at`:
-- the result has been missing for so long that operators see the payment. `refund`: money received for a session that
-- had ended or was paid already.
create table checkout_payments (
  id bigint generated always as identity primary key,
  session_id bigint not null,
  account_id bigint not null references accounts (id),
  try integer not null,
  -- Our ID at the provider. Random, so that other installations with the same merchant account never use it.
  payment_id text not null unique,
  provider text not null,
  method text not null check (method in ('prompt', 'redirect')),
  phone text,
  amount numeric(18, 4) not null check (amount > 0),
  currency text not null,
  -- The provider's ID and receipt number.
  reference text,
  receipt text,
  state text not null default 'started' check (state in ('started', 'pending', 'paid', 'failed')),
  reason text,
  started_at timestamptz not null,
  asked_at timestamptz,
  unknown_at timestamptz,
  ended_at timestamptz,
  refund text check (refund in ('due', 'done')),
  refunded_at timestamptz,
  refunded_by text,
  refund_note text,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0,
  unique (session_id, try),
  check ((state in ('paid', 'failed')) = (ended_at is not null))
);

create index checkout_payments_turn on checkout_payments (account_id, due_at) where due_at is not null;
create index checkout_payments_due on checkout_payments (due_at) where due_at is not null;

-- A callback cannot use the reference of another payment.
create unique index checkout_payments_reference on checkout_payments (provider, reference) where reference is not null;
create index checkout_payments_receipt on checkout_payments (provider, receipt) where receipt is not null;
create index checkout_payments_account on checkout_payments (account_id, id);
create index checkout_payments_started on checkout_payments (started_at);
create index checkout_payments_ended on checkout_payments (ended_at) where ended_at is not null;
create index checkout_payments_open on checkout_payments (id) where ended_at is null;
create index checkout_payments_refunds on checkout_payments (id) where refund is not null;
create index checkout_payments_phone on checkout_payments (account_id, phone, id desc) where phone is not null;


-- == Chat ==

-- One person and one business on a chat service. `received_at` is the time of the person's last message; a session ends
-- 24 hours later. `endpoint_id` is that of the last message with a callback_url.
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
  -- When the current chat session opened. Its first message has the price.
  session_at timestamptz,
  unique (account_id, service, business, phone)
);

-- For retention.
create index chat_conversations_old on chat_conversations (changed_at);
create index chat_conversations_changed on chat_conversations (account_id, changed_at, id);
create index chat_conversations_received on chat_conversations (account_id, received_at) where received_at is not null;

-- For channels that do not say which message a person answers.
create index chat_conversations_person on chat_conversations (phone, service, business);

-- The timeline of one number.
create index chat_conversations_number on chat_conversations (account_id, phone);

-- Chat messages in both directions; an outgoing one is also work. queued: stored, with a hold. sent: accepted by the
-- channel and charged. failed: not sent, and the hold released. received: written by the person.
-- `reference` is the ID of the channel, `answers_id` the message that the person answered, `endpoint_id` the receiver
-- of replies to this message.
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
  -- Charged with the message that opened a chat session.
  session_price numeric(18, 4) not null default 0,
  -- The text was removed by its retention limit; the content is an empty text.
  text_removed boolean not null default false,
  -- The product that pays for the message.
  product text not null default 'CHAT',
  -- Replaces `content` until the message ends.
  sealed_content bytea,
  -- Null: a day after its creation.
  expires_at timestamptz,
  -- A request may have reached the channel, so the message is not submitted again until its outcome is known.
  tried_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  -- The channel reported a failure after the message was charged, so its price was credited. `state` stays sent,
  -- because it says how the message was paid for.
  failed_at timestamptz,
  check ((direction = 'in') = (state = 'received')),
  check ((state = 'queued') = (done_at is null))
) with (fillfactor = 80);

-- Recognizes a repeated message.
create unique index chat_messages_incoming on chat_messages (carrier, reference) where direction = 'in';
create unique index chat_messages_transaction on chat_messages (account_id, transaction_id) where transaction_id is not null;
create index chat_messages_conversation on chat_messages (conversation_id, id);
create index chat_messages_created on chat_messages (created_at) where done_at is not null;
create index chat_messages_turn on chat_messages (account_id, due_at) where due_at is not null;
create index chat_messages_due on chat_messages (due_at) where due_at is not null;

-- Messages that another product paid for are counted apart from the other subjects of that product.
create or replace function count_removed_chats() returns trigger language plpgsql as $$
begin
  insert into ledger_removals as r (account_id, product, currency, day, hold, spend, release)
  select g.account_id, p.product, a.currency, (g.created_at at time zone 'UTC')::date, sum(p.hold), sum(p.spend), sum(p.release)
    from gone g
    join accounts a on a.id = g.account_id
   cross join lateral (
     values (case g.product when 'CHAT' then 'CHAT' else g.product || ' chat' end,
             case when g.direction = 'out' then g.price else 0 end,
             case when g.state = 'sent' then g.price else 0 end,
             case when g.state = 'failed' then g.price else 0 end),
            ('CONVERSATIONS', g.session_price, g.session_price, 0)
   ) as p(product, hold, spend, release)
   where p.hold > 0
   group by 1, 2, 3, 4
   order by 1, 2, 3, 4
      on conflict (account_id, product, currency, day)
      do update set hold = r.hold + excluded.hold, spend = r.spend + excluded.spend, release = r.release + excluded.release;
  return null;
end $$;

create trigger count_removed
  after delete on chat_messages
  referencing old table as gone
  for each statement execute function count_removed_chats();

-- For the removal of old messages and texts, of all accounts or of one, and for the archive.
create index chat_messages_old on chat_messages (account_id, created_at) where done_at is not null;
create index chat_messages_day on chat_messages (created_at);
create index chat_messages_texts on chat_messages (created_at) where done_at is not null and not text_removed;
create index chat_messages_account_texts on chat_messages (account_id, created_at) where done_at is not null and not text_removed;

-- For statuses and replies, which have the message ID of the channel.
create index chat_messages_reference on chat_messages (carrier, reference) where direction = 'out' and reference is not null;

-- The message templates of a channel, as the provider lists them.
create table chat_templates (
  provider text not null references providers (name) on delete cascade,
  name text not null,
  language text not null,
  category text not null,
  status text not null,
  components json not null,
  synced_at timestamptz not null,
  primary key (provider, name, language)
);


-- == Inbound ==

-- A number that receives messages. Without an account, several accounts share it.
create table inbound_numbers (
  number text primary key check (number ~ '^[0-9]{3,15}$'),
  account_id bigint references accounts (id),
  created_at timestamptz not null
);

-- Messages to this number that begin with the keyword belong to this account. Stored in capitals, as messages are
-- compared.
create table inbound_keywords (
  number text not null references inbound_numbers (number) on delete cascade,
  keyword text not null,
  account_id bigint not null references accounts (id),
  created_at timestamptz not null,
  primary key (number, keyword)
);

-- The stop, start and help words of an account, instead of the usual ones, and its reply to help.
create table inbound_words (
  account_id bigint primary key references accounts (id),
  stop text[] not null,
  start text[] not null,
  help text[] not null,
  help_reply text not null,
  changed_at timestamptz not null
);

-- Work: a long message whose parts are arriving. Due when the missing parts are given up. Kept for a while afterwards,
-- to recognize repeated parts.
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

-- `text` is a JSON string, because a phone may cut a character in two, and half of one is not valid text.
create table inbound_parts (
  gathering_id bigint not null references inbound_gatherings (id) on delete cascade,
  part smallint not null,
  text text not null,
  primary key (gathering_id, part)
);

-- Work: complete incoming messages. Due while something has to follow, such as a help reply or cancelling pending
-- messages to the number. account_id is null if no account matches.
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
  attempts integer not null default 0,
  -- The text was removed by its retention limit, and is empty.
  text_removed boolean not null default false,
  -- Accounts that a stop word on a shared number opted the person out of, the last writer first. Set on the message
  -- whose work confirms it to the person.
  confirms bigint[]
);

create index inbound_messages_account on inbound_messages (account_id, id desc);
create index inbound_messages_turn on inbound_messages (account_id, due_at) where due_at is not null;
create index inbound_messages_due on inbound_messages (due_at) where due_at is not null;

-- For virtual phones.
create index inbound_messages_phone on inbound_messages (account_id, phone, id desc);

-- For the archive: the rows of a day, of all accounts.
create index inbound_messages_received on inbound_messages (received_at);

-- For the removal of old texts, of all accounts or of one.
create index inbound_messages_texts on inbound_messages (id) where not text_removed;
create index inbound_messages_account_texts on inbound_messages (account_id, id) where not text_removed;
create index inbound_messages_end on inbound_messages (account_id, reverse(phone));

-- IDs that carriers gave to incoming messages. They recognize a repeated message for some days, even after its row in
-- inbound_messages was removed.
create table inbound_ids (
  carrier text not null,
  id text not null,
  created_at timestamptz not null,
  primary key (carrier, id)
);

create index inbound_ids_created on inbound_ids (created_at);


-- == Inbox ==

create sequence conversation_versions;

-- A conversation with one number on one channel: 'sms', or a chat service with the business. `incoming` counts messages
-- of the person and `replies` those of members; both only grow. `version` changes with every change, for open pages.
create table conversations (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  channel text not null,
  business text not null,
  phone text not null,
  status text not null check (status in ('open', 'closed')),
  -- Without a foreign key: closed conversations keep members who have left, because changing all at once would lock
  -- them for long.
  assignee_id text,
  incoming bigint not null default 0,
  replies bigint not null default 0,
  last_at timestamptz not null,
  last_text text not null,
  last_direction text not null check (last_direction in ('in', 'out')),
  created_at timestamptz not null,
  version bigint not null default nextval('conversation_versions'),
  unique (account_id, channel, business, phone)
) with (fillfactor = 80);

alter sequence conversation_versions owned by conversations.version;

create index conversations_list on conversations (account_id, status, last_at desc, id desc);
create index conversations_all on conversations (account_id, last_at desc, id desc);
create index conversations_assigned on conversations (account_id, assignee_id, status, last_at desc, id desc) where assignee_id is not null;
create index conversations_unassigned on conversations (account_id, status, last_at desc, id desc) where assignee_id is null;
create index conversations_phone on conversations (account_id, phone);
create index conversations_end on conversations (account_id, reverse(phone));
create index conversations_version on conversations (account_id, version desc);
create index conversations_old on conversations (last_at);
create index conversations_texts on conversations (last_at) where last_text <> '';
create index conversations_account_texts on conversations (account_id, last_at) where last_text <> '';

-- The incoming messages that a member has seen.
create table conversation_reads (
  conversation_id bigint not null references conversations (id) on delete cascade,
  user_id text not null,
  account_id bigint not null,
  incoming bigint not null,
  primary key (conversation_id, user_id)
);

-- Notes of members, and changes of a conversation. `author` is the name at the time.
create table conversation_notes (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  conversation_id bigint not null references conversations (id) on delete cascade,
  kind text not null check (kind in ('note', 'assigned', 'closed', 'reopened')),
  author text not null,
  text text not null,
  created_at timestamptz not null
);

create index conversation_notes_conversation on conversation_notes (conversation_id, id desc);
create index conversation_notes_texts on conversation_notes (id) where kind = 'note' and text <> '';

-- The authors of outgoing messages: message_id is that of sms_messages or chat_messages.
create table conversation_replies (
  conversation_id bigint not null references conversations (id) on delete cascade,
  message_id bigint not null,
  account_id bigint not null,
  author text not null,
  created_at timestamptz not null,
  primary key (conversation_id, message_id)
);


-- == Person ==

-- Work: the removal of a person's data from an account, or from the whole installation (account_id null). The number is
-- stored encrypted until the end; then only its keyed hash remains. `entry` is the ID of the same erasure in the file
-- outside the database. `step` and `after_key` are the progress, so that it continues after a crash; `pending` is the
-- number of rows that it waits for. `counts` has the removed or overwritten rows by kind of data.
create table erasures (
  id bigint generated always as identity primary key,
  account_id bigint references accounts (id),
  entry uuid not null unique,
  phone_hash text not null,
  sealed_phone bytea,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done')),
  step text,
  after_key text,
  pending integer not null default 0,
  counts jsonb not null default '{}',
  requested_by text not null,
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0,
  check ((state = 'done') = (sealed_phone is null))
);

create unique index erasures_active on erasures (coalesce(account_id, 0), phone_hash) where state <> 'done';
create index erasures_list on erasures (account_id, id desc);
create index erasures_due on erasures (due_at) where due_at is not null;


-- == Retention ==

-- How long data is kept. One row for each limit that was ever set: `default` and `max` of the installation, `own` of an
-- account. If is_set is false, the row only holds what `kept_days` promises, and the next more general value applies.
-- Days null: no limit. A shorter limit takes effect after a day: until `kept_until`, data is kept for at least
-- `kept_days` (null: without limit).
create table retention_limits (
  id bigint generated always as identity primary key,
  account_id bigint references accounts (id),
  data_class text not null check (data_class in ('texts', 'messages', 'events', 'logs')),
  kind text not null check (kind in ('default', 'max', 'own')),
  is_set boolean not null,
  days integer check (days between 1 and 36500),
  kept_days integer,
  kept_until timestamptz,
  changed_at timestamptz not null,
  -- Grows with every change of any limit. Unlike the time, it never repeats.
  revision bigint not null,
  check ((kind = 'own') = (account_id is not null)),
  unique nulls not distinct (data_class, kind, account_id)
);

create index retention_limits_revision on retention_limits (revision);

-- The last run of each rule. It is unfinished while finished_at is null, and the next run resumes after `place`, an
-- account. The error stays until a complete run without one.
create table retention_progress (
  rule text primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  last_finished_at timestamptz,
  place bigint not null default 0,
  removed bigint not null default 0,
  removed_total bigint not null default 0,
  error text,
  failed_at timestamptz
);

-- Days (GMT, by creation) whose rows are in archive files (NGOMA_ARCHIVE_DIR). Part 1 has the rows that were final
-- then, later parts those of archive_late that became final since.
create table archive_days (
  day date not null,
  part integer not null check (part > 0),
  rows bigint not null,
  written_at timestamptz not null,
  primary key (day, part)
);

-- Rows that were not final when their day was archived. They are not removed before a later part has them.
create table archive_late (
  day date not null,
  source text not null,
  id bigint not null,
  primary key (day, source, id)
);

create index archive_late_rows on archive_late (source, id);

-- At most one row: the archive directory of this database has the same id in a file. While is_used is false, rows are
-- removed without an archive.
create table archive_state (
  singleton boolean primary key default true check (singleton),
  id uuid not null,
  is_used boolean not null default true
);


-- == Sandbox ==

-- The moved clock and the faults of the simulated network of staging, in at most one row. Null: as in the settings.
create table sandbox (
  name text primary key default 'sandbox' check (name = 'sandbox'),
  moved_seconds bigint not null default 0 check (moved_seconds >= 0),
  latency_ms integer,
  refusal_rate double precision,
  disconnect_rate double precision,
  rate_per_second integer
);

create trigger note_change after insert or update or delete on sandbox execute function note_change('sandbox');


-- == Console ==

-- When something that operators set up last worked: `backup`, a complete backup; `mail`, a test email.
create table setup_marks (
  name text primary key,
  at timestamptz not null
);
