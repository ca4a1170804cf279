import { columnsOf, type RowOf, type Tx } from '../../../engine/db/index.ts'
import { done, type Work, type WorkRow } from '../../../engine/work/index.ts'
import { type SmsContext, storeUnsent } from '../../sms/index.ts'
import { international } from '../deliveries/addresses.ts'
import { originOf, submitKey } from './accept.ts'
import { partsMs } from './gather-parts.ts'
import { closeJoin } from './parts.ts'
import { isRepetition } from './place-part.ts'
import {
  endPartialMessages,
  findEarlier,
  listParts,
  lockPartialMessage,
  type StoredPartialMessage,
} from './store-parts.ts'

const workColumns = columnsOf({ w: 'smpp_gatherings' }, 'w.credential_id')
type PartialMessageRow = WorkRow & RowOf<typeof workColumns>

/** Ends long messages that were not sent in time. Parts that asked for receipts get failures. */
export function incompleteSubmitWork(ctx: SmsContext): Work<PartialMessageRow> {
  return {
    name: 'smpp parts',
    table: 'smpp_gatherings',
    columns: workColumns,
    key: 'credential_id',
    concurrency: 4,
    concurrencyPerKey: 2,
    retryAfterSeconds: [10, 60, 600],
    retryUntil: () => new Date(8.64e15),
    finished: 'keep',
    async run(row) {
      const unsentId = await ctx.requestIds.take(1)
      return done(async (tx) => {
        const partial = await lockPartialMessage(tx, row.id)
        if (partial === null) return
        const requestId = (await findSent(ctx, tx, partial)) ?? (await fail(ctx, tx, partial, 'incomplete', unsentId))
        await endPartialMessages(tx, [{ id: row.id, requestId }])
      })
    },
    /** Never called: retries do not end. */
    async giveUp() {},
  }
}

/**
 * The request of a whole message whose sender died, or of the earlier message whose parts were only repeated. A whole
 * message that was not sent fails, because its last part was never acknowledged.
 */
async function findSent({ clock }: SmsContext, tx: Tx, partial: StoredPartialMessage): Promise<number | null> {
  const { id, credentialId, accountId, joinKey, createdAt } = partial
  if (joinKey !== null) return closeJoin(tx, submitKey({ id: credentialId, accountId }, joinKey), partial, clock.now())
  const earlier = await findEarlier(tx, partial, new Date(createdAt.getTime() - partsMs))
  if (earlier === null) return null
  const [parts, earlierParts] = [await listParts(tx, [id]), await listParts(tx, [earlier.id])]
  return isRepetition({ parts }, { parts: earlierParts }) ? earlier.requestId : null
}

/** Cancels a long message that waits for parts. False when it has all of them. */
export async function cancelPartialMessage(ctx: SmsContext, id: number): Promise<boolean> {
  const unsentId = await ctx.requestIds.take(1)
  return ctx.db.transaction(async (tx) => {
    const partial = await lockPartialMessage(tx, id)
    if (partial === null || partial.isOver || partial.joinKey !== null) return false
    const requestId = await fail(ctx, tx, partial, 'cancelled', unsentId)
    await endPartialMessages(tx, [{ id, requestId }])
    return true
  })
}

/** Stores a failed message; null when all of its parts were refused. */
async function fail(ctx: SmsContext, tx: Tx, partial: StoredPartialMessage, reason: string, id: number) {
  const parts = await listParts(tx, [partial.id])
  const [first] = parts
  if (first === undefined) return null
  const { accountId, credentialId, source, phone, createdAt } = partial
  const submitted = parts.map(({ id, head: { reports } }) => ({ id, reports }))
  await storeUnsent(ctx, tx, {
    id,
    accountId,
    sender: source,
    phone,
    reason,
    submittedAt: createdAt,
    origin: originOf(credentialId, first.head, [international(phone)], submitted),
  })
  return id
}
