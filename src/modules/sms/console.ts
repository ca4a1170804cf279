import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { consoleArea } from '../../engine/http/index.ts'
import { type Query, readPage, showPage } from '../../values/page.ts'
import { Refusal } from '../../values/refusal.ts'
import { findDailyLimit } from '../accounts/index.ts'
import type { SmsContext } from './context.ts'
import { badPhone, invalidFormat, optOutMissing } from './errors.ts'
import { addOptOut, removeOptOut } from './optouts.ts'
import { readSend } from './parse.ts'
import { readReports } from './reports.ts'
import { toReply } from './routes.ts'
import { OptOutBody } from './schema.ts'
import { noteRefused, sendSms } from './send.ts'
import { listOptOuts } from './store-optouts.ts'

const area = consoleArea
const account = '/console/v1/accounts/:account'

/** Sending and its reports as the API has them, for people; and the numbers that want nothing any more. */
export function smsConsole(app: FastifyInstance, ctx: SmsContext): void {
  app.post(`${account}/sms/send`, { config: { area, may: 'member', does: 'sms.send', malformedBody: invalidFormat } }, async (request) => {
    const { recipientsMax, segmentsMax } = ctx.config
    const send = readSend(request.body, { lenient: false, recipientsMax, segmentsMax, now: ctx.clock.now() })
    const accountId = request.accountId ?? 0
    const accepted = await sendSms(ctx, accountId, send, null, await findDailyLimit(ctx, accountId)).catch((error: unknown) => {
      if (error instanceof Refusal) noteRefused(ctx, accountId, error)
      throw error
    })
    request.auditDetail = { requestId: String(accepted.requestId), messages: accepted.valid }
    return toReply(accepted, false)
  })

  app.get(`${account}/sms/reports`, { config: { area, may: 'viewer' } }, async ({ accountId, query }) => {
    const reports = await readReports(ctx, accountId ?? 0, query as Query, false)
    return { data: reports.map(({ phone, status, requestId }) => ({ dest_addr: phone, status, request_id: String(requestId) })) }
  })

  app.get(`${account}/optouts`, { config: { area, may: 'viewer' } }, async ({ accountId, query }) => {
    const page = readPage(query as Query)
    return showPage(await listOptOuts(ctx.db, accountId ?? 0, page), page)
  })

  app.post(`${account}/optouts`, { config: { area, may: 'member', does: 'optout.add' }, schema: { body: OptOutBody } }, async (request, reply) => {
    const { phone } = request.body as Static<typeof OptOutBody>
    request.auditDetail = { phone }
    if (!(await addOptOut(ctx, request.accountId ?? 0, phone))) throw badPhone()
    return reply.code(201).send({ phone })
  })

  app.delete(`${account}/optouts/:phone`, { config: { area, may: 'member', does: 'optout.remove' } }, async (request, reply) => {
    const { phone } = request.params as { phone: string }
    if (!(await removeOptOut(ctx, request.accountId ?? 0, phone))) throw optOutMissing()
    return reply.code(204).send()
  })
}
