import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../console-route.ts'
import type { Context } from '../../context.ts'
import { readListPage, readPage, showList, showPage } from '../../values/page.ts'
import { approveSender, deactivateSender, rejectSender } from './decide.ts'
import { invalidSenderFormat } from './errors.ts'
import { readSenders, type SortNames } from './list.ts'
import { requestSender } from './request.ts'
import { parseSender } from './rules.ts'
import { listAllSenders, listSenders, type Sender, type SendersQuestion } from './store.ts'

const sortNames: SortNames = {
  id: 'id',
  sender: 'sender',
  sampleContent: 'sampleContent',
  status: 'status',
  created: 'created',
}

/** Sender IDs: members request them, and operators decide. */
export function sendersConsole(app: FastifyInstance, ctx: Context): void {
  serve(app, 'GET /senders', { may: 'operator' }, async ({ query }) => {
    const page = readPage(query)
    return showPage(await readSenders(query, page, sortNames, (question) => listAllSenders(ctx.db, question)), page)
  })

  serve(app, 'GET /v2/senders', { scope: 'senders:read', may: 'viewer' }, async ({ query, accountId }) => {
    const page = readListPage(query)
    const list = (question: SendersQuestion) => listSenders(ctx.db, accountId, question)
    return showList(await readSenders(query, page, sortNames, list), page)
  })

  serve(
    app,
    'POST /v2/senders',
    { scope: 'senders:write', may: 'member', does: 'sender.request' },
    async ({ accountId, body: { sender: text, sampleContent = '' }, request }) => {
      const sender = parseSender(text)
      if (sender === null) throw invalidSenderFormat()
      request.auditDetail = { sender }
      const once = await requestSender(ctx, accountId, { sender, sampleContent }, null, (one) => one)
      return once.answer
    },
  )

  serve(
    app,
    'POST /accounts/:account/senders/:sender/approve',
    { may: 'operator', does: 'sender.approve' },
    ({ accountId, id, request }) => answer(request, null, approveSender(ctx, accountId, id('sender'))),
  )

  serve(
    app,
    'POST /accounts/:account/senders/:sender/reject',
    { may: 'operator', does: 'sender.reject' },
    ({ accountId, id, body: { reason }, request }) =>
      answer(request, reason, rejectSender(ctx, accountId, id('sender'), reason)),
  )

  serve(
    app,
    'POST /accounts/:account/senders/:sender/deactivate',
    { may: 'operator', does: 'sender.deactivate' },
    ({ accountId, id, body: { reason = null }, request }) =>
      answer(request, reason, deactivateSender(ctx, accountId, id('sender'), reason)),
  )
}

async function answer(request: FastifyRequest, reason: string | null, decision: Promise<Sender>): Promise<Sender> {
  const decided = await decision
  request.auditDetail = { sender: decided.sender, reason }
  return decided
}
