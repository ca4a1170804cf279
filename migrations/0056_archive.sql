-- Days whose rows are in archive files (NGOMA_ARCHIVE_DIR), by the day, GMT, on which the rows were created. Part 1 has the rows that were final at that time,
-- later parts those of archive_late that became final since.
create table archive_days (
  day date not null,
  part integer not null check (part > 0),
  rows bigint not null,
  written_at timestamptz not null,
  primary key (day, part)
);

-- Rows that were not final when their day was archived. They are not removed before a later part has them.
create table archive_late (
  day date not null,
  source text not null,
  id bigint not null,
  primary key (day, source, id)
);
create index archive_late_rows on archive_late (source, id);

-- At most one row: the archive directory of this database has the same id in a file.
-- While is_used is false, rows are removed without an archive.
create table archive_state (
  singleton boolean primary key default true check (singleton),
  id uuid not null,
  is_used boolean not null default true
);
