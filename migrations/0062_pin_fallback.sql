-- The channels of an application in order, its language (null: that of the account), its texts by language, and whether a PIN can be sent again.
alter table otp_apps
  add column channels json not null default '[{"channel":"sms"}]',
  add column language text,
  add column texts json not null default '{}',
  add column resend boolean not null default false;

-- The PIN, encrypted, while it may be sent once more: with a further channel, or on request. Null once it is verified, exceeded or expired.
alter table otp_pins add column sealed_pin bytea;

create index otp_pins_sealed on otp_pins (expires_at) where sealed_pin is not null;

-- Work: a channel that a PIN was sent on, only for PINs that are kept. Due while a further channel may follow: fallback_at is when that happens without a receipt.
-- message_id is the request of an SMS, or a chat message; null while it is not known. `problem`: the channel was skipped.
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
