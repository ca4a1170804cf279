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

-- Dropped and restored with the column.
alter sequence conversation_versions owned by conversations.version;

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
