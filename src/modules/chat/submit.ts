import { sql } from 'kysely'
import { CarrierError } from '../../carriers/carrier.ts'
import { type ChatChannel, UnclearSubmit } from '../../carriers/chat/channel.ts'
import { again, done, failed, type Lease, type Outcome, type Work } from '../../engine/work/index.ts'
import { suspendedAccounts } from '../accounts/index.ts'
import { listChannels, submitTopic } from './channels.ts'
import type { ChatContext } from './context.ts'
import { endMessage, expired } from './end.ts'
import { unknownOutcome, unknownUntil, validSince, validUntil } from './rules.ts'
import { readContent } from './sealed-content.ts'
import { type OutgoingRow, outgoingColumns } from './store.ts'
import { clearSealedContent, clearTried, type Ending, markOverdue, markTried } from './store-progress.ts'

/** The wait after a channel became unavailable during a submit. Messages are claimed again once it is ready. */
const awaySeconds = 2
/** The wait of a message whose channel is paused, while no other channel can send it. */
const pausedSeconds = 30

const isIn = (ms: number, now: Date) => new Date(now.getTime() + ms)

/**
 * Submits messages to one channel. The intent is stored before the request, because most channels would send a repeated
 * message twice: after a crash or a lost response, the message waits for a status instead. While a channel is
 * unavailable, its messages move to other channels, or wait until they expire.
 */
export function submitWork(ctx: ChatContext, name: string): Work<OutgoingRow> {
  const end = (row: OutgoingRow, ending: Ending) => done((tx) => endMessage(ctx, tx, row, ending))

  async function submit(row: OutgoingRow, channel: ChatChannel, lease: Lease): Promise<Outcome> {
    const { id, accountId, conversation } = row
    const content = row.sealedContent === null ? row.content : readContent(ctx, id, row.sealedContent)
    if (content === null) return end(row, { state: 'failed', reason: 'unreadable' })
    const now = ctx.clock.now()
    if (!channel.isRepeatable && (lease.isOver() || !(await markTried(ctx.db, accountId, id, now))))
      return again(isIn(awaySeconds * 1_000, now))
    try {
      const { reference } = await channel.submit({ id, ...conversation, content })
      ctx.channels.note(name, null)
      return end(row, { state: 'sent', reference })
    } catch (error) {
      if (!(error instanceof CarrierError)) throw error
      ctx.channels.note(name, error.away ? error.message : null)
      return handle(row, channel, error)
    }
  }

  async function handle(row: OutgoingRow, channel: ChatChannel, error: CarrierError): Promise<Outcome> {
    const { id, accountId } = row
    const now = ctx.clock.now()
    ctx.log.info(
      { channel: name, message: id, reason: error.reason, why: error.message },
      'a chat message was not accepted',
    )
    if (error instanceof UnclearSubmit) {
      if (row.sealedContent !== null) await clearSealedContent(ctx.db, accountId, id)
      return again(unknownUntil(now))
    }
    if (!error.away && !error.retryable) return end(row, { state: 'failed', reason: error.reason })
    const next = error.away ? findOther(ctx, row, channel) : channel
    await clearTried(ctx.db, accountId, id, next?.name ?? name)
    if (next !== null && next !== channel) return moved(ctx, next, now)
    if (error.retryMs !== null) return again(isIn(error.retryMs, now))
    return error.away ? again(isIn(awaySeconds * 1_000, now)) : failed(error.reason)
  }

  return {
    name: `chat ${name}`,
    table: 'chat_messages',
    topic: submitTopic(name),
    columns: outgoingColumns,
    only: sql`w.carrier = ${name}`,
    key: 'account_id',
    exceptKeys: suspendedAccounts,
    concurrency: 32,
    concurrencyPerKey: 16,
    retryAfterSeconds: [1, 5, 30, 60, 300],
    retryUntil: validUntil,
    finished: 'keep',
    ready: () => ctx.channels.find(name)?.ready() ?? false,
    async run(row, lease) {
      const now = ctx.clock.now()
      if (row.triedAt !== null) {
        const until = unknownUntil(row.triedAt)
        return now < until ? again(until) : end(row, { state: 'failed', reason: unknownOutcome })
      }
      if (now >= validUntil(row)) return end(row, expired)
      const channel = ctx.channels.find(name)
      if (channel === null) return again(isIn(awaySeconds * 1_000, now))
      if (listChannels(ctx, row.accountId, row.conversation).includes(channel)) return submit(row, channel, lease)
      const other = findOther(ctx, row, channel)
      if (other === null) return again(isIn(pausedSeconds * 1_000, now))
      await clearTried(ctx.db, row.accountId, row.id, other.name)
      return moved(ctx, other, now)
    },
    giveUp: (tx, row) => endMessage(ctx, tx, row, expired),
  }
}

/** The row becomes due again under the name of the other channel. */
function moved({ work }: ChatContext, { name }: ChatChannel, now: Date): Outcome {
  work.announce(submitTopic(name))
  return again(now)
}

/** The best other channel for a message; null when there is none. */
function findOther(
  ctx: ChatContext,
  { accountId, conversation, content }: OutgoingRow,
  not: ChatChannel,
): ChatChannel | null {
  const isFree = content.type === 'template'
  const others = listChannels(ctx, accountId, conversation).filter(
    (one) => one.name !== not.name && (isFree || !one.hasSessions || not.hasSessions),
  )
  return others[0] ?? null
}

/** Messages in one transaction. More would block the balances of their accounts. */
const expireStep = 100

/** Ends expired messages: while a channel is unavailable or no longer configured, no worker claims its messages. */
export async function expireMessages(ctx: ChatContext): Promise<void> {
  while ((await expireSome(ctx)) === expireStep);
}

const expireSome = (ctx: ChatContext): Promise<number> =>
  ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    const rows = await markOverdue(tx, validSince(now), now, expireStep)
    for (const row of rows) await endMessage(ctx, tx, row, expired)
    return rows.length
  })
