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

-- The sender of the request, for counting. Null for messages that were accepted before this column existed and were already final.
alter table sms_messages add column sender text;

update sms_messages m
   set sender = r.sender
  from sms_expiries e, sms_requests r
 where m.id between e.first_message_id and e.last_message_id
   and m.status = 'PENDING'
   and r.id = m.request_id;

-- The calling code of a number in international form.
create function calling_code(phone text) returns text language sql immutable parallel safe
return case
         when phone = 'erased' then ''
         when left(phone, 1) in ('1', '7') then left(phone, 1)
         when left(phone, 2) in ('20', '27', '30', '31', '32', '33', '34', '36', '39', '40', '41', '43', '44', '45', '46', '47', '48', '49', '51', '52', '53',
                                 '54', '55', '56', '57', '58', '60', '61', '62', '63', '64', '65', '66', '81', '82', '84', '86', '90', '91', '92', '93', '94',
                                 '95', '98') then left(phone, 2)
         else left(phone, 3)
       end;

-- The last 30 days from the messages, each read once; earlier days from the counts by day, without details.
insert into sms_hours (account_id, hour, carrier, country, sender, campaign_id, reason, sent, unsent, delivered, failed, spent, failed_spent, delivery_seconds, timed)
select m.account_id, date_trunc('hour', coalesce(m.submitted_at, m.done_at), 'UTC'), m.carrier, calling_code(m.phone), r.sender,
       case when m.submitter like 'campaign/%' then split_part(m.submitter, '/', 2)::bigint else 0 end,
       case when m.status = 'UNDELIVERED' then left(coalesce(nullif(m.reason, ''), 'undelivered'), 64) else '' end,
       count(m.submitted_at), count(*) filter (where m.submitted_at is null), count(*) filter (where m.status = 'DELIVERED'),
       count(*) filter (where m.status = 'UNDELIVERED'), coalesce(sum(m.price) filter (where m.submitted_at is not null), 0),
       coalesce(sum(m.price) filter (where m.submitted_at is not null and m.status = 'UNDELIVERED'), 0),
       coalesce(sum(extract(epoch from m.done_at - m.submitted_at)::bigint) filter (where m.status = 'DELIVERED' and m.reason is distinct from 'no_receipt'), 0),
       count(*) filter (where m.status = 'DELIVERED' and m.reason is distinct from 'no_receipt')
  from sms_messages m
  join sms_requests r on r.id = m.request_id
 where coalesce(m.submitted_at, m.done_at) >= (date_trunc('day', now() at time zone 'UTC') - interval '30 days') at time zone 'UTC'
   and coalesce(m.submitted_at, m.done_at) <= now()
   and (m.submitted_at is not null or m.reason is distinct from 'cancelled')
 group by 1, 2, 3, 4, 5, 6, 7;

insert into sms_hours (account_id, hour, carrier, country, sender, campaign_id, reason, sent, unsent, delivered, failed, spent, failed_spent, delivery_seconds, timed)
select account_id, day::timestamp at time zone 'UTC', '', '', '', 0, '', sent, 0, delivered, failed, 0, 0, 0, 0
  from sms_days
 where day < (now() at time zone 'UTC')::date - 30;

-- The longest wait in the queue of a carrier in each hour, in seconds.
create table sms_queue_hours (
  hour timestamptz not null,
  carrier text not null,
  age_seconds integer not null,
  primary key (hour, carrier)
) with (fillfactor = 50);

-- A conversation with one number on one channel: 'sms', or a chat service with the business that people write to. `incoming` counts the messages of the
-- person and `replies` those of members; both only grow. `version` changes with every change, for pages that are open.
create sequence conversation_versions;

create table conversations (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  channel text not null,
  business text not null,
  phone text not null,
  status text not null check (status in ('open', 'closed')),
  -- No foreign key: closed conversations keep members who have left, because changing all at once would lock them for long.
  assignee_id text,
  incoming bigint not null default 0,
  replies bigint not null default 0,
  last_at timestamptz not null,
  last_text text not null,
  last_direction text not null check (last_direction in ('in', 'out')),
  created_at timestamptz not null,
  version bigint not null default nextval('conversation_versions'),
  unique (account_id, channel, business, phone)
) with (fillfactor = 80);

create index conversations_list on conversations (account_id, status, last_at desc, id desc);
create index conversations_all on conversations (account_id, last_at desc, id desc);
create index conversations_assigned on conversations (account_id, assignee_id, status, last_at desc, id desc) where assignee_id is not null;
create index conversations_unassigned on conversations (account_id, status, last_at desc, id desc) where assignee_id is null;
create index conversations_phone on conversations (account_id, phone);
create index conversations_end on conversations (account_id, reverse(phone));
create index conversations_version on conversations (account_id, version desc);
create index conversations_old on conversations (last_at);
create index conversations_texts on conversations (last_at) where last_text <> '';
create index conversations_account_texts on conversations (account_id, last_at) where last_text <> '';

-- The incoming messages that a member has seen.
create table conversation_reads (
  conversation_id bigint not null references conversations (id) on delete cascade,
  user_id text not null,
  account_id bigint not null,
  incoming bigint not null,
  primary key (conversation_id, user_id)
);

-- Notes of members, and changes of a conversation. `author` is the name at the time.
create table conversation_notes (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  conversation_id bigint not null references conversations (id) on delete cascade,
  kind text not null check (kind in ('note', 'assigned', 'closed', 'reopened')),
  author text not null,
  text text not null,
  created_at timestamptz not null
);

create index conversation_notes_conversation on conversation_notes (conversation_id, id desc);
create index conversation_notes_texts on conversation_notes (id) where kind = 'note' and text <> '';

-- The members who wrote messages: `message_id` of sms_messages, or of chat_messages.
create table conversation_replies (
  conversation_id bigint not null references conversations (id) on delete cascade,
  message_id bigint not null,
  account_id bigint not null,
  author text not null,
  created_at timestamptz not null,
  primary key (conversation_id, message_id)
);

-- Conversations of earlier messages. They are closed unless the person wrote in the last seven days.
insert into conversations (account_id, channel, business, phone, status, incoming, last_at, last_text, last_direction, created_at)
select account_id, 'sms', '', phone, case when max(received_at) > now() - interval '7 days' then 'open' else 'closed' end, count(*), max(received_at),
       left((array_agg(text order by id desc))[1], 200), 'in', min(received_at)
  from inbound_messages
 where account_id is not null
 group by account_id, phone;

insert into conversations (account_id, channel, business, phone, status, incoming, last_at, last_text, last_direction, created_at)
select c.account_id, c.service, c.business, c.phone, case when c.received_at > now() - interval '7 days' then 'open' else 'closed' end, i.count,
       c.changed_at, coalesce(left(l.content ->> 'text', 200), ''), coalesce(l.direction, 'in'), c.created_at
  from chat_conversations c
 cross join lateral (select count(*) from chat_messages m where m.conversation_id = c.id and m.direction = 'in') i
  left join lateral (select m.content, m.direction from chat_messages m where m.conversation_id = c.id order by m.id desc limit 1) l on true
 where c.received_at is not null;

-- The timeline of one number.
create index chat_conversations_number on chat_conversations (account_id, phone);
create index airtime_transfers_phone on airtime_transfers (account_id, phone, id desc);
create index checkout_payments_phone on checkout_payments (account_id, phone, id desc) where phone is not null;
create index otp_pins_phone on otp_pins (account_id, phone, created_at desc, id desc);
