import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../../api-route.ts'
import { messages, quotes, requests } from '../../../contract/account/message-routes.ts'
import type { SendBody } from '../../../contract/account/send.ts'
import { createConcurrencyLimit } from '../../../engine/concurrency-limit.ts'
import { readIdempotencyKey } from '../../../engine/http/index.ts'
import { readOneOf } from '../../../values/filters.ts'
import type { Query } from '../../../values/page.ts'
import type { Scope } from '../../../values/scopes.ts'
import { scopeMissing } from '../../accounts/index.ts'
import { mayReadCredit } from '../../balance/index.ts'
import type { SmsContext } from '../context.ts'
import { logAccepted } from '../routes.ts'
import { smsProduct } from './charge.ts'
import { quoteOrder } from './quote.ts'
import { readMessageAgain, readRequestAgain, resend } from './resend.ts'
import { type AcceptedOrder, sendOrder } from './send-order.ts'
import { showSent } from './show-sent.ts'

/** The answers to sends, quotes and previews show the numbers and fields of contacts. */
export function checkContacts(
  { contactIds = [], bookIds = [], segmentIds = [] }: Pick<SendBody, 'contactIds' | 'bookIds' | 'segmentIds'>,
  { caller }: FastifyRequest,
  allows: (scope: Scope) => boolean,
): void {
  if (contactIds.length + bookIds.length + segmentIds.length === 0 || allows('contacts:read')) return
  throw scopeMissing('contacts:read', caller.credentialId ?? 0)
}

/** Sends and quotes of one account that read address books and segments at the same time. Others wait. */
const listsAtOnce = 4
const listsWaitingMax = 100

const isAgain = (query: Query) => readOneOf(query, 'again', ['true', 'false']) === 'true'

/** Sends of the account API, their quotes, and sending undelivered messages again. */
export function sendApi(app: FastifyInstance, ctx: SmsContext): void {
  const readingLists = createConcurrencyLimit({ atOnce: listsAtOnce, waitingMax: listsWaitingMax })
  const limited = <T>(accountId: number, { bookIds = [], segmentIds = [] }: SendBody, run: () => Promise<T>) =>
    bookIds.length + segmentIds.length === 0 ? run() : readingLists(accountId, run)

  async function answer(request: FastifyRequest, reply: FastifyReply, accountId: number, sent: AcceptedOrder) {
    for (const accepted of sent.requests) logAccepted(request, accountId, accepted)
    if (sent.requests.every(({ replayed }) => replayed)) reply.header('Idempotent-Replayed', 'true')
    request.auditDetail = {
      ...request.auditDetail,
      requestIds: sent.requests.map(({ requestId }) => String(requestId)),
      messages: sent.requests.reduce((sum, { valid }) => sum + valid, 0),
    }
    return showSent(ctx, accountId, sent)
  }

  serve(app, messages.send, async ({ accountId, allows, body, request, reply }) => {
    checkContacts(body, request, allows)
    const key = readIdempotencyKey(request, accountId)
    const sent = await limited(accountId, body, () => sendOrder(ctx, accountId, body, key))
    return answer(request, reply, accountId, sent)
  })

  serve(app, quotes.create, async ({ accountId, allows, body, request }) => {
    const { caller } = request
    // A quote shows the credit, which a key for delivery reports only must not read.
    if (!mayReadCredit(caller?.products ?? null, smsProduct))
      throw scopeMissing('messages:send', caller.credentialId ?? 0)
    checkContacts(body, request, allows)
    return limited(accountId, body, () => quoteOrder(ctx, accountId, body))
  })

  serve(app, requests.resend, async ({ accountId, id, query, request, reply }) => {
    request.auditDetail = { resent: String(id('request')) }
    const key = readIdempotencyKey(request, accountId)
    const again = isAgain(query)
    const sent = await resend(ctx, accountId, key, () => readRequestAgain(ctx, accountId, id('request'), again))
    return answer(request, reply, accountId, sent)
  })

  serve(app, messages.resend, async ({ accountId, id, query, request, reply }) => {
    request.auditDetail = { resentMessage: String(id('message')) }
    const key = readIdempotencyKey(request, accountId)
    const again = isAgain(query)
    const sent = await resend(ctx, accountId, key, () => readMessageAgain(ctx, accountId, id('message'), again))
    return answer(request, reply, accountId, sent)
  })
}
