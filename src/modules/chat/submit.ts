import { sql } from 'kysely'
import { CarrierError } from '../../carriers/carrier.ts'
import type { ChatChannel } from '../../carriers/chat/channel.ts'
import type { Tx } from '../../engine/db/index.ts'
import { again, done, failed, type Work } from '../../engine/work/index.ts'
import { money } from '../../values/money.ts'
import { suspendedAccounts } from '../accounts/index.ts'
import { settle } from '../balance/index.ts'
import type { ChatContext } from './context.ts'
import { chatProduct, validSince, validUntil } from './rules.ts'
import { subjectOf, submitTopic } from './send.ts'
import { type Ending, markEnded, markOverdue, type OutgoingRow, outgoingColumns } from './store.ts'

/** The wait after a channel became unavailable during a submit. Messages are claimed again once it is ready. */
const awaySeconds = 2

/**
 * Submits messages to one channel. After a crash a message may be submitted twice, with the same id; an accepted
 * message is never dropped. While a channel is unavailable, messages wait until they expire.
 */
export function submitWork(ctx: ChatContext, channel: ChatChannel): Work<OutgoingRow> {
  const end = (row: OutgoingRow, ending: Ending) => done((tx) => endMessage(ctx, tx, row, ending))
  return {
    name: `chat ${channel.name}`,
    table: 'chat_messages',
    topic: submitTopic(channel.name),
    columns: outgoingColumns,
    only: sql`w.carrier = ${channel.name}`,
    key: 'account_id',
    exceptKeys: suspendedAccounts,
    concurrency: 32,
    concurrencyPerKey: 16,
    retryAfterSeconds: [1, 5, 30, 60, 300],
    retryUntil: ({ createdAt }) => validUntil(createdAt),
    finished: 'keep',
    ready: () => channel.ready(),
    async run(row) {
      const now = ctx.clock.now()
      if (now >= validUntil(row.createdAt)) return end(row, expired)
      try {
        const { reference } = await channel.submit({ id: row.id, ...row.conversation, content: row.content })
        return end(row, { state: 'sent', reference })
      } catch (error) {
        if (!(error instanceof CarrierError)) throw error
        if (error.away) return again(new Date(now.getTime() + awaySeconds * 1_000))
        return error.retryable ? failed(error.reason) : end(row, { state: 'failed', reason: error.reason })
      }
    },
    giveUp: (tx, row) => endMessage(ctx, tx, row, expired),
  }
}

/** Messages in one transaction. More would block the balances of their accounts. */
const expireStep = 100

/** Ends expired messages: while a channel is unavailable or no longer configured, no worker claims its messages. */
export async function expireMessages(ctx: ChatContext): Promise<void> {
  while ((await expireSome(ctx)) === expireStep);
}

const expireSome = (ctx: ChatContext): Promise<number> =>
  ctx.db.transaction(async (tx) => {
    const rows = await markOverdue(tx, validSince(ctx.clock.now()), expireStep)
    for (const row of rows) await endMessage(ctx, tx, row, expired)
    return rows.length
  })

const expired: Ending = { state: 'failed', reason: 'expired' }

/**
 * Spends the hold of an accepted message and releases all others. Based on the changed rows, so it can be repeated
 * safely.
 */
async function endMessage(
  { clock }: ChatContext,
  tx: Tx,
  { id, accountId }: Pick<OutgoingRow, 'id' | 'accountId'>,
  ending: Ending,
): Promise<void> {
  const now = clock.now()
  const price = await markEnded(tx, accountId, id, ending, now)
  if (price === null) return
  const [spent, released] = ending.state === 'sent' ? [price, money(0n)] : [money(0n), price]
  await settle(tx, [{ accountId, product: chatProduct, spent, released, subject: subjectOf(id) }], now)
}
