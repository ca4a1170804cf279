-- What became of an account's messages on a day, GMT: handed to a carrier, and ended. Counted in the transactions that make it true, so that nobody has to
-- read messages to know it. A message that was cancelled is none that failed. Every change is one of the row's own page.
create table sms_days (
  account_id bigint not null,
  day date not null,
  sent bigint not null,
  delivered bigint not null,
  failed bigint not null,
  primary key (account_id, day)
) with (fillfactor = 50);

-- Of the days before, as far as anybody is shown them: each message is read once.
insert into sms_days (account_id, day, sent, delivered, failed)
select m.account_id, (e.at at time zone 'UTC')::date, sum(e.sent), sum(e.delivered), sum(e.failed)
  from sms_messages m
 cross join lateral (
   values (m.submitted_at, 1, 0, 0),
          (m.done_at, 0, (m.status = 'DELIVERED')::int, (m.status = 'UNDELIVERED' and m.reason is distinct from 'cancelled')::int)
 ) as e(at, sent, delivered, failed)
 where e.at >= (date_trunc('day', now() at time zone 'UTC') - interval '30 days') at time zone 'UTC'
   -- The clock of a carrier may be ahead.
   and e.at <= now()
 group by 1, 2
having sum(e.sent + e.delivered + e.failed) > 0;

-- The few that somebody has to look at.
create index senders_open on senders (account_id, status, decided_at) where status in ('pending', 'rejected');
