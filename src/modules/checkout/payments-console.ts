import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import { paymentLists, payments } from '../../contract/console/payments.ts'
import { readTime } from '../../values/filters.ts'
import { formatMoney } from '../../values/money.ts'
import { invalidParameter, mapItems, type Query, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import type { CheckoutContext } from './context.ts'
import { endByHand, noteRefund } from './operate.ts'
import { listPayments, matchLines, type PaymentFilter } from './store-operate.ts'
import type { StoredPayment } from './store-payments.ts'

/** The payments of all accounts, for operators. */
export function paymentsConsole(app: FastifyInstance, ctx: CheckoutContext): void {
  serve(app, payments.list, async ({ query }) => {
    const place = readPlace(query)
    const found = await listPayments(ctx.db, readPaymentFilter(query), place)
    return showList(mapItems(found, show))
  })

  serve(app, payments.end, async ({ id, body: { as, reason, receipt }, request }) => {
    request.auditDetail = { as, reason }
    const ended = await endByHand(ctx, id('payment'), { as, reason, receipt })
    request.auditDetail = { as, reason, accountId: ended.accountId, amount: formatMoney(ended.amount) }
    return show(ended)
  })

  serve(app, payments.markRefunded, async ({ id, body: { note }, request }) => {
    request.auditDetail = { note }
    const refunded = await noteRefund(ctx, id('payment'), request.actor?.name ?? '', note)
    request.auditDetail = { note, accountId: refunded.accountId, amount: formatMoney(refunded.amount) }
    return show(refunded)
  })

  serve(app, payments.match, async ({ body: { provider, lines } }) => ({
    data: (await matchLines(ctx.db, provider, lines)).map((payment) => (payment === null ? null : show(payment))),
  }))
}

function readPaymentFilter(query: Query): PaymentFilter {
  const list = paymentLists.find((one) => one === (query.list ?? 'all'))
  if (list === undefined) throw invalidParameter('list', `one of ${paymentLists.join(', ')}`)
  return {
    list,
    provider: typeof query.provider === 'string' ? query.provider : null,
    from: readTime(query, 'from'),
    to: readTime(query, 'to'),
  }
}

const show = ({ amount, try: _, ...payment }: StoredPayment) => ({
  ...payment,
  amount: formatMoney(amount),
})
