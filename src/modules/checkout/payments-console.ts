import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import { paymentLists } from '../../contract/console/payments.ts'
import { readTime } from '../../values/filters.ts'
import { formatMoney } from '../../values/money.ts'
import { invalidParameter, type Query, readPage, showPage } from '../../values/page.ts'
import type { CheckoutContext } from './context.ts'
import { endByHand, noteRefund } from './operate.ts'
import { listPayments, matchLines, type PaymentQuestion } from './store-operate.ts'
import type { StoredPayment } from './store-payments.ts'

/** The payments of all accounts, for operators. */
export function paymentsConsole(app: FastifyInstance, ctx: CheckoutContext): void {
  serve(app, 'GET /payments', { may: 'operator', reads: 'payments.read' }, async ({ query }) => {
    const page = readPage(query)
    const { items, total } = await listPayments(ctx.db, readQuestion(query), page)
    return showPage({ items: items.map(show), total }, page)
  })

  serve(
    app,
    'POST /payments/:payment/end',
    { may: 'operator', does: 'payments.end', asksProof: true },
    async ({ id, body: { as, reason, receipt }, request }) => {
      request.auditDetail = { as, reason }
      const ended = await endByHand(ctx, id('payment'), { as, reason, receipt })
      request.auditDetail = { as, reason, accountId: ended.accountId, amount: formatMoney(ended.amount) }
      return show(ended)
    },
  )

  serve(
    app,
    'POST /payments/:payment/refunded',
    { may: 'operator', does: 'payments.refunded' },
    async ({ id, body: { note }, request }) => {
      request.auditDetail = { note }
      const refunded = await noteRefund(ctx, id('payment'), request.actor?.name ?? '', note)
      request.auditDetail = { note, accountId: refunded.accountId, amount: formatMoney(refunded.amount) }
      return show(refunded)
    },
  )

  serve(
    app,
    'POST /payments/match',
    { may: 'operator', does: 'payments.reconcile' },
    async ({ body: { provider, lines } }) => ({
      data: (await matchLines(ctx.db, provider, lines)).map((payment) => (payment === null ? null : show(payment))),
    }),
  )
}

function readQuestion(query: Query): PaymentQuestion {
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
