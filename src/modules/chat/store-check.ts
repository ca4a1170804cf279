import { sql } from 'kysely'
import { columnsOf, type RowOf, run } from '../../engine/db/index.ts'
import { type CreditProduct, chatSubjects, checkSubjects, type LedgerCheck } from '../balance/index.ts'
import { chatProduct, sessionProduct } from './rules.ts'

/** Outgoing messages that a product paid for. */
const wantedOf = (product: CreditProduct) => sql`
  select m.account_id, a.currency, 'chat message ' || m.id as subject, m.price as hold,
         case when m.state = 'sent' then m.price end as spend,
         case when m.state = 'failed' then m.price end as release
    from chat_messages m
    join accounts a on a.id = m.account_id
   where m.direction = 'out'
     and m.product = ${product}
`

/** Every outgoing message has a hold, and every hold has a message, except for removed ones. */
export const checkChatHolds = checkSubjects({ product: chatProduct, wanted: wantedOf(chatProduct) })

/** The same for PINs over chat channels, which the PIN product pays for like those over SMS. */
export const checkChatPins = checkSubjects({
  product: 'OTP',
  wanted: wantedOf('OTP'),
  only: sql`subject like ${chatSubjects}`,
  removedAs: 'OTP chat',
})

const refundColumns = columnsOf(
  { m: 'chat_messages' },
  {
    accountId: 'm.account_id',
    product: 'm.product',
    currency: sql<string>`coalesce(e.currency, '')`,
    what: sql<string>`'credit for chat message ' || m.id`,
    expected: sql<string>`v.expected::numeric(38, 4)`,
    found: sql<string>`coalesce(e.amount, 0)::numeric(38, 4)`,
  },
).narrow<{ product: CreditProduct }>()

/** Every message that failed after it was charged was credited once, and no other message was. */
export const checkChatRefunds: LedgerCheck = (tx, limit) => run.all<RowOf<typeof refundColumns>>(tx)`
    with credits as (
      select account_id, product, currency, subject, sum(amount) as amount
        from ledger_entries
       where kind = 'credit'
         and subject like ${chatSubjects}
       group by account_id, product, currency, subject
    )
    select ${refundColumns}
      from chat_messages m
      left join credits e on e.account_id = m.account_id and e.product = m.product and e.subject = 'chat message ' || m.id
     cross join lateral (select case when m.state = 'sent' and m.failed_at is not null then m.price else 0 end as expected) v
     where v.expected <> coalesce(e.amount, 0)
     order by m.id
     limit ${limit}
`

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
