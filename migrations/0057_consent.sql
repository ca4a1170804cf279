-- Who opted the number out: stop, api, person or import. Null for opt-outs of earlier versions.
alter table sms_optouts add column source text;

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

-- Also finds the newest: of a consent and a withdrawal at the same time, the withdrawal comes first.
create unique index consents_newest on consents (account_id, phone, at desc, given);

-- Accounts that send bulk messages only to numbers with a consent.
create table consent_rules (
  account_id bigint primary key,
  since timestamptz not null
);
