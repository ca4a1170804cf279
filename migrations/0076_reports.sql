-- Messages by hour, with all that reports group by. Counted in the statements that change messages, so reports never read messages and stay correct after
-- messages are removed. The hour is that of the submit, or of the end for messages that no carrier accepted (`unsent`), so the figures of an hour add up:
-- sent + unsent = delivered + failed + pending. `country` is a calling code. `campaign_id` is 0 without a campaign, `reason` is empty unless failed.
create table sms_hours (
  account_id bigint not null,
  hour timestamptz not null,
  carrier text not null,
  country text not null,
  sender text not null,
  campaign_id bigint not null,
  reason text not null,
  sent bigint not null,
  unsent bigint not null,
  delivered bigint not null,
  failed bigint not null,
  spent numeric(18, 4) not null,
  -- The part of `spent` for messages that failed.
  failed_spent numeric(18, 4) not null,
  -- The sum of the times from submit to delivery, in seconds, and the number of messages whose time is known.
  delivery_seconds bigint not null,
  timed bigint not null,
  primary key (account_id, hour, carrier, country, sender, campaign_id, reason)
) with (fillfactor = 50);

-- For reports on all accounts.
create index sms_hours_hour on sms_hours (hour);

-- The calling code of a number in international form.
create or replace function calling_code(phone text) returns text language sql immutable parallel safe
return case
         when phone = 'erased' then ''
         when left(phone, 1) in ('1', '7') then left(phone, 1)
         when left(phone, 2) in ('20', '27', '30', '31', '32', '33', '34', '36', '39', '40', '41', '43', '44', '45', '46', '47', '48', '49', '51', '52', '53',
                                 '54', '55', '56', '57', '58', '60', '61', '62', '63', '64', '65', '66', '81', '82', '84', '86', '90', '91', '92', '93', '94',
                                 '95', '98') then left(phone, 2)
         else left(phone, 3)
       end;

-- The last 30 days from the messages, each read once.
insert into sms_hours (account_id, hour, carrier, country, sender, campaign_id, reason, sent, unsent, delivered, failed, spent, failed_spent, delivery_seconds, timed)
select m.account_id, date_trunc('hour', coalesce(m.submitted_at, m.done_at), 'UTC'), m.carrier, calling_code(m.phone), coalesce(r.sender, ''),
       case when m.submitter like 'campaign/%' then split_part(m.submitter, '/', 2)::bigint else 0 end,
       case when m.status = 'UNDELIVERED' then left(coalesce(nullif(m.reason, ''), 'undelivered'), 64) else '' end,
       count(m.submitted_at), count(*) filter (where m.submitted_at is null), count(*) filter (where m.status = 'DELIVERED'),
       count(*) filter (where m.status = 'UNDELIVERED'), coalesce(sum(m.price) filter (where m.submitted_at is not null), 0),
       coalesce(sum(m.price) filter (where m.submitted_at is not null and m.status = 'UNDELIVERED'), 0),
       coalesce(sum(date_part('epoch', m.done_at - m.submitted_at)) filter (where m.status = 'DELIVERED' and m.reason is distinct from 'no_receipt'), 0)::bigint,
       count(*) filter (where m.status = 'DELIVERED' and m.reason is distinct from 'no_receipt')
  from sms_messages m
  left join sms_requests r on r.id = m.request_id
 where coalesce(m.submitted_at, m.done_at) >= (date_trunc('day', now() at time zone 'UTC') - interval '30 days') at time zone 'UTC'
   and coalesce(m.submitted_at, m.done_at) <= now()
   and (m.submitted_at is not null or m.reason is distinct from 'cancelled')
 group by 1, 2, 3, 4, 5, 6, 7;

-- Messages that are older, or removed already, from the counts by day, without details. A day without hours is stored at noon in UTC, which is the same day
-- in almost all time zones.
insert into sms_hours (account_id, hour, carrier, country, sender, campaign_id, reason, sent, unsent, delivered, failed, spent, failed_spent, delivery_seconds, timed)
select d.account_id, (d.day + time '12:00') at time zone 'UTC', '', '', '', 0, '', d.sent - h.sent, 0, greatest(0, d.delivered - h.delivered),
       greatest(0, d.failed - h.failed), 0, 0, 0, 0
  from sms_days d
  left join (
    select account_id, (hour at time zone 'UTC')::date as day, sum(sent)::bigint as sent, sum(delivered)::bigint as delivered, sum(failed)::bigint as failed
      from sms_hours
     group by 1, 2
  ) counted on counted.account_id = d.account_id and counted.day = d.day
 cross join lateral (
   select coalesce(counted.sent, 0) as sent, coalesce(counted.delivered, 0) as delivered, coalesce(counted.failed, 0) as failed
 ) h
 where d.sent > h.sent;

-- The longest wait in the queue of a carrier in each hour, in seconds.
create table sms_queue_hours (
  hour timestamptz not null,
  carrier text not null,
  age_seconds integer not null,
  primary key (hour, carrier)
) with (fillfactor = 50);
