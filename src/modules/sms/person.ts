import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type Tx } from '../../engine/db/index.ts'
import {
  erasedPhone,
  isAccount,
  type PersonQuestion,
  type PersonSource,
  scannedSource,
  tableSource,
} from '../person/index.ts'
import type { SmsContext } from './context.ts'
import { cancelScheduledTo } from './scheduling/scheduled.ts'
import { formatOf } from './search/store-messages.ts'

const isMessage = ({ accountId, phone }: PersonQuestion) =>
  sql`${isAccount('m.account_id', accountId)} and m.phone = ${phone}`

const messages = tableSource({
  name: 'messages',
  columns: columnsOf(
    { m: 'sms_messages', r: 'sms_requests' },
    {
      accountId: 'm.account_id',
      requestId: 'm.request_id',
      recipientId: 'm.recipient_id',
      phone: 'm.phone',
      sender: 'r.sender',
      text: sql<string>`coalesce(m.text, r.text)`,
      format: formatOf('r'),
      status: 'm.status',
      reason: 'm.reason',
      segments: 'm.segments',
      price: 'm.price',
      product: 'm.product',
      jobName: 'r.job_name',
      campaignTitle: 'r.campaign_title',
      tags: 'r.tags',
      reference: 'r.reference',
      createdAt: 'r.created_at',
      dueAt: 'r.due_at',
      submittedAt: 'm.submitted_at',
      doneAt: 'm.done_at',
    },
  ),
  from: sql`sms_messages m join sms_requests r on r.id = m.request_id`,
  id: sql`m.id`,
  idType: 'bigint',
  where: isMessage,
})

async function countPending(db: Queryable, question: PersonQuestion): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from sms_messages m where ${isMessage(question)} and m.status = 'PENDING'
  `.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Keeps the messages for their amounts, without number, text and the customer's id of the person. An empty text of the
 * message hides that of its request, which stays for the other recipients, as do its tags and reference, and the
 * addresses and URLs of its origin.
 * References are only needed until a message is final.
 */
async function eraseMessages(tx: Tx, question: PersonQuestion, limit: number): Promise<number> {
  const { rows } = await sql<Row<'sms_messages', 'id' | 'request_id'>>`
    select m.id, m.request_id
      from sms_messages m
     where ${isMessage(question)}
       and m.status <> 'PENDING'
     order by m.id
     limit ${limit}
  `.execute(tx)
  if (rows.length === 0) return 0
  const { rows: own } = await sql<Row<'sms_requests', 'id'>>`
    update sms_requests r
       set text = '', origin = r.origin - 'detail', tags = null, reference = null
     where r.id = any(${rows.map((row) => row.request_id)}::bigint[])
       and r.first_message_id = r.last_message_id
       and r.text <> ''
    returning r.id
  `.execute(tx)
  await sql`
    update sms_messages m
       set phone = ${erasedPhone}, recipient_id = ${erasedPhone}, text = ''
     where m.id = any(${rows.map(({ id }) => id)}::bigint[])
  `.execute(tx)
  await sql`delete from sms_references where message_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx)
  await sql`
    delete from sms_labels
     where request_id = any(${rows.map((row) => row.request_id)}::bigint[])
       and (message_id = any(${rows.map(({ id }) => id)}::bigint[]) or request_id = any(${own.map(({ id }) => id)}::bigint[]))
  `.execute(tx)
  return rows.length
}

const refused = {
  table: 'sms_refused',
  columns: [
    { name: 'request_id', type: 'bigint' },
    { name: 'place', type: 'integer' },
  ],
}

export const smsPersonSources: readonly PersonSource[] = [
  { ...messages, countPending, erase: eraseMessages },
  {
    ...scannedSource({
      name: 'refused-recipients',
      columns: columnsOf(
        { t: 'sms_refused' },
        {
          accountId: 't.account_id',
          requestId: 't.request_id',
          recipientId: 't.recipient_id',
          number: 't.number',
          why: 't.why',
        },
      ),
      key: refused,
      account: sql`t.account_id`,
      texts: [sql`t.number`, sql`t.recipient_id`],
    }),
    swept: { table: refused.table, erase: eraseRefused },
  },
]

/** A request that was for this person only keeps no text. */
async function eraseRefused(tx: Tx, keys: readonly (readonly string[])[]): Promise<void> {
  const requests = keys.map(([request]) => request)
  const { rows } = await sql<Row<'sms_requests', 'id'>>`
    update sms_requests r
       set text = '', origin = r.origin - 'detail', tags = null, reference = null
     where r.id = any(${requests}::bigint[])
       and r.valid = 0
       and r.invalid + r.duplicates + r.opted_out = 1
       and r.text <> ''
    returning r.id
  `.execute(tx)
  if (rows.length > 0)
    await sql`delete from sms_labels where request_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx)
}

/** Cancels the messages to a person that still wait, except PINs. Returns their number. */
export async function cancelScheduledToPerson(ctx: SmsContext, question: PersonQuestion): Promise<number> {
  const { rows } = await sql<Row<'sms_messages', 'account_id'>>`
    select distinct m.account_id from sms_messages m where ${isMessage(question)} and m.status = 'PENDING'
  `.execute(ctx.db)
  let cancelled = 0
  for (const { account_id: accountId } of rows)
    cancelled += await cancelScheduledTo(ctx, accountId, question.phone, ctx.clock.now())
  return cancelled
}
