-- Work: the data of a person is removed from an account, or from the whole installation (account_id null). The number is stored
-- encrypted until the erasure ends; then only its keyed hash remains.
-- `entry` is the id of the same erasure in the file outside the database. `step` and `after_key` say how far it came, so that it goes on after a crash;
-- `pending` is the number of rows that it waits for. `counts` has the rows that were removed or overwritten, by kind of data.
create table erasures (
  id bigint generated always as identity primary key,
  account_id bigint references accounts (id),
  entry uuid not null unique,
  phone_hash text not null,
  sealed_phone bytea,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done')),
  step text,
  after_key text,
  pending integer not null default 0,
  counts jsonb not null default '{}',
  requested_by text not null,
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0,
  check ((state = 'done') = (sealed_phone is null))
);

create unique index erasures_active on erasures (coalesce(account_id, 0), phone_hash) where state <> 'done';
create index erasures_list on erasures (account_id, id desc);
create index erasures_due on erasures (due_at) where due_at is not null;

-- The last statements of the upgrade lock tables that every send needs, so that sends wait only for a moment.

-- When the partition of next_id began. A partition ends after a week; an older version, which ends it after 5,000,000 ids only, leaves this alone.
alter table id_blocks add column partition_began_at timestamptz;

-- While a whole partition is counted and dropped, no message of it may be deleted, or it would be counted twice.
create or replace function count_removed_messages() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('ngoma removal of messages'));
  insert into ledger_removals as r (account_id, product, currency, day, hold, spend, release)
  select g.account_id, g.product, a.currency, (q.created_at at time zone 'UTC')::date, sum(g.price),
         coalesce(sum(g.price) filter (where g.submitted_at is not null), 0),
         coalesce(sum(g.price) filter (where g.submitted_at is null), 0)
    from gone g
    join sms_requests q on q.id = g.request_id
    join accounts a on a.id = g.account_id
   where g.price > 0
   group by 1, 2, 3, 4
   order by 1, 2, 3, 4
      on conflict (account_id, product, currency, day)
      do update set hold = r.hold + excluded.hold, spend = r.spend + excluded.spend, release = r.release + excluded.release;
  return null;
end $$;

-- Earlier versions never delete messages.
create trigger count_removed
  after delete on sms_messages
  referencing old table as gone
  for each statement execute function count_removed_messages();
