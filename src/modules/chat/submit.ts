import { sql } from 'kysely'
import type { ChatChannel, ChatContent } from '../../carriers/chat/channel.ts'
import { ProviderFailure } from '../../carriers/provider-kind.ts'
import { again, done, failed, type Lease, type Outcome, type Work } from '../../engine/work/index.ts'
import { suspendedAccounts } from '../accounts/index.ts'
import { listChannels, submitTopic } from './channels.ts'
import type { ChatContext } from './context.ts'
import { endMessage, expired, lateEnding, unknown } from './end.ts'
import { chatProduct, unknownSince, unknownUntil, validSince, validUntil } from './rules.ts'
import { readContent } from './send-sealed.ts'
import { type OutgoingRow, outgoingColumns } from './store.ts'
import {
  clearExpiredContents,
  clearSealedContent,
  clearTried,
  type Ending,
  markOverdue,
  markTried,
} from './store-progress.ts'

/** The wait after a channel became unavailable during a submit. Messages are claimed again once it is ready. */
const awaySeconds = 2
/** The wait of a message whose channel is paused, while no other channel can send it. */
const pausedSeconds = 30

const isIn = (ms: number, now: Date) => new Date(now.getTime() + ms)

const unreadable: Ending = { state: 'failed', reason: 'unreadable' }

/**
 * Submits messages to one channel. The intent is stored before the request, because most channels would send a repeated
 * message twice: after a crash or a lost response, the message waits for a status instead, or is repeated on the same
 * channel if that recognizes it. While a channel is unavailable, messages that it cannot have move to other channels, or
 * wait until they expire.
 */
export function submitWork(ctx: ChatContext, name: string): Work<OutgoingRow> {
  const end = (row: OutgoingRow, ending: Ending) => done((tx) => endMessage(ctx, tx, row, ending))

  async function submit(row: OutgoingRow, channel: ChatChannel, lease: Lease): Promise<Outcome> {
    const { id, accountId, conversation } = row
    const content = contentOf(ctx, row)
    if (content === null) return end(row, row.triedAt === null ? unreadable : unknown)
    try {
      await channel.pace?.()
      const now = ctx.clock.now()
      if (lease.isOver() || !(await markTried(ctx.db, accountId, id, channel.isRepeatable ?? false, now)))
        return again(isIn(awaySeconds * 1_000, now))
      const { reference } = await channel.submit({ id, ...conversation, content })
      ctx.channels.note(name, null)
      return end(row, { state: 'sent', reference })
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      ctx.channels.note(name, error.away ? error.message : null)
      return handle(row, channel, error)
    }
  }

  async function handle(row: OutgoingRow, channel: ChatChannel, error: ProviderFailure): Promise<Outcome> {
    const { id, accountId } = row
    const now = ctx.clock.now()
    ctx.log.info(
      { channel: name, message: id, reason: error.reason, why: error.message },
      'a chat message was not accepted',
    )
    if (error.stage === 'unclear') return channel.isRepeatable ? failed(error.reason) : awaitStatus(row, now)
    // An earlier request may have been accepted. Only the same channel would recognize the message.
    const mayBeSent = row.triedAt !== null
    if (!error.away && !error.retryable)
      return end(row, mayBeSent ? unknown : { state: 'failed', reason: error.reason })
    if (!mayBeSent) {
      const next = error.away ? findOther(ctx, row, channel) : null
      await clearTried(ctx.db, accountId, id, next?.channel.name ?? name)
      if (next !== null) return moved(ctx, next, now)
    }
    if (error.retryMs !== null) return again(isIn(error.retryMs, now))
    return error.away ? again(isIn(awaySeconds * 1_000, now)) : failed(error.reason)
  }

  /** The message is not submitted again, so its secret is not needed any more. */
  async function awaitStatus({ id, accountId, sealedContent }: OutgoingRow, triedAt: Date): Promise<Outcome> {
    if (sealedContent !== null) await clearSealedContent(ctx.db, accountId, id)
    return again(unknownUntil(triedAt))
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
    // The run itself ends messages that are out of time.
    retryUntil: () => new Date(8.64e15),
    finished: 'keep',
    ready: () => ctx.channels.find(name)?.ready() ?? false,
    async run(row, lease) {
      const now = ctx.clock.now()
      const { triedAt } = row
      const channel = ctx.channels.find(name)
      const isOver = now >= validUntil(row)
      if (triedAt !== null && now >= unknownUntil(triedAt)) return end(row, unknown)
      if (triedAt !== null && (isOver || !channel?.isRepeatable)) return awaitStatus(row, triedAt)
      if (isOver) return end(row, expired)
      if (channel === null) return again(isIn(awaySeconds * 1_000, now))
      if (listUsable(ctx, row).includes(channel)) return submit(row, channel, lease)
      const other = triedAt === null ? findOther(ctx, row, channel) : null
      if (other === null) return again(isIn(pausedSeconds * 1_000, now))
      await clearTried(ctx.db, row.accountId, row.id, other.channel.name)
      return moved(ctx, other, now)
    },
    giveUp: (tx, row) => endMessage(ctx, tx, row, lateEnding(row)),
  }
}

/** Null when it cannot be decrypted. The stored content of a PIN is only a mask. */
function contentOf(ctx: ChatContext, { id, content, sealedContent, product }: OutgoingRow): ChatContent | null {
  if (sealedContent !== null) return readContent(ctx, id, sealedContent)
  return product === chatProduct ? content : null
}

interface Next {
  readonly channel: ChatChannel
  /** The message was on this channel before, perhaps. */
  readonly isBack: boolean
}

/** The row becomes due again under the name of the other channel. */
function moved({ work }: ChatContext, { channel, isBack }: Next, now: Date): Outcome {
  work.announce(submitTopic(channel.name))
  return again(isBack ? isIn(awaySeconds * 1_000, now) : now)
}

/** Starts no trials of unreachable channels, because the message may stay where it is. */
const listUsable = (ctx: ChatContext, { accountId, conversation }: OutgoingRow): readonly ChatChannel[] =>
  listChannels(ctx, accountId, conversation, { isSending: false })

/** The channel after the current one in the order of preference, or else the best other channel; null without one. */
function findOther(ctx: ChatContext, row: OutgoingRow, not: ChatChannel): Next | null {
  const isFree = row.content.type === 'template'
  const usable = listUsable(ctx, row)
  const fits = (one: ChatChannel) =>
    one !== not && !ctx.channels.isAway(one.name) && (isFree || !one.hasSessions || (not.hasSessions ?? false))
  const later = usable.slice(usable.indexOf(not) + 1).find(fits)
  const channel = later ?? usable.find(fits)
  return channel === undefined ? null : { channel, isBack: later === undefined }
}

/** Messages in one transaction. More would block the balances of their accounts. */
const expireStep = 100

/** Ends expired messages: while a channel is unavailable or no longer configured, no worker claims its messages. */
export async function expireMessages(ctx: ChatContext): Promise<void> {
  await clearExpiredContents(ctx.db, ctx.clock.now())
  while ((await expireSome(ctx)) === expireStep);
}

const expireSome = (ctx: ChatContext): Promise<number> =>
  ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    const rows = await markOverdue(tx, validSince(now), unknownSince(now), now, expireStep)
    for (const row of rows) await endMessage(ctx, tx, row, lateEnding(row))
    return rows.length
  })
