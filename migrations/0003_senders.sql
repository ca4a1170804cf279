create table senders (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  sender text not null,
  sample_content text not null,
  status text not null check (status in ('pending', 'active', 'rejected', 'inactive')),
  created_at timestamptz not null,
  unique (account_id, sender)
);
