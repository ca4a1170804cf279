-- Browsers in which somebody has signed in: wrong passwords that others type do not make these wait. Gone with a new password.
create table auth_devices (
  user_id text not null references auth_users ("id") on delete cascade,
  device_hash text not null,
  seen_at timestamptz not null,
  primary key (user_id, device_hash)
);

create index auth_devices_seen on auth_devices (seen_at);

-- Invitations that owners mailed and nobody has accepted. Whether the email belongs to a user is looked up when the invitation is accepted.
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

-- Members of such an account may do nothing in it without a second factor.
alter table accounts add column two_factor_required boolean not null default false;

-- When the user of a session last proved who they are (null: when it began), and whether that took two factors.
alter table auth_sessions add column "provedAt" timestamptz;
alter table auth_sessions add column "secondFactor" boolean not null default false;
