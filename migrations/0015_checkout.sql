-- Work: a payment that was asked for, from its opening to its one end. It is due when it expires or, once a provider was told to take the money, when that
-- one is to be asked what became of it. `amount_text` is the amount as it was sent.
-- The address of its page is a secret: of it there is only a hash, by which it is found. `secure_token` is the client's own, encrypted, and
-- gone when the session has ended; `token_hash`, by a key, says afterwards whether a repeated request has the same.
-- `started_at`: the provider was told to take the money, or is about to be; null again when that failed and the payer may try once more. `tries` counts them,
-- and `paid_try` is the one that was paid: when another one is paid as well, somebody has to give money back.
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
  unique (account_id, transaction_id),
  check ((state = 'open') = (ended_at is null))
);

create index checkout_sessions_turn on checkout_sessions (account_id, due_at) where due_at is not null;
create index checkout_sessions_due on checkout_sessions (due_at) where due_at is not null;
create index checkout_sessions_account on checkout_sessions (account_id, id);
create index checkout_sessions_ended on checkout_sessions (ended_at) where ended_at is not null;
