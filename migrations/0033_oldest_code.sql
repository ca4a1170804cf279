-- oldest code: 0033 (0.2.0)
-- Each migration notes the oldest program that may run on the schema from here on. The migrator creates this table, in
-- new databases with these columns.
alter table ngoma_migrations add column if not exists oldest_code integer;
alter table ngoma_migrations add column if not exists oldest_version text;
