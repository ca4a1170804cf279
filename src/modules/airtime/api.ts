import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import { airtime } from '../../contract/account/airtime.ts'
import { consoleAirtime } from '../../contract/console/airtime.ts'
import { readIdempotencyKey } from '../../engine/http/index.ts'
import { readNumber } from '../../values/filters.ts'
import { formatMoney } from '../../values/money.ts'
import { invalidParameter, mapItems, type Query, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { refuse } from '../../values/refusal.ts'
import { findCountry } from '../accounts/index.ts'
import type { AirtimeContext } from './context.ts'
import { endByHand } from './end.ts'
import { transferStates } from './rules.ts'
import { findTransfer, listOverdue, listTransfers, type Transfer } from './store.ts'
import { transferManually } from './transfer.ts'

/** Transfers for the members of an account; overdue transfers for operators. */
export function airtimeApi(app: FastifyInstance, ctx: AirtimeContext): void {
  serve(app, airtime.list, async ({ accountId, query }) => {
    const place = readPlace(query)
    const found = await listTransfers(ctx.db, accountId, place, {
      state: readState(query),
      phone: readNumber(query, await findCountry(ctx, accountId)),
    })
    return showList(mapItems(found, show))
  })

  serve(app, airtime.send, async ({ accountId, body, request, reply }) => {
    const { answer, replayed } = await transferManually(ctx, accountId, body, readIdempotencyKey(request, accountId))
    if (replayed) reply.header('Idempotent-Replayed', 'true')
    const accepted = await findTransfer(ctx.db, accountId, Number(answer.transaction_id))
    if (accepted === null) throw refuse('transfer_not_found')
    request.auditDetail = { transfer: accepted.id, phone: accepted.phone, amount: formatMoney(accepted.amount) }
    return show(accepted)
  })

  serve(app, consoleAirtime.overdue, async ({ query }) => {
    const place = readPlace(query)
    const found = await listOverdue(ctx.db, place)
    return showList(mapItems(found, show))
  })

  serve(app, consoleAirtime.end, async ({ id, body: { as, reason }, request }) => {
    request.auditDetail = { as, reason }
    const ended = await endByHand(ctx, id('transfer'), as === 'failed' ? { state: as, reason } : { state: as })
    request.auditDetail = { as, reason, accountId: ended.accountId, amount: formatMoney(ended.amount) }
    return show(ended)
  })
}

function readState({ state }: Query): string | null {
  if (state === undefined) return null
  const found = transferStates.find((one) => one === state)
  if (found === undefined) throw invalidParameter('state', `one of ${transferStates.join(', ')}`)
  return found
}

const show = ({ amount, triedAt: _, confirmedAt: __, ...transfer }: Transfer) => ({
  ...transfer,
  amount: formatMoney(amount),
})
