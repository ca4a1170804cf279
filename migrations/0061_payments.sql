-- Work: an attempt to pay for a checkout session, from the moment before the provider is called to its end. It is due when the provider is to be asked for
-- the result. While one of a session's payments is open, the session itself is not due.
-- started: the provider has not answered yet. `unknown_at`: the result has been missing for so long that operators see the payment.
-- `refund`: money that was received for a session that had ended or was paid already, and must be returned.
create table checkout_payments (
  id bigint generated always as identity primary key,
  session_id bigint not null,
  account_id bigint not null references accounts (id),
  try integer not null,
  -- Our id towards the provider. Random, so that another installation with the same merchant account never uses it.
  payment_id text not null unique,
  provider text not null,
  method text not null check (method in ('prompt', 'redirect')),
  phone text,
  amount numeric(18, 4) not null check (amount > 0),
  currency text not null,
  -- The provider's own id, and the number of its receipt.
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
-- A reference belongs to one payment: a callback cannot use the reference of another one.
create unique index checkout_payments_reference on checkout_payments (provider, reference) where reference is not null;
create index checkout_payments_receipt on checkout_payments (provider, receipt) where receipt is not null;
create index checkout_payments_account on checkout_payments (account_id, id);
create index checkout_payments_started on checkout_payments (started_at);
create index checkout_payments_ended on checkout_payments (ended_at) where ended_at is not null;
create index checkout_payments_open on checkout_payments (id) where ended_at is null;
create index checkout_payments_refunds on checkout_payments (id) where refund is not null;
-- Sessions with a running payment are not due.
create index checkout_sessions_open on checkout_sessions (id) where state = 'open';
