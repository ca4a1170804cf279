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

/**
 * How long to wait for a channel that went away under way. Messages are claimed again only when it says that it is
 * ready.
 */
const awaySeconds = 2

/**
 * Gives messages to one channel. After a crash a message may be given twice, under the same id; what was accepted is
 * never dropped. A channel that is away is waited for until the message is not wanted any more.
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

/** In one transaction: more at once would keep their accounts' balances from everybody else. */
const expireStep = 100

/**
 * Ends what was not given to its channel in time: while a channel is away, or not set up any more, nobody claims its
 * messages.
 */
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
 * What the channel took is paid for, and anything else given back; by what was changed, so that doing it again changes
 * nothing.
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
