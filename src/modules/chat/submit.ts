import { CarrierError } from '../../carriers/carrier.ts'
import type { Tx } from '../../engine/db/index.ts'
import { again, done, failed, type Work } from '../../engine/work/index.ts'
import { money } from '../../values/money.ts'
import { settle } from '../balance/index.ts'
import type { ChatContext } from './context.ts'
import { chatProduct, validUntil } from './rules.ts'
import { subjectOf, workTopic } from './send.ts'
import { type Ending, markEnded, type OutgoingRow, outgoingColumns } from './store.ts'

/** How long to wait for a channel that is away. */
const awaySeconds = 2

/**
 * Gives messages to their channels. After a crash a message may be given twice, under the same id; what was accepted is never dropped. A channel that is
 * away is waited for until the message is not wanted any more.
 */
export function submitWork(ctx: ChatContext): Work<OutgoingRow> {
  const end = (row: OutgoingRow, ending: Ending) => done((tx) => endMessage(ctx, tx, row, ending))
  return {
    name: 'chat',
    table: workTopic,
    columns: outgoingColumns,
    key: 'account_id',
    concurrency: 32,
    concurrencyPerKey: 16,
    retryAfterSeconds: [1, 5, 30, 60, 300],
    retryUntil: ({ createdAt }) => validUntil(createdAt),
    finished: 'keep',
    async run(row) {
      const now = ctx.clock.now()
      if (now >= validUntil(row.createdAt)) return end(row, expired)
      const channel = ctx.channels.find(({ name }) => name === row.carrier)
      const later = again(new Date(now.getTime() + awaySeconds * 1_000))
      if (!channel?.ready()) return later
      try {
        const { reference } = await channel.submit({ id: row.id, ...row.conversation, content: row.content })
        return end(row, { state: 'sent', reference })
      } catch (error) {
        if (!(error instanceof CarrierError)) throw error
        if (error.away) return later
        return error.retryable ? failed(error.reason) : end(row, { state: 'failed', reason: error.reason })
      }
    },
    giveUp: (tx, row) => endMessage(ctx, tx, row, expired),
  }
}

const expired: Ending = { state: 'failed', reason: 'expired' }

/** What the channel took is paid for, and anything else given back; by what was changed, so that doing it again changes nothing. */
async function endMessage({ clock }: ChatContext, tx: Tx, { id, accountId }: OutgoingRow, ending: Ending): Promise<void> {
  const now = clock.now()
  const price = await markEnded(tx, accountId, id, ending, now)
  if (price === null) return
  const [spent, released] = ending.state === 'sent' ? [price, money(0n)] : [money(0n), price]
  await settle(tx, [{ accountId, product: chatProduct, spent, released, subject: subjectOf(id) }], now)
}
