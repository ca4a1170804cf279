import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import { checkoutStates } from '../../contract/account/checkout.ts'
import { readNumber } from '../../values/number-filter.ts'
import { readListPage, showList } from '../../values/page.ts'
import { findCountry } from '../accounts/index.ts'
import type { CheckoutContext } from './context.ts'
import { sessionMissing } from './errors.ts'
import { findSession, listSessions, type Session } from './store.ts'

/** Checkout sessions, for the members of an account. */
export function checkoutConsole(app: FastifyInstance, ctx: CheckoutContext): void {
  serve(
    app,
    'GET /v2/checkout',
    { scope: 'checkout:read', may: 'viewer', reads: 'checkout.read' },
    async ({ query, accountId }) => {
      const page = readListPage(query)
      const { status } = query
      const state = checkoutStates.find((one) => one === status) ?? null
      if (state === null && status !== undefined) return showList({ items: [], total: 0 }, page)
      const phone = readNumber(query, await findCountry(ctx, accountId))
      const { items, total } = await listSessions(ctx.db, accountId, { state, phone }, page)
      return showList({ items: items.map(show), total }, page)
    },
  )

  serve(
    app,
    'GET /v2/checkout/:session',
    { scope: 'checkout:read', may: 'viewer', reads: 'checkout.read' },
    async ({ id, accountId }) => {
      const session = await findSession(ctx.db, accountId, id('session'))
      if (session === null) throw sessionMissing()
      return show(session)
    },
  )
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
