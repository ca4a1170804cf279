import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import { readIdempotencyKey } from '../../engine/http/index.ts'
import { parseJsonId } from '../../values/id.ts'
import { parseTypedPhone } from '../../values/local-number.ts'
import { invalidParameter, type Query, readPage, showPage } from '../../values/page.ts'
import { findCountry, findDailyLimit } from '../accounts/index.ts'
import { findTemplate, templateNotFound } from '../templates/index.ts'
import type { SmsContext } from './context.ts'
import { invalidFormat } from './errors.ts'
import { listUnknownReceipts } from './progress/store-receipts.ts'
import { logAccepted, toReply } from './routes.ts'
import { listQueues } from './search/queues.ts'
import { explainReason } from './search/reasons.ts'
import { readReports } from './search/reports.ts'
import { readSend, readSendWithoutRecipients } from './sending/parse.ts'
import { quoteSms } from './sending/quote.ts'
import { sendOnce } from './sending/send.ts'
import { type BookAccepted, readBook, sendToBook } from './sending/send-to-book.ts'

/** Sending and delivery reports for the members of an account, and the queues for operators. */
export function smsConsole(app: FastifyInstance, ctx: SmsContext): void {
  const options = () => ({
    recipientsMax: ctx.config.recipientsMax,
    segmentsMax: ctx.config.segmentsMax,
    now: ctx.clock.now(),
  })
  const judged = { bodyValidatedByModule: true, malformedBody: invalidFormat } as const

  serve(
    app,
    'POST /accounts/:account/sms/send',
    { may: 'member', does: 'sms.send', isLargeBody: true, ...judged },
    async ({ accountId, body, request, reply }) => {
      const key = readIdempotencyKey(request, accountId)
      const accepted = await sendOnce(
        ctx,
        accountId,
        () => readSend(body, options()),
        key,
        await findDailyLimit(ctx, accountId),
      )
      logAccepted(request, accountId, accepted)
      if (accepted.replayed) reply.header('Idempotent-Replayed', 'true')
      request.auditDetail = { requestId: String(accepted.requestId), messages: accepted.valid }
      return toReply(accepted)
    },
  )

  serve(
    app,
    'POST /accounts/:account/sms/quote',
    { may: 'viewer', does: null, isLargeBody: true, ...judged },
    async ({ accountId, body }) => {
      const bookId = bookIn(body)
      if (bookId === null) {
        const { recipients, ...content } = readSend(body, options())
        return quoteSms(ctx, accountId, content, [recipients])
      }
      const content = readSendWithoutRecipients(await withTemplate(ctx, accountId, body), options())
      return quoteSms(ctx, accountId, content, readBook(ctx, accountId, bookId, content))
    },
  )

  serve(
    app,
    'POST /accounts/:account/books/:book/send',
    { may: 'member', does: 'sms.send_to_book', ...judged },
    async ({ accountId, id, body, request }) => {
      const content = readSendWithoutRecipients(await withTemplate(ctx, accountId, body), options())
      const key = readIdempotencyKey(request, accountId)
      const sent = await sendToBook(ctx, accountId, id('book'), content, key, await findDailyLimit(ctx, accountId))
      for (const accepted of sent.requests) logAccepted(request, accountId, accepted)
      const answer = toBookReply(sent)
      request.auditDetail = { requestIds: answer.request_ids, messages: answer.valid }
      return answer
    },
  )

  serve(
    app,
    'GET /accounts/:account/sms/reports',
    { may: 'viewer', reads: 'messages.read' },
    async ({ accountId, query }) => {
      const { dest_addr: typed } = query
      const phone = typeof typed === 'string' ? parseTypedPhone(typed, await findCountry(ctx, accountId)) : null
      const reports = await readReports(ctx, accountId, phone === null ? query : { ...query, dest_addr: phone })
      return {
        data: reports.map(({ phone, status, requestId, reason }) => ({
          dest_addr: phone,
          status,
          request_id: String(requestId),
          reason,
          explanation: explainReason(reason),
        })),
      }
    },
  )

  /**
   * Includes receipts that are still being matched, so operators who set up a carrier see them without waiting an hour.
   */
  serve(app, 'GET /receipts/unknown', { may: 'operator', reads: 'receipts.read' }, async ({ query }) => {
    const page = readPage(query)
    return showPage(await listUnknownReceipts(ctx.db, readCarrier(query), page), page)
  })

  serve(app, 'GET /queues', { may: 'operator' }, async () => ({ data: await listQueues(ctx) }))
}

/** Null for all carriers. A removed carrier may still have receipts. */
function readCarrier({ carrier }: Query): string | null {
  if (carrier === undefined || carrier === '') return null
  if (typeof carrier !== 'string' || !/^[a-z0-9-]{1,32}$/.test(carrier))
    throw invalidParameter('carrier', 'the name of a carrier; run npx ngoma carrier list to see all carriers')
  return carrier
}

/** The address book to send to instead of recipients; null without one. */
function bookIn(body: unknown): number | null {
  const { book_id: id } = (body ?? {}) as { book_id?: unknown }
  return id === undefined || id === null ? null : (parseJsonId(id) ?? 0)
}

/** Replaces `template_id` with the text of the template. */
async function withTemplate(ctx: SmsContext, accountId: number, body: unknown): Promise<unknown> {
  const { template_id: id } = (body ?? {}) as { template_id?: unknown }
  if (id === undefined || id === null) return body
  const template = await findTemplate(ctx.db, accountId, parseJsonId(id))
  if (template === null) throw templateNotFound()
  return { ...(body as object), message: template.text }
}

/** Adds up the figures of all requests, with the error that stopped the send early. */
function toBookReply({ requests, stoppedBy }: BookAccepted) {
  const sum = (figure: 'valid' | 'invalid' | 'duplicates' | 'optedOut' | 'total') =>
    requests.reduce((total, request) => total + request[figure], 0)
  const total = {
    valid: sum('valid'),
    invalid: sum('invalid'),
    duplicates: sum('duplicates'),
    optedOut: sum('optedOut'),
    total: sum('total'),
  }
  const { request_id: _, ...figures } = toReply({ ...total, requestId: 0, replayed: false })
  const stopped = stoppedBy === null ? {} : { successful: false, code: stoppedBy.code, message: stoppedBy.message }
  return { ...figures, ...stopped, request_ids: requests.map(({ requestId }) => String(requestId)) }
}
