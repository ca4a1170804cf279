import type { FastifyInstance, FastifyRequest } from 'fastify'
import { judgedByRules, readIdempotencyKey } from '../../engine/http/index.ts'
import type { Accepted } from './accept.ts'
import type { SmsContext } from './context.ts'
import { invalidFormat, numberHint } from './errors.ts'
import { readSend } from './parse.ts'
import { readReports } from './reports.ts'
import { reportsSchema, sendSchema } from './schema.ts'
import { sendOnce } from './send.ts'
import { readSendXml } from './xml.ts'

const faultCode = 103

export function smsRoutes(app: FastifyInstance, ctx: SmsContext): void {
  app.post(
    '/v1/send',
    {
      ...judgedByRules,
      config: { area: 'sms', malformedBody: invalidFormat, readXml: readSendXml, faultCode },
      schema: sendSchema,
    },
    async (request, reply) => {
      const accepted = await take(ctx, request)
      if (accepted.replayed) reply.header('Idempotent-Replayed', 'true')
      if (accepted.valid === 0 && accepted.invalid > 0) reply.header('Ngoma-Hint', numberHint)
      return toReply(accepted, request.caller.lenient)
    },
  )

  app.get(
    '/public/v1/delivery-reports',
    { ...judgedByRules, config: { area: 'dlr', faultCode }, schema: reportsSchema },
    async ({ query, caller: { accountId, lenient } }, reply) => {
      const reports = await readReports(ctx, accountId, query as Record<string, unknown>, lenient)
      const entries = reports.map(({ phone, status, requestId }) => ({ dest_addr: phone, status, request_id: wireId(requestId, lenient) }))
      if (!lenient || entries.length !== 1) return entries
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(entries[0]))
    },
  )
}

function take(ctx: SmsContext, request: FastifyRequest): Promise<Accepted> {
  const { accountId, lenient, messagesPerDay } = request.caller
  const { recipientsMax, segmentsMax } = ctx.config
  const read = () => {
    const send = readSend(request.body, { lenient, recipientsMax, segmentsMax, now: ctx.clock.now() })
    // A large body would otherwise stay in memory, beside what was read from it, until the answer is sent.
    request.body = undefined
    return send
  }
  return sendOnce(ctx, accountId, read, readIdempotencyKey(request, accountId), messagesPerDay)
}

const wireId = (id: number, lenient: boolean) => (lenient ? id : String(id))

export function toReply({ requestId, valid, invalid, duplicates, optedOut, total }: Accepted, lenient: boolean) {
  const successful = valid > 0
  return {
    successful,
    request_id: wireId(requestId, lenient),
    code: successful ? 100 : 101,
    message: successful ? 'Message Submitted Successfully' : 'No Valid Recipients',
    valid,
    invalid,
    duplicates,
    opted_out: optedOut,
    total_validated: total,
  }
}
