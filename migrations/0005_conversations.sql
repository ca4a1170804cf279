-- oldest code: 0005 (0.2.0)

-- A conversation by chat has its state here, not in a table of its own. `received_at` is the time of the person's last
-- message; a chat session ends 24 hours later. `session_at` is when the current session opened; its first message has
-- the price. `endpoint_id` is that of the last message with a callback_url. By SMS they are null.
alter table conversations
  add column received_at timestamptz,
  add column session_at timestamptz,
  add column endpoint_id bigint;

-- Conversations that only programs wrote in begin closed, as they do from now on.
insert into conversations as c
  (account_id, channel, business, phone, status, last_at, last_text, last_direction, created_at, received_at, session_at, endpoint_id)
select o.account_id, o.service, o.business, o.phone, 'closed', o.changed_at, coalesce(m.summary, ''), coalesce(m.direction, 'out'),
       o.created_at, o.received_at, o.session_at, o.endpoint_id
  from chat_conversations o
  left join lateral (
    select n.direction,
           case
             when n.text_removed then ''
             when n.content->>'type' in ('text', 'reply') then left(n.content->>'text', 200)
             else left(rtrim('[' || (n.content->>'type') || '] ' || coalesce(n.content->>'name', n.content->>'caption', n.content->>'filename', '')), 200)
           end as summary
      from chat_messages n
     where n.conversation_id = o.id
     order by n.id desc
     limit 1
  ) m on true
    on conflict (account_id, channel, business, phone) do update
   set received_at = excluded.received_at, session_at = excluded.session_at, endpoint_id = excluded.endpoint_id,
       created_at = least(c.created_at, excluded.created_at);

alter table chat_messages drop constraint chat_messages_conversation_id_fkey;
update chat_messages m
   set conversation_id = c.id
  from chat_conversations o
  join conversations c on c.account_id = o.account_id and c.channel = o.service and c.business = o.business and c.phone = o.phone
 where o.id = m.conversation_id;
alter table chat_messages add foreign key (conversation_id) references conversations (id);
drop table chat_conversations;

create index conversations_received on conversations (account_id, received_at) where received_at is not null;
-- For channels that do not say which message a person answers, which finds the account.
create index conversations_person on conversations (phone, channel, business);
