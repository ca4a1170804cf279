import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import { checkout, checkoutStates } from '../../contract/account/checkout.ts'
import { readNumber } from '../../values/filters.ts'
import { mapItems, noItems, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { refuse } from '../../values/refusal.ts'
import { findCountry } from '../accounts/index.ts'
import type { CheckoutContext } from './context.ts'
import { findSession, listSessions, type Session } from './store.ts'

/** Checkout sessions, for the members of an account. */
export function checkoutApi(app: FastifyInstance, ctx: CheckoutContext): void {
  serve(app, checkout.list, async ({ query, accountId }) => {
    const place = readPlace(query)
    const { status } = query
    const state = checkoutStates.find((one) => one === status) ?? null
    if (state === null && status !== undefined) return showList(noItems)
    const phone = readNumber(query, await findCountry(ctx, accountId))
    const found = await listSessions(ctx.db, accountId, { state, phone }, place)
    return showList(mapItems(found, show))
  })

  serve(app, checkout.get, async ({ id, accountId }) => {
    const session = await findSession(ctx.db, accountId, id('session'))
    if (session === null) throw refuse('session_not_found')
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
