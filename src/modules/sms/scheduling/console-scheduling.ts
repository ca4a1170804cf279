import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { consoleArea, idIn } from '../../../engine/http/index.ts'
import { type Query, readPage, showPage } from '../../../values/page.ts'
import type { SmsContext } from '../context.ts'
import { badWindow } from '../errors.ts'
import type { Window } from '../model.ts'
import { MoveBody, WindowBody } from '../schema.ts'
import { cancelRequest, moveRequest } from './scheduled.ts'
import { setWindow } from './set-window.ts'
import { listScheduled } from './store-scheduled.ts'
import { findWindow } from './store-window.ts'
import { formatTimeOfDay, parseTimeOfDay } from './window-rules.ts'

const area = consoleArea
const account = '/console/v1/accounts/:account'

/** What waits to be sent, and at which hours of the day bulk goes out. */
export function schedulingConsole(app: FastifyInstance, ctx: SmsContext): void {
  app.get(`${account}/scheduled`, { config: { area, may: 'viewer' } }, async ({ accountId, query }) => {
    const page = readPage(query as Query)
    return showPage(await listScheduled(ctx.db, accountId ?? 0, page, ctx.clock.now()), page)
  })

  app.post(
    `${account}/scheduled/:request/cancel`,
    { config: { area, may: 'member', does: 'sms.cancel' } },
    async (request) => {
      const cancelled = await cancelRequest(ctx, request.accountId ?? 0, idIn(request.params, 'request'))
      request.auditDetail = { ...cancelled }
      return cancelled
    },
  )

  app.post(
    `${account}/scheduled/:request/move`,
    { config: { area, may: 'member', does: 'sms.move' }, schema: { body: MoveBody } },
    async (request) => {
      const { schedule_time } = request.body as Static<typeof MoveBody>
      request.auditDetail = { schedule_time }
      const moved = await moveRequest(ctx, request.accountId ?? 0, idIn(request.params, 'request'), schedule_time)
      request.auditDetail = { schedule_time, moved: moved.moved, tooLate: moved.tooLate }
      return moved
    },
  )

  app.get(`${account}/sending-window`, { config: { area, may: 'viewer' } }, async ({ accountId }, reply) =>
    reply.type('application/json').send(show(await findWindow(ctx.db, accountId ?? 0))),
  )

  app.put(
    `${account}/sending-window`,
    { config: { area, may: 'owner', does: 'account.sending_window' }, schema: { body: WindowBody } },
    async (request, reply) => {
      const body = request.body as Static<typeof WindowBody>
      request.auditDetail = { window: body }
      const window = body === null ? null : readWindow(body)
      await setWindow(ctx, request.accountId ?? 0, window)
      return reply.type('application/json').send(show(window))
    },
  )
}

function readWindow({ from, to }: { from: string; to: string }): Window {
  const [opensMinute, closesMinute] = [parseTimeOfDay(from), parseTimeOfDay(to)]
  if (opensMinute === null || closesMinute === null || opensMinute === closesMinute) throw badWindow()
  return { opensMinute, closesMinute }
}

/** As text: an answer that is null has to be written as such, or it would be no answer at all. */
const show = (window: Window | null) =>
  JSON.stringify(window && { from: formatTimeOfDay(window.opensMinute), to: formatTimeOfDay(window.closesMinute) })
