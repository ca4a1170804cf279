import { sql } from 'kysely'
import { smsChannel } from '../../contract/account/conversations.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { assigneeOnceOpen } from '../conversation-state/index.ts'

/**
 * Messages of people that are in no conversation. During an upgrade, processes of the previous version still receive
 * messages: these are later than their conversation, or have none.
 */

/** Messages and chats that are looked at, the latest ones. */
const lookedAtMax = 20_000

const columns = sql`account_id, channel, business, phone, status, incoming, last_at, last_text, last_direction, created_at`

const opened = sql`
  (account_id, channel, business, phone) do update
       set status = case when excluded.incoming > 0 then 'open' else c.status end,
           assignee_id = ${assigneeOnceOpen},
           incoming = c.incoming + excluded.incoming,
           last_at = excluded.last_at,
           last_text = excluded.last_text,
           last_direction = excluded.last_direction,
           version = nextval('conversation_versions')
     where c.last_at < excluded.last_at
`

export async function addMissedSms(db: Queryable, since: Date): Promise<void> {
  await sql`
    with recent as materialized (
      select id, account_id, phone, text, kind, received_at
        from inbound_messages
       where received_at > ${since}
         and account_id is not null
       order by received_at desc
       limit ${lookedAtMax}
    ), missed as (
      select r.*
        from recent r
        left join conversations c
          on c.account_id = r.account_id and c.channel = ${smsChannel} and c.business = '' and c.phone = r.phone
       where c.id is null
          or c.last_at < r.received_at
    )
    insert into conversations as c (${columns})
    select account_id, ${smsChannel}, '', phone, case when bool_or(kind = 'message') then 'open' else 'closed' end,
           count(*) filter (where kind = 'message'), max(received_at), left((array_agg(text order by id desc))[1], 200), 'in', min(received_at)
      from missed
     group by account_id, phone
     order by account_id, phone
        on conflict ${opened}
  `.execute(db)
}

export async function addMissedChat(db: Queryable, since: Date): Promise<void> {
  await sql`
    with recent as materialized (
      select id, account_id, service, business, phone, received_at, created_at
        from chat_conversations
       where changed_at > ${since}
         and received_at > ${since}
       order by changed_at desc
       limit ${lookedAtMax}
    )
    insert into conversations as c (${columns})
    select r.account_id, r.service, r.business, r.phone, 'open', i.count, r.received_at, coalesce(left(i.text, 200), ''), 'in', r.created_at
      from recent r
      left join conversations k
        on k.account_id = r.account_id and k.channel = r.service and k.business = r.business and k.phone = r.phone
     cross join lateral (select count(*), (array_agg(m.content ->> 'text' order by m.id desc))[1] as text
                           from chat_messages m
                          where m.conversation_id = r.id
                            and m.direction = 'in'
                            and (k.last_at is null or m.created_at > k.last_at)) i
     where k.id is null
        or k.last_at < r.received_at
     order by r.account_id, r.service, r.business, r.phone
        on conflict ${opened}
  `.execute(db)
}
