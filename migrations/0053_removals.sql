-- Sums of the ledger entries whose subject (message, transfer, checkout, chat message) was removed, by the day, GMT, on
-- which the subject was created. They replace the removed rows in `ngoma ledger check`.
create table ledger_removals (
  account_id bigint not null,
  product text not null,
  currency text not null,
  day date not null,
  hold numeric(38, 4) not null,
  spend numeric(38, 4) not null,
  release numeric(38, 4) not null,
  primary key (account_id, product, currency, day)
);

-- Triggers count every deletion, also those of an older version during an upgrade. They run once per statement. The one of messages is in 0058.
create or replace function count_removed_sessions() returns trigger language plpgsql as $$
begin
  insert into ledger_removals as r (account_id, product, currency, day, hold, spend, release)
  select g.account_id, 'PAYMENTS', g.currency, (g.created_at at time zone 'UTC')::date, sum(g.fee), sum(g.fee), 0
    from gone g
   where g.fee > 0
   group by 1, 2, 3, 4
   order by 1, 2, 3, 4
      on conflict (account_id, product, currency, day)
      do update set hold = r.hold + excluded.hold, spend = r.spend + excluded.spend;
  return null;
end $$;

create trigger count_removed
  after delete on checkout_sessions
  referencing old table as gone
  for each statement execute function count_removed_sessions();

create or replace function count_removed_chats() returns trigger language plpgsql as $$
begin
  insert into ledger_removals as r (account_id, product, currency, day, hold, spend, release)
  select g.account_id, p.product, a.currency, (g.created_at at time zone 'UTC')::date, sum(p.hold), sum(p.spend), sum(p.release)
    from gone g
    join accounts a on a.id = g.account_id
   cross join lateral (
     values ('CHAT', case when g.direction = 'out' then g.price else 0 end,
                     case when g.state = 'sent' then g.price else 0 end,
                     case when g.state = 'failed' then g.price else 0 end),
            ('CONVERSATIONS', g.session_price, g.session_price, 0)
   ) as p(product, hold, spend, release)
   where p.hold > 0
   group by 1, 2, 3, 4
   order by 1, 2, 3, 4
      on conflict (account_id, product, currency, day)
      do update set hold = r.hold + excluded.hold, spend = r.spend + excluded.spend, release = r.release + excluded.release;
  return null;
end $$;

create trigger count_removed
  after delete on chat_messages
  referencing old table as gone
  for each statement execute function count_removed_chats();

-- Checkouts and chat messages that earlier versions removed. Their entries must balance, as `ledger check` verified until now.
insert into ledger_removals (account_id, product, currency, day, hold, spend, release)
select account_id, product, currency, day, sum(hold), sum(spend), sum(release)
  from (
    select e.account_id, e.product, e.currency, (min(e.at) at time zone 'UTC')::date as day,
           coalesce(sum(e.amount) filter (where e.kind = 'hold'), 0) as hold,
           coalesce(sum(e.amount) filter (where e.kind = 'spend'), 0) as spend,
           coalesce(sum(e.amount) filter (where e.kind = 'release'), 0) as release
      from ledger_entries e
      left join (
        select 'PAYMENTS' as product, 'checkout ' || id as subject from checkout_sessions
         union all
        select 'CHAT', 'chat message ' || id from chat_messages
         union all
        select 'CONVERSATIONS', 'chat session ' || id from chat_messages
      ) kept using (product, subject)
     where e.product in ('CHAT', 'CONVERSATIONS', 'PAYMENTS')
       and e.kind in ('hold', 'spend', 'release')
       and kept.subject is null
     group by e.account_id, e.product, e.currency, e.subject
  ) removed
 where hold = spend + release
 group by account_id, product, currency, day;

-- Earlier versions remove no transfers.
create or replace function count_removed_transfers() returns trigger language plpgsql as $$
begin
  insert into ledger_removals as r (account_id, product, currency, day, hold, spend, release)
  select g.account_id, 'AIRTIME', g.currency, (g.created_at at time zone 'UTC')::date, sum(g.amount),
         coalesce(sum(g.amount) filter (where g.state = 'successful'), 0),
         coalesce(sum(g.amount) filter (where g.state = 'failed'), 0)
    from gone g
   group by 1, 2, 3, 4
   order by 1, 2, 3, 4
      on conflict (account_id, product, currency, day)
      do update set hold = r.hold + excluded.hold, spend = r.spend + excluded.spend, release = r.release + excluded.release;
  return null;
end $$;

create trigger count_removed
  after delete on airtime_transfers
  referencing old table as gone
  for each statement execute function count_removed_transfers();
