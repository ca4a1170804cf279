-- Work: a file of contacts on its way into a book. It is due once the whole file is here; its pieces are done in order, each in one transaction.
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

-- Records of the file, read and in order, as many as are done at once; gone when they are done.
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

-- What became of each record of a file: added, updated, or invalid and why.
create table contact_import_rows (
  import_id bigint not null,
  account_id bigint not null,
  row integer not null,
  outcome text not null check (outcome in ('added', 'updated', 'invalid')),
  phone text not null,
  why text,
  primary key (import_id, row)
);

-- Most rows are added, so a page of those is found by the primary key.
create index contact_import_rows_outcome on contact_import_rows (import_id, outcome, row) where outcome <> 'added';
