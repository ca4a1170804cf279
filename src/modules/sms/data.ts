import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type Row, run, type Tx } from '../../engine/db/index.ts'
import { dataOf, erasedPhone, ofNumber, type PersonQuery, type RowKey } from '../table-data/index.ts'
import { messagesArchive } from './archive.ts'
import type { SmsContext } from './context.ts'
import { smsRetentionRules } from './removal/retention-rules.ts'
import { cancelScheduledTo } from './scheduling/scheduled.ts'
import { smsTimeline } from './search/number-timeline.ts'
import { formatOf } from './search/store-messages.ts'

const isMessage = ofNumber()

const pendingMessages = sql`
  sms_expiries e
  join sms_messages m on m.id between e.first_message_id and e.last_message_id and m.status = 'PENDING'`

/** Without the requests, because they may be removed a little before their messages. */
const countPending = (db: Queryable, query: PersonQuery) => run.count(db)`
  select count(*) from sms_messages t where ${isMessage(query)} and t.status = 'PENDING'
`

const messages = dataOf('sms_messages', {
  joins: sql`join sms_requests r on r.id = t.request_id`,
  person: {
    name: 'messages',
    show: [
      'account_id',
      'request_id',
      'recipient_id',
      'phone',
      columnsOf(
        { r: 'sms_requests' },
        { sender: 'r.sender', text: sql<string>`coalesce(t.text, r.text)`, format: formatOf('r') },
      ),
      'status',
      'reason',
      columnsOf({ t: 'sms_messages' }, { parts: 't.segments' }),
      'price',
      'product',
      columnsOf({ r: 'sms_requests' }, 'r.job_name, r.campaign_title, r.tags, r.reference, r.created_at, r.due_at'),
      'submitted_at',
      'done_at',
    ],
    countPending,
    erase: eraseMessages,
  },
  keep: smsRetentionRules,
  archive: messagesArchive,
  history: smsTimeline,
  unsearched: ['phone', 'moves'],
  pendingMentions: {
    is: sql`t.status = 'PENDING'`,
    found: sql`t.id in (select m.id from ${pendingMessages})`,
  },
})

const requests = dataOf('sms_requests', {
  unsearched: ['sender'],
  pendingMentions: {
    is: sql`exists (
      select from sms_messages m where m.id between t.first_message_id and t.last_message_id and m.status = 'PENDING')`,
    found: sql`t.id in (select m.request_id from ${pendingMessages})`,
  },
})

const refused = dataOf('sms_refused', {
  person: {
    name: 'refused-recipients',
    show: ['account_id', 'request_id', 'recipient_id', 'number', 'why'],
    texts: ['number', 'recipient_id'],
    key: ['request_id', 'place'],
    swept: eraseRefused,
  },
})

export const data = [
  messages,
  requests,
  refused,
  // A changed reference would lose the receipt of another person; those of the person are deleted with the messages.
  dataOf('sms_references', { unsearched: ['carrier', 'failed_reason', 'reference'] }),
  dataOf('sms_part_receipts', {
    owner: sql`(select o.account_id from sms_messages o where o.id = t.message_id)`,
  }),
]

/**
 * Keeps the messages for their amounts, without number, text and the customer's id of the person. An empty text of the
 * message hides that of its request, which stays for the other recipients, as do its tags and reference, and the
 * addresses and URLs of its origin.
 * References are only needed until a message is final.
 */
async function eraseMessages(tx: Tx, query: PersonQuery, limit: number): Promise<number> {
  const rows = await run.all<Row<'sms_messages', 'id' | 'request_id'>>(tx)`
    select t.id, t.request_id
      from sms_messages t
     where ${isMessage(query)}
       and t.status <> 'PENDING'
     order by t.id
     limit ${limit}
  `
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const requestIds = rows.map((row) => row.request_id)
  const own = await eraseRequests(tx, requestIds, sql`r.first_message_id = r.last_message_id`)
  await sql`
    update sms_messages m
       set phone = ${erasedPhone}, recipient_id = ${erasedPhone}, text = ''
     where m.id = any(${ids}::bigint[])
  `.execute(tx)
  await sql`delete from sms_references where message_id = any(${ids}::bigint[])`.execute(tx)
  await sql`
    delete from sms_labels
     where request_id = any(${requestIds}::bigint[])
       and (message_id = any(${ids}::bigint[]) or request_id = any(${own}::bigint[]))
  `.execute(tx)
  return rows.length
}

/** A request that was for this person only keeps no text. Returns the ids of these requests. */
async function eraseRequests(
  tx: Tx,
  ids: readonly (number | string | undefined)[],
  isOfPerson: RawBuilder<unknown>,
): Promise<number[]> {
  const erased = await run.all<Row<'sms_requests', 'id'>>(tx)`
    update sms_requests r
       set text = '', origin = r.origin - 'detail', tags = null, reference = null
     where r.id = any(${ids}::bigint[])
       and ${isOfPerson}
       and r.text <> ''
    returning r.id
  `
  return erased.map(({ id }) => id)
}

async function eraseRefused(tx: Tx, keys: readonly RowKey[]): Promise<void> {
  const requestIds = keys.map(([request]) => request)
  const isOfPerson = sql`r.valid = 0 and r.invalid + r.duplicates + r.opted_out = 1`
  const own = await eraseRequests(tx, requestIds, isOfPerson)
  if (own.length > 0) await sql`delete from sms_labels where request_id = any(${own}::bigint[])`.execute(tx)
}

/** Cancels the messages to a person that still wait, except PINs. Returns their number. */
export async function cancelScheduledToPerson(ctx: SmsContext, query: PersonQuery): Promise<number> {
  const { rows } = await sql<Row<'sms_messages', 'account_id'>>`
    select distinct t.account_id from sms_messages t where ${isMessage(query)} and t.status = 'PENDING'
  `.execute(ctx.db)
  let cancelled = 0
  for (const { account_id: accountId } of rows)
    cancelled += await cancelScheduledTo(ctx, accountId, query.phone, ctx.clock.now())
  return cancelled
}
