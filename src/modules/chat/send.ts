import { afterCommit, type Tx } from '../../engine/db/index.ts'
import { answerOnce, findAnswer, type IdempotencyKey, type Once } from '../../engine/http/index.ts'
import { findSpendableCredit, isCreditShort, noCredit } from '../balance/index.ts'
import { adHocMax, ensureEndpoint } from '../webhooks/index.ts'
import { chargeSession, sessionPriceFor } from './charge-session.ts'
import type { ChatContext } from './context.ts'
import { invalidParameter, noRoute, tooExpensive, transactionUsed } from './errors.ts'
import { chatProduct, isSame, type MessageRequest } from './rules.ts'
import { findByTransaction, hold, insertOutgoing, upsertConversation } from './store.ts'

/** The topic that wakes the work of a channel. */
export const submitTopic = (channel: string) => `chat_messages/${channel}`

/** The subject of the message in the ledger. */
export const subjectOf = (id: number) => `chat message ${id}`

/**
 * Accepts a message and holds its cost. The row is also the job: workers can see it once it is committed. The same
 * transaction id returns the same message, even concurrently.
 */
export async function sendMessage<Answer>(
  ctx: ChatContext,
  accountId: number,
  request: MessageRequest,
  key: IdempotencyKey | null,
  answerWith: (tx: Tx, id: number) => Promise<Answer>,
): Promise<Once<Answer>> {
  const now = ctx.clock.now()
  const known = key === null ? null : await findAnswer(ctx.db, key, now)
  if (known !== null) return { answer: known as Answer, replayed: true }
  await checkCallback(ctx, request)
  return answerOnce(ctx.db, key, now, async (tx) =>
    answerWith(tx, (await findSame(tx, accountId, request)) ?? (await accept(ctx, tx, accountId, request, now))),
  )
}

/** Before the transaction, because a DNS lookup may take seconds. The URL is checked again with every call. */
async function checkCallback({ outbound }: ChatContext, { callbackUrl }: MessageRequest): Promise<void> {
  if (callbackUrl === null) return
  const judgement = await outbound.judge(callbackUrl)
  if (!judgement.ok) throw invalidParameter('callback_url', judgement.why)
}

/** The earlier message with the same transaction id, or null. */
async function findSame(tx: Tx, accountId: number, request: MessageRequest): Promise<number | null> {
  if (request.transactionId === null) return null
  const found = await findByTransaction(tx, accountId, request.transactionId)
  if (found !== null && !isSame(found, request)) throw transactionUsed()
  return found?.id ?? null
}

async function accept(
  ctx: ChatContext,
  tx: Tx,
  accountId: number,
  request: MessageRequest,
  now: Date,
): Promise<number> {
  const { service, phone, callbackUrl } = request
  const channel = ctx.channels.find((one) => one.carries(service))
  if (channel === undefined) throw noRoute()
  const credit = (await findSpendableCredit(tx, [accountId], chatProduct)).get(accountId) ?? noCredit
  const price = ctx.prices.pricesFor(chatProduct, accountId, credit.currency, now)(phone)
  if (price > credit.spendable) throw tooExpensive('this message', price, credit)
  const endpointId = callbackUrl === null ? null : await getEndpoint(ctx, tx, accountId, callbackUrl)
  const sessionPrice = sessionPriceFor(ctx, accountId, credit.currency, phone)
  const conversationId = await upsertConversation(tx, accountId, request, endpointId, now, sessionPrice === 0n)
  const id = await insertOutgoing(
    tx,
    { ...request, accountId, conversationId, endpointId, carrier: channel.name, price },
    now,
  )
  if (id === null) return (await findSame(tx, accountId, request)) ?? 0
  try {
    if (price > 0n)
      await hold(tx, { accountId, product: chatProduct, amount: price, subject: subjectOf(id), credit }, now)
  } catch (error) {
    throw isCreditShort(error) ? tooExpensive('this message', price, credit) : error
  }
  await chargeSession(ctx, tx, { accountId, conversationId, messageId: id, at: now }, sessionPrice, 'business')
  afterCommit(tx, () => ctx.work.announce(submitTopic(channel.name)))
  return id
}

async function getEndpoint(ctx: ChatContext, tx: Tx, accountId: number, url: string): Promise<number> {
  const id = await ensureEndpoint(ctx, tx, { accountId, event: 'chat', url })
  if (id === null)
    throw invalidParameter(
      'callback_url',
      `an account can have at most ${adHocMax} callback URLs at a time, and all of them have pending events`,
    )
  return id
}
