import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Context } from '../../context.ts'
import { consoleArea, idIn } from '../../engine/http/index.ts'
import type { Query } from '../../values/page.ts'
import { approveSender, deactivateSender, rejectSender } from './decide.ts'
import { invalidSenderFormat } from './errors.ts'
import { readSenders, type SortNames } from './list.ts'
import { requestSender } from './request.ts'
import { parseSender } from './rules.ts'
import { DeactivateBody, RejectBody, SenderBody } from './schema.ts'
import { listAllSenders, listSenders, type Sender } from './store.ts'

const area = consoleArea
const senders = '/console/v1/accounts/:account/senders'
const sortNames: SortNames = {
  id: 'id',
  sender: 'sender',
  sampleContent: 'sampleContent',
  status: 'status',
  created: 'created',
}

/** Senders for the people of an account, who ask for them, and for operators, who decide. */
export function sendersConsole(app: FastifyInstance, ctx: Context): void {
  app.get('/console/v1/senders', { config: { area, may: 'operator' } }, ({ query }) =>
    readSenders(query as Query, sortNames, (question) => listAllSenders(ctx.db, question)),
  )

  app.get(senders, { config: { area, may: 'viewer' } }, ({ query, accountId }) =>
    readSenders(query as Query, sortNames, (question) => listSenders(ctx.db, accountId ?? 0, question)),
  )

  app.post(
    senders,
    { config: { area, may: 'member', does: 'sender.request' }, schema: { body: SenderBody } },
    async (request, reply) => {
      const { sender: text, sampleContent = '' } = request.body as Static<typeof SenderBody>
      const sender = parseSender(text)
      if (sender === null) throw invalidSenderFormat()
      request.auditDetail = { sender }
      const once = await requestSender(ctx, request.accountId ?? 0, { sender, sampleContent }, null, (one) => one)
      return reply.code(201).send(once.answer)
    },
  )

  app.post(`${senders}/:sender/approve`, { config: { area, may: 'operator', does: 'sender.approve' } }, (request) =>
    answer(request, null, approveSender(ctx, request.accountId ?? 0, idIn(request.params, 'sender'))),
  )

  app.post(
    `${senders}/:sender/reject`,
    { config: { area, may: 'operator', does: 'sender.reject' }, schema: { body: RejectBody } },
    (request) => {
      const { reason } = request.body as Static<typeof RejectBody>
      return answer(request, reason, rejectSender(ctx, request.accountId ?? 0, idIn(request.params, 'sender'), reason))
    },
  )

  app.post(
    `${senders}/:sender/deactivate`,
    { config: { area, may: 'operator', does: 'sender.deactivate' }, schema: { body: DeactivateBody } },
    (request) => {
      const { reason = null } = request.body as Static<typeof DeactivateBody>
      return answer(
        request,
        reason,
        deactivateSender(ctx, request.accountId ?? 0, idIn(request.params, 'sender'), reason),
      )
    },
  )
}

async function answer(request: FastifyRequest, reason: string | null, decision: Promise<Sender>): Promise<Sender> {
  const decided = await decision
  request.auditDetail = { sender: decided.sender, reason }
  return decided
}
