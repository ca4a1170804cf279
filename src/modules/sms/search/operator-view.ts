import type { OperatorMessage } from '../../../contract/console/messages.ts'
import type { Queue } from '../../../contract/console/sms.ts'
import type { Sendable } from '../../../contract/shapes.ts'
import { refuse } from '../../../values/refusal.ts'
import { listPaces } from '../../routing/index.ts'
import { listEventsAbout } from '../../webhooks/index.ts'
import type { SmsContext } from '../context.ts'
import { type Lane, lanes } from '../model.ts'
import { createGates } from '../scheduling/window-rules.ts'
import { showMessage, viewMessage } from './message-view.ts'
import { searchMessages } from './search.ts'
import { listMessagesFrom, listParts, type StoredMessage } from './store-messages.ts'
import { findBatchOf, findOwner, findRequestOwner, listStoredQueues, type MessageOwner } from './store-queues.ts'
import { noFilter } from './store-requests.ts'
import { findOwners } from './store-search.ts'
import { carrierFacts, explainCarrier, explainQueue, explainWaiting, laneOf, type Waiting } from './waiting-rules.ts'

/** A message of any account, with the reason why it waits and its callbacks. */
export async function viewAnyMessage(ctx: SmsContext, messageId: number): Promise<Sendable<OperatorMessage>> {
  const owner = await findOwner(ctx.db, messageId)
  if (owner === null) throw refuse('message_not_found')
  const { accountId, accountName, currency, product, recipients, wire } = owner
  const { delay: _, ...message } = await viewMessage(ctx, accountId, messageId)
  const { carrier, phone, sender, doneAt } = message
  const lane = laneOf(product, recipients)
  const waiting = await findWaiting(ctx, accountId, lane, { ...message, wire })
  const route = ctx.routing.routesOf({ accountId, phone, sender, lane }).find((one) => one.carrier === carrier)
  const submitted = await listParts(ctx.db, messageId)
  return {
    ...message,
    accountId,
    accountName,
    currency: currency ?? ctx.config.currency,
    lane,
    route: route === undefined ? null : { id: route.id, prefix: route.prefix, place: route.place },
    waitsFor: waiting?.text ?? null,
    nextTryAt: waiting?.nextTryAt ?? null,
    references: submitted.map(({ reference }) => reference),
    events: doneAt === null ? [] : await listEventsAbout(ctx.db, accountId, messageId),
  }
}

async function findWaiting(
  ctx: SmsContext,
  accountId: number,
  lane: Lane,
  message: StoredMessage & Pick<MessageOwner, 'wire'>,
): Promise<Waiting | null> {
  const { id, status, submittedAt, carrier } = message
  const now = ctx.clock.now()
  const isQueued = status === 'PENDING' && submittedAt === null
  const window = isQueued && lane === 'bulk' ? await ctx.windows.of(accountId) : null
  return explainWaiting({
    message,
    batch: isQueued ? await findBatchOf(ctx.db, { id, accountId, carrier, lane }) : null,
    carrierProblem: explainCarrier(carrierFacts(ctx, carrier)),
    opensAt: isQueued ? createGates(window)(message, now) : null,
    now,
  })
}

/** Adds the accounts of messages that were found over all accounts. */
export async function withOwners<T extends { readonly id: number }>(ctx: SmsContext, messages: readonly T[]) {
  const owners = await findOwners(
    ctx.db,
    messages.map(({ id }) => id),
  )
  return messages.flatMap((message) => {
    const owner = owners.get(message.id)
    return owner === undefined ? [] : [{ ...message, ...owner }]
  })
}

/** The last messages of all accounts to a number. */
export async function listMessagesTo(ctx: SmsContext, phone: string, limit: number) {
  const { items } = await searchMessages(ctx, null, { filter: { ...noFilter, phone }, after: null, limit })
  return withOwners(ctx, items)
}

/** The first messages of a request of any account. */
export async function listMessagesOfRequest(ctx: Pick<SmsContext, 'clock' | 'db'>, requestId: number, limit: number) {
  const request = await findRequestOwner(ctx.db, requestId)
  if (request === null) throw refuse('request_not_found')
  const { accountId, firstMessageId, valid } = request
  const messages =
    firstMessageId === null
      ? []
      : await listMessagesFrom(ctx.db, accountId, { requestId, firstId: firstMessageId, count: Math.min(limit, valid) })
  const now = ctx.clock.now()
  return messages.map((message) => ({ ...showMessage(message, now), accountId }))
}

/** Pending messages by carrier and lane, with the reason why they wait. */
export async function listQueues(ctx: SmsContext): Promise<Sendable<Queue>[]> {
  const now = ctx.clock.now()
  const [queues, paces] = await Promise.all([listStoredQueues(ctx.db, lanes, now), listPaces(ctx.db, now)])
  return queues.map(({ retrying, throttled, nextAt, ...queue }) => {
    const { taken = 0, throttles = 0 } = paces.get(queue.carrier) ?? {}
    const carrierProblem = explainCarrier(carrierFacts(ctx, queue.carrier))
    const problem = explainQueue({ ...queue, retrying, throttled, nextAt }, carrierProblem, throttles, now)
    return {
      ...queue,
      perSecond: Math.round((taken / 60) * 10) / 10,
      waitsFor: problem?.text ?? null,
      cause: problem?.cause ?? null,
    }
  })
}
