import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import type { DeliveryReport, DeliveryReportsQuery, SendReply } from '../../contract/public/sms.ts'
import { readIdempotencyKey, skipSchemaValidation } from '../../engine/http/index.ts'
import { parseId } from '../../values/id.ts'
import { readCount } from '../../values/page.ts'
import type { SmsContext } from './context.ts'
import { reportsSchema, sendSchema } from './describe.ts'
import { invalidFormat, invalidHint, missingReportFilter, noReportsHint, noValidRecipients } from './errors.ts'
import type { Accepted } from './model.ts'
import { listReports, type Report } from './search/store-messages.ts'
import { readSend } from './sending/parse.ts'
import { sendOnce } from './sending/send.ts'
import { readSendXml } from './sending/xml.ts'

const faultCode = 103

export function smsRoutes(app: FastifyInstance, ctx: SmsContext): void {
  app.post(
    '/v1/send',
    {
      ...skipSchemaValidation,
      config: { area: 'sms', malformedBody: invalidFormat, readXml: readSendXml, isLargeBody: true, faultCode },
      schema: sendSchema,
    },
    async (request, reply) => {
      const accepted = await take(ctx, request)
      logAccepted(request, request.caller.accountId, accepted)
      if (accepted.replayed) reply.header('Idempotent-Replayed', 'true')
      if (accepted.valid === 0) {
        request.refusal = noValidRecipients(accepted)
        reply.headers(request.refusal.headers)
      } else if (accepted.invalid > 0) reply.header('Ngoma-Hint', invalidHint(accepted))
      return toReply(accepted)
    },
  )

  app.get(
    '/public/v1/delivery-reports',
    { ...skipSchemaValidation, config: { area: 'dlr', faultCode }, schema: reportsSchema },
    async ({ query, caller }, reply) => {
      const reports = await readReports(ctx, caller.accountId, query as Record<string, unknown>)
      if (reports.length === 0) reply.header('Ngoma-Hint', noReportsHint)
      return reports.map(toWire)
    },
  )
}

function take(ctx: SmsContext, request: FastifyRequest): Promise<Accepted> {
  const { accountId, messagesPerDay } = request.caller
  const { recipientsMax, segmentsMax } = ctx.config
  const read = () => {
    const send = readSend(request.body, { recipientsMax, segmentsMax, now: ctx.clock.now() })
    // Frees the memory of a large body before the response is sent.
    request.body = undefined
    return send
  }
  return sendOnce(ctx, accountId, read, readIdempotencyKey(request, accountId), messagesPerDay)
}

/** Connects the client's X-Request-Id, logged as reqId, with the messages. Contains no numbers and no text. */
export function logAccepted({ log }: FastifyRequest, account: number, accepted: Accepted): void {
  const { requestId, valid, invalid, duplicates, optedOut, replayed } = accepted
  log.info({ account, requestId, valid, invalid, duplicates, optedOut, replayed }, 'send accepted')
}

function toReply({ requestId, valid, invalid, duplicates, optedOut, total }: Accepted): SendReply {
  const successful = valid > 0
  return {
    successful,
    request_id: String(requestId),
    code: successful ? 100 : 101,
    message: successful ? 'Message Submitted Successfully' : 'No Valid Recipients',
    valid,
    invalid,
    duplicates,
    opted_out: optedOut,
    total_validated: total,
  }
}

const toWire = ({ phone, status, requestId }: Report): DeliveryReport => ({
  dest_addr: phone,
  status,
  request_id: String(requestId),
})

const reportsMax = 1_000

/**
 * Delivery reports of a request or a number, newest first. Impossible ids and numbers return an empty list, not an
 * error.
 */
async function readReports({ db }: SmsContext, accountId: number, query: Unvalidated<DeliveryReportsQuery>) {
  const { request_id: requestText, dest_addr: phoneText } = query
  const hasRequest = requestText !== undefined && requestText !== ''
  const hasPhone = phoneText !== undefined && phoneText !== ''
  if (!hasRequest && !hasPhone) throw missingReportFilter()
  const page = readCount(query, 'page', 1, Number.MAX_SAFE_INTEGER)
  const limit = readCount(query, 'limit', reportsMax, reportsMax)
  const requestId = parseId(requestText)
  const phone = parseNumber(phoneText)
  if ((hasRequest && requestId === null) || (hasPhone && phone === null) || page > Number.MAX_SAFE_INTEGER / limit)
    return []
  return listReports(db, accountId, { requestId, phone, page, limit })
}

const parseNumber = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? value : null
