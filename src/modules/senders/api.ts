import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../api-route.ts'
import type { Context } from '../../context.ts'
import { senders } from '../../contract/account/senders.ts'
import { consoleSenders } from '../../contract/console/senders.ts'
import { showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { invalidSenderFormat } from './errors.ts'
import { decideSender, requestSender } from './requests.ts'
import { type Decision, parseSender, readSenders, type SortNames } from './rules.ts'
import { listAllSenders, listSenders, type SenderFilter } from './store.ts'

const sortNames: SortNames = {
  id: 'id',
  sender: 'sender',
  sampleContent: 'sampleContent',
  status: 'status',
  created: 'created',
}

interface Call {
  readonly accountId: number
  readonly id: (name: 'sender') => number
  readonly request: FastifyRequest
}

/** Sender IDs: members request them, and operators decide. */
export function sendersApi(app: FastifyInstance, ctx: Context): void {
  serve(app, consoleSenders.listAll, async ({ query }) => {
    const place = readPlace(query)
    return showList(await readSenders(query, place, sortNames, (filter) => listAllSenders(ctx.db, filter)))
  })

  serve(app, senders.list, async ({ query, accountId }) => {
    const place = readPlace(query)
    const list = (filter: SenderFilter) => listSenders(ctx.db, accountId, filter)
    return showList(await readSenders(query, place, sortNames, list))
  })

  serve(app, senders.request, async ({ accountId, body: { sender: text, sampleContent = '' }, request }) => {
    const sender = parseSender(text)
    if (sender === null) throw invalidSenderFormat()
    request.auditDetail = { sender }
    const once = await requestSender(ctx, accountId, { sender, sampleContent }, null, (one) => one)
    return once.answer
  })

  const decide = async ({ accountId, id, request }: Call, decision: Decision, reason: string | null) => {
    const decided = await decideSender(ctx, accountId, id('sender'), decision, reason)
    request.auditDetail = { sender: decided.sender, reason }
    return decided
  }

  // Clears an earlier reason.
  serve(app, consoleSenders.approve, (call) => decide(call, 'approve', null))

  serve(app, consoleSenders.reject, (call) => decide(call, 'reject', call.body.reason))

  serve(app, consoleSenders.deactivate, (call) => decide(call, 'deactivate', call.body.reason ?? null))
}
