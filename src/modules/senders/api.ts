import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../api-route.ts'
import type { Context } from '../../context.ts'
import { senders } from '../../contract/account/senders.ts'
import { consoleSenders } from '../../contract/console/senders.ts'
import { showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { approveSender, deactivateSender, rejectSender } from './decide.ts'
import { invalidSenderFormat } from './errors.ts'
import { requestSender } from './request.ts'
import { parseSender, readSenders, type SortNames } from './rules.ts'

import { listAllSenders, listSenders, type Sender, type SenderFilter } from './store.ts'

const sortNames: SortNames = {
  id: 'id',
  sender: 'sender',
  sampleContent: 'sampleContent',
  status: 'status',
  created: 'created',
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

  serve(app, consoleSenders.approve, ({ accountId, id, request }) =>
    answer(request, null, approveSender(ctx, accountId, id('sender'))),
  )

  serve(app, consoleSenders.reject, ({ accountId, id, body: { reason }, request }) =>
    answer(request, reason, rejectSender(ctx, accountId, id('sender'), reason)),
  )

  serve(app, consoleSenders.deactivate, ({ accountId, id, body: { reason = null }, request }) =>
    answer(request, reason, deactivateSender(ctx, accountId, id('sender'), reason)),
  )
}

async function answer(request: FastifyRequest, reason: string | null, decision: Promise<Sender>): Promise<Sender> {
  const decided = await decision
  request.auditDetail = { sender: decided.sender, reason }
  return decided
}
