import type { FastifyInstance } from 'fastify'
import { consoleArea, idIn } from '../../engine/http/index.ts'
import { type Query, readPage, showPage } from '../../values/page.ts'
import type { CheckoutContext } from './context.ts'
import { sessionMissing } from './errors.ts'
import { states } from './rules.ts'
import { findSession, listSessions, type Session } from './store.ts'

const area = consoleArea
const sessions = '/console/v1/accounts/:account/checkout'

/** Sessions for the people of an account. The address of a page is not among it: whoever has that can pay or cancel. */
export function checkoutConsole(app: FastifyInstance, ctx: CheckoutContext): void {
  app.get(sessions, { config: { area, may: 'viewer' } }, async ({ query, accountId }) => {
    const page = readPage(query as Query)
    const { status } = query as Query
    const state = states.find((one) => one === status) ?? null
    if (state === null && status !== undefined) return showPage({ items: [], total: 0 }, page)
    const { items, total } = await listSessions(ctx.db, accountId ?? 0, state, page)
    return showPage({ items: items.map(show), total }, page)
  })

  app.get(`${sessions}/:session`, { config: { area, may: 'viewer' } }, async ({ params, accountId }) => {
    const session = await findSession(ctx.db, accountId ?? 0, idIn(params, 'session'))
    if (session === null) throw sessionMissing()
    return show(session)
  })
}

const show = ({
  id,
  transactionId,
  referenceNumber,
  amountText,
  currency,
  phone,
  state,
  provider,
  tries,
  tokenHash,
  ...times
}: Session) => ({
  id,
  transactionId,
  referenceNumber,
  amount: amountText,
  currency,
  phone,
  status: state,
  provider,
  tries,
  hasSecureToken: tokenHash !== null,
  createdAt: times.createdAt,
  expiresAt: times.expiresAt,
  startedAt: times.startedAt,
  endedAt: times.endedAt,
})
