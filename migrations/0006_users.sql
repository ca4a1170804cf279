-- What keys for encryption and signatures are derived from. `made` when we made it ourselves; otherwise it comes from the environment, and only its
-- fingerprint is kept, so that a wrong one is noticed before anything is encrypted with it.
create table root_secret (
  only_row boolean primary key default true check (only_row),
  made text,
  fingerprint bytea not null
);

-- The tables of better-auth, with the names that it gives their columns. `operator` is ours: it does not know of it, so no request can set it.
create table auth_users (
  "id" text primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp,
  "twoFactorEnabled" boolean,
  operator boolean not null default false
);

create table auth_sessions (
  "id" text primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references auth_users ("id") on delete cascade
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

create table auth_rate_limits (
  "id" text primary key,
  "key" text not null unique,
  "count" integer not null,
  "lastRequest" bigint not null
);

-- Wrong passwords by e-mail, and by e-mail and address; gone with the right one, or after a while.
create table sign_in_failures (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null
);

create table members (
  account_id bigint not null references accounts (id),
  user_id text not null references auth_users ("id") on delete cascade,
  role text not null check (role in ('owner', 'member', 'viewer')),
  created_at timestamptz not null,
  primary key (account_id, user_id)
);

create index members_user on members (user_id, account_id);

-- Every change that was asked for in the console or with the command line, written before it is made; its status follows. One without a status was
-- under way when its process ended: it may have happened, or not.
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
  detail jsonb
);

create index audit_entries_account on audit_entries (account_id, id desc);
