-- The history of an outgoing chat message after the channel accepted it. `state` stays as it is, because it says how the message was paid for:
-- failed_at is a failure that the channel reported after the message was charged, so its price was credited again.
-- tried_at: a request to the channel may have arrived, so the message is not submitted again until its outcome is known.
-- expires_at null: a day after it was created. `product` pays for the message. sealed_content replaces `content` until the message ends.
alter table chat_messages
  add column product text not null default 'CHAT',
  add column sealed_content bytea,
  add column expires_at timestamptz,
  add column tried_at timestamptz,
  add column delivered_at timestamptz,
  add column read_at timestamptz,
  add column failed_at timestamptz;

-- For statuses and replies, which name the message by the id of the channel.
create index chat_messages_reference on chat_messages (carrier, reference) where direction = 'out' and reference is not null;

-- The subjects of messages that another product paid for are checked apart from the other subjects of that product.
create or replace function count_removed_chats() returns trigger language plpgsql as $$
begin
  insert into ledger_removals as r (account_id, product, currency, day, hold, spend, release)
  select g.account_id, p.product, a.currency, (g.created_at at time zone 'UTC')::date, sum(p.hold), sum(p.spend), sum(p.release)
    from gone g
    join accounts a on a.id = g.account_id
   cross join lateral (
     values (case g.product when 'CHAT' then 'CHAT' else g.product || ' chat' end,
             case when g.direction = 'out' then g.price else 0 end,
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

-- The message templates of a channel, as the provider lists them.
create table chat_templates (
  provider text not null references providers (name) on delete cascade,
  name text not null,
  language text not null,
  category text not null,
  status text not null,
  components json not null,
  synced_at timestamptz not null,
  primary key (provider, name, language)
);

alter table webhook_endpoints
  drop constraint webhook_endpoints_event_check,
  add constraint webhook_endpoints_event_check
    check (event in ('airtime', 'checkout', 'delivery-report', 'inbound-sms', 'chat', 'chat-status'));
