import { sql } from 'kysely'
import { checkSubjects } from '../balance/index.ts'
import { chatProduct, sessionProduct } from './rules.ts'

/** Every outgoing message has a hold, and every hold has a message, except for removed ones. */
export const checkChatHolds = checkSubjects({
  product: chatProduct,
  wanted: sql`
    select m.account_id, a.currency, 'chat message ' || m.id as subject, m.price as hold,
           case when m.state = 'sent' then m.price end as spend,
           case when m.state = 'failed' then m.price end as release
      from chat_messages m
      join accounts a on a.id = m.account_id
     where m.direction = 'out'
  `,
})

/** Every session with a price is charged when it opens. */
export const checkChatSessions = checkSubjects({
  product: sessionProduct,
  wanted: sql`
    select m.account_id, a.currency, 'chat session ' || m.id as subject, m.session_price as hold, m.session_price as spend,
           null::numeric as release
      from chat_messages m
      join accounts a on a.id = m.account_id
  `,
})
