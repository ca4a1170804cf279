import type { FastifyInstance } from 'fastify'
import { serve } from '../../../console-route.ts'
import { readListPage, showList } from '../../../values/page.ts'
import type { SmsContext } from '../context.ts'
import type { Window } from '../model.ts'
import { cancelMessage, cancelRequest, moveRequest } from './scheduled.ts'
import { setWindow } from './set-window.ts'
import { listScheduled } from './store-scheduled.ts'
import { findWindow } from './store-window.ts'
import { formatTimeOfDay, readWindow } from './window-rules.ts'

/** Requests with waiting messages, and the sending window for bulk messages. */
export function schedulingConsole(app: FastifyInstance, ctx: SmsContext): void {
  serve(
    app,
    'GET /v2/scheduled',
    { scope: 'messages:read', may: 'viewer', reads: 'messages.read' },
    async ({ accountId, query }) => {
      const page = readListPage(query)
      return showList(await listScheduled(ctx.db, accountId, page, ctx.clock.now()), page)
    },
  )

  serve(
    app,
    'POST /v2/requests/:request/cancel',
    { scope: 'messages:send', may: 'member', does: 'sms.cancel' },
    async ({ accountId, id, request }) => {
      const cancelled = await cancelRequest(ctx, accountId, id('request'))
      request.auditDetail = { ...cancelled }
      return cancelled
    },
  )

  serve(
    app,
    'POST /v2/messages/:message/cancel',
    { scope: 'messages:send', may: 'member', does: 'sms.cancel' },
    async ({ accountId, id, request }) => {
      const cancelled = await cancelMessage(ctx, accountId, id('message'))
      request.auditDetail = { ...cancelled }
      return cancelled
    },
  )

  serve(
    app,
    'POST /v2/requests/:request/reschedule',
    { scope: 'messages:send', may: 'member', does: 'sms.move' },
    async ({ accountId, id, body: { notBefore }, request }) => {
      request.auditDetail = { notBefore }
      const moved = await moveRequest(ctx, accountId, id('request'), notBefore)
      request.auditDetail = { notBefore, moved: moved.moved, tooLate: moved.tooLate }
      return moved
    },
  )

  serve(app, 'GET /v2/sending-window', { scope: 'account:read', may: 'viewer' }, async ({ accountId }) =>
    showWindow(await findWindow(ctx.db, accountId)),
  )

  serve(
    app,
    'PUT /v2/sending-window',
    { scope: 'account:write', may: 'owner', does: 'account.sending_window' },
    async ({ accountId, body, request }) => {
      request.auditDetail = { window: body && { from: body.from, to: body.to } }
      const window = body === null ? null : readWindow(body)
      await setWindow(ctx, accountId, window)
      return showWindow(window)
    },
  )
}

const showWindow = (window: Window | null) =>
  window && { from: formatTimeOfDay(window.opensMinute), to: formatTimeOfDay(window.closesMinute) }
