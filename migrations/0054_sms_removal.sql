-- When the partition of next_id began. A partition ends after a week; an older version, which ends it after 5,000,000 ids only, leaves this alone.
alter table id_blocks add column partition_began_at timestamptz;

-- How far the texts of an account's requests are removed, by the time of the requests; account 0 stands for all accounts, in the order of ids.
create table sms_redactions (
  account_id bigint primary key,
  created_at timestamptz not null,
  request_id bigint not null
);

-- Requests before that place whose texts are kept, because some of their messages are pending or ended later.
create table sms_redactions_kept (
  account_id bigint not null,
  request_id bigint not null,
  primary key (account_id, request_id)
);

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
