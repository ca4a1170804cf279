import { sql } from 'kysely'
import type { MessageStatus } from '../../carriers/chat/channel.ts'
import { columnsOf, prepared, type Queryable, type RowOf, run, type Tx } from '../../engine/db/index.ts'
import type { CreditProduct } from '../balance/index.ts'

/** The end of a message: accepted by its channel under a reference, or failed with a reason. */
export type Ending =
  | { readonly state: 'sent'; readonly reference: string; readonly reason?: undefined }
  | { readonly state: 'failed'; readonly reference?: undefined; readonly reason: string }

const endedColumns = columnsOf(
  { m: 'chat_messages', c: 'conversations' },
  `m.id, m.account_id, m.price, m.product, m.transaction_id, c.channel as service, c.business, c.phone`,
).narrow<{ product: CreditProduct }>()

/** A message whose state changed, with its price and the data of its callback. */
export type ChangedMessage = RowOf<typeof endedColumns>

/** Compare and swap: a message ends once. Null when it has already ended. */
export const markEnded = (
  tx: Tx,
  accountId: number,
  id: number,
  ending: Ending,
  now: Date,
) => run.first<ChangedMessage>(tx)`
  ${prepared}
  update chat_messages m
     set state = ${ending.state}, reference = ${ending.reference ?? null}, reason = ${ending.reason ?? null},
         done_at = ${now}, sealed_content = null
    from conversations c
   where m.id = ${id}
     and m.account_id = ${accountId}
     and m.state = 'queued'
     and c.id = m.conversation_id
  returning ${endedColumns}
`

/**
 * Notes that a request to the channel follows. False when the message has ended, or may have been sent before on a
 * channel that would send it twice.
 */
export const markTried = (
  db: Queryable,
  accountId: number,
  id: number,
  isRepeatable: boolean,
  now: Date,
) => run.hasRows(db)`
  ${prepared}
  update chat_messages
     set tried_at = coalesce(tried_at, ${now})
   where id = ${id}
     and account_id = ${accountId}
     and state = 'queued'
     and (${isRepeatable} or tried_at is null)
  returning id
`

/** The channel said that it did not accept the message, so it may be submitted again, perhaps to another channel. */
export const clearTried = (db: Queryable, accountId: number, id: number, carrier: string) => run.write(db)`
  update chat_messages
     set tried_at = null, carrier = ${carrier}
   where id = ${id}
     and account_id = ${accountId}
     and state = 'queued'
`

/** The content is not needed any more: the message may have been sent, and is not sent again. */
export const clearSealedContent = (db: Queryable, accountId: number, id: number) => run.write(db)`
  update chat_messages set sealed_content = null where id = ${id} and account_id = ${accountId}
`

/** Removes the contents that are worthless now, such as expired PINs. */
export const clearExpiredContents = (db: Queryable, now: Date) => run.write(db)`
  update chat_messages
     set sealed_content = null
   where due_at is not null
     and sealed_content is not null
     and expires_at <= ${now}
`

const overdue = columnsOf('chat_messages', { id: 'id', accountId: 'account_id', triedAt: 'tried_at' })
type OverdueMessage = RowOf<typeof overdue>

/** Takes messages of any account that are out of time from the queue, at most `limit`. Claimed messages are left to their workers. */
export const markOverdue = (
  tx: Tx,
  createdUntil: Date,
  triedUntil: Date,
  now: Date,
  limit: number,
) => run.all<OverdueMessage>(tx)`
  update chat_messages
     set due_at = null, lease_until = null, lease_owner = null
   where id = any(array(
     select m.id
       from chat_messages m
      where m.due_at is not null
        and m.state = 'queued'
        and case
              when m.tried_at is not null then m.tried_at <= ${triedUntil}
              when m.expires_at is not null then m.expires_at <= ${now}
              else m.created_at <= ${createdUntil}
            end
        and (m.lease_until is null or m.lease_until < clock_timestamp())
      order by m.due_at
      limit ${limit}
        for update skip locked
   ))
  returning ${overdue}
`

const progressColumns = columnsOf(
  { m: 'chat_messages', c: 'conversations' },
  'm.state, m.reason, m.delivered_at, m.read_at, m.failed_at',
).and(endedColumns)

export type MessageProgress = RowOf<typeof progressColumns>

/** Finds and locks the message of a status. The channel was authenticated, and only its own messages are found. */
export const lockByStatus = (
  tx: Tx,
  carrier: string,
  { id, reference }: Pick<MessageStatus, 'id' | 'reference'>,
) => run.first<MessageProgress>(tx)`
  select ${progressColumns}
    from chat_messages m
    join conversations c on c.id = m.conversation_id
   where m.direction = 'out'
     and m.carrier = ${carrier}
     and ${id === null ? sql`m.reference = ${reference}` : sql`m.id = ${id} and coalesce(m.reference, ${reference}) = ${reference}`}
   limit 1
     for update of m
`

/** The messages that wait for a channel, or for the outcome of their submit. */
export const countWaiting = (db: Queryable, carrier: string) => run.count(db)`
  select count(*) as count from chat_messages where due_at is not null and state = 'queued' and carrier = ${carrier}
`

/** Whether the reference of any message of the channel may still be unknown. */
export const hasUnanswered = (tx: Tx, carrier: string) => run.hasRows(tx)`
  select from chat_messages where due_at is not null and carrier = ${carrier} and tried_at is not null limit 1
`

/** Notes a status of a message that was locked before. A message that is not due any more leaves its worker. */
export async function markStatus(tx: Tx, { id, accountId }: ChangedMessage, status: MessageStatus): Promise<void> {
  const { state, reason, at } = status
  await sql`
    update chat_messages
       set delivered_at = ${state === 'delivered' || state === 'read' ? sql`coalesce(delivered_at, ${at})` : sql`delivered_at`},
           read_at = ${state === 'read' ? at : null},
           failed_at = ${state === 'failed' ? at : null},
           reason = ${state === 'failed' ? reason : sql`reason`},
           due_at = null, lease_until = null, lease_owner = null
     where id = ${id}
       and account_id = ${accountId}
  `.execute(tx)
}

const stateColumns = columnsOf('chat_messages', 'id, state, reason, delivered_at, read_at, failed_at')
type MessageState = RowOf<typeof stateColumns>

export const listProgress = (db: Queryable, accountId: number, ids: readonly number[]) => run.all<MessageState>(db)`
  select ${stateColumns} from chat_messages where id = any(${ids}::bigint[]) and account_id = ${accountId}
`

/** Takes messages from the queue that were not submitted yet, and returns their ids. Their workers lose them. */
export const markCancelled = (tx: Tx, accountId: number, ids: readonly number[]) => run.values<{ id: number }>(tx)`
  update chat_messages
     set due_at = null, lease_until = null, lease_owner = null
   where id = any(${ids}::bigint[])
     and account_id = ${accountId}
     and state = 'queued'
     and tried_at is null
  returning id
`
