-- Codes of the second step that somebody has signed in with: each works once, though an app shows it for half a minute. Gone after a while.
create table auth_used_codes (
  user_id text not null references auth_users ("id") on delete cascade,
  code_hash text not null,
  used_at timestamptz not null,
  primary key (user_id, code_hash)
);
