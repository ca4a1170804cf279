-- Substring search by index. It comes with PostgreSQL and may be created by the owner of a database; the embedded engine has it too.
create extension if not exists pg_trgm;

-- One row per account: how many contacts it has. Whoever changes its contacts or books holds it, so that counts are right and nothing deadlocks.
create table contact_accounts (
  account_id bigint primary key references accounts (id),
  contacts_count bigint not null default 0 check (contacts_count >= 0)
);

-- name_key is the name as it is compared: in lower case, made by the program, because what lower() does depends on a database's locale.
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

-- search is what a contact is found by, its names and numbers in lower case, each on a line of its own. What is not known is empty.
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
  unique (account_id, phone)
);

create index contacts_account on contacts (account_id, id);
create index contacts_search on contacts using gin (search gin_trgm_ops);

-- Which contacts are in which book; every contact is in one at least. No foreign keys: they would be checked row by row a million times in an import,
-- and whoever writes here holds the account's row.
create table contact_memberships (
  account_id bigint not null,
  book_id bigint not null,
  contact_id bigint not null,
  primary key (account_id, book_id, contact_id)
);

create index contact_memberships_contact on contact_memberships (contact_id, book_id);

insert into contact_accounts (account_id)
select id
  from accounts;

insert into contact_books (account_id, name, name_key, description, is_default, created_at)
select id, 'Default', 'default', '', true, now()
  from accounts;
