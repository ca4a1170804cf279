import { sql } from 'kysely'
import { httpPayments } from '../../carriers/payment/http/index.ts'
import { mpesaPayments } from '../../carriers/payment/mpesa/index.ts'
import { createSimulatedPayments } from '../../carriers/payment/simulated.ts'
import { ProviderFailure } from '../../carriers/provider-kind.ts'
import { again, done, type Work } from '../../engine/work/index.ts'
import type { Core, Module } from '../../module.ts'
import { checkSubjects, type PriceList } from '../balance/index.ts'
import type { Events } from '../events/index.ts'
import { managingOf, openProviderSet } from '../providers/index.ts'
import { pageRoot } from './address.ts'
import { checkoutApi } from './api.ts'
import { askWork } from './ask.ts'
import type { CheckoutContext } from './context.ts'
import { data } from './data.ts'
import { endSession } from './end.ts'
import { listenTo } from './listen.ts'
import { checkoutPageArea, checkoutPages } from './page-routes.ts'
import { paymentsConsole } from './payments-console.ts'
import { checkoutRoutes, websiteRoutes } from './routes.ts'
import { feeProduct, makePaymentId } from './rules.ts'
import { sealedTokens } from './secure-token.ts'
import { type WatchedSession, watchedColumns } from './store.ts'
import { countOpenPayments } from './store-operate.ts'

/** Every fee belongs to a paid checkout, and every paid checkout with a price has a fee. */
const checkCheckoutFees = checkSubjects({
  product: feeProduct,
  wanted: sql`
    select account_id, currency, 'checkout ' || id as subject, fee as hold, fee as spend, null::numeric as release
      from checkout_sessions
  `,
})

interface Opened {
  readonly checkout: CheckoutContext
}

interface Needed extends Core {
  readonly events: Events
  readonly prices: PriceList
}

export const checkout = {
  name: 'checkout',
  async open({ ctx, events, prices, toProviders }: Needed): Promise<Opened> {
    const { config, clock } = ctx
    const options = { ...toProviders, clock }
    const payments = await openProviderSet(ctx, {
      product: 'payments',
      kinds: { mpesa: mpesaPayments(options), http: httpPayments(options) },
      simulated: config.staging ? createSimulatedPayments(clock) : null,
    })
    return { checkout: { ...ctx, events, prices, payments } }
  },
  close: ({ checkout }: Opened) => checkout.payments.stop(),
  /** Any process with routes may receive the result of a payment. */
  start: async ({ checkout, role }: Core & Opened) =>
    role === 'worker' || checkout.payments.start((provider) => listenTo(checkout, provider)),
  jobs: ({ checkout }: Opened) => ({
    work: [watchWork(checkout), askWork(checkout)],
    tasks: [{ name: 'checkout: probe unreachable providers', everySeconds: 30, run: () => probeAway(checkout) }],
  }),
  async publicRoutes({ checkout }: Opened, http) {
    checkoutRoutes(http, checkout)
    websiteRoutes(http, checkout)
    await http.register((scope) => checkoutPages(scope, checkout))
  },
  routes({ checkout }: Opened, scope) {
    checkoutApi(scope, checkout)
    paymentsConsole(scope, checkout)
  },
  provides: ({ checkout }: Opened) => ({
    managing: managingOf(checkout, checkout.payments, countOpenPayments),
    set: checkout.payments,
  }),
  hosts: ({ hostCheckout }) => ({ checkout: hostCheckout, [checkoutPageArea]: hostCheckout }),
  secretRoots: [pageRoot],
  data,
  sealed: sealedTokens,
  lastingKeys: ['checkout page', 'checkout form', 'checkout token hash'],
  ledgerChecks: [checkCheckoutFees],
} satisfies Module

/**
 * Asks unreachable providers for a payment that does not exist. Any answer ends the outage. The payment of a real payer
 * would become unknown if the provider is still unreachable.
 */
async function probeAway({ payments, clock }: CheckoutContext): Promise<void> {
  for (const { name, ask } of payments.all().filter((one) => payments.isAway(one.name))) {
    const query = {
      id: makePaymentId(),
      method: 'prompt',
      phone: null,
      amount: '1.00',
      currency: 'XXX',
      reference: 'none',
      startedAt: clock.now(),
    } as const
    const problem = await ask(query).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof ProviderFailure)) throw error
        return error.away ? error.message : null
      },
    )
    payments.note(name, problem)
  }
}

/** Ends unpaid sessions when they expire. A session with a running payment waits for it. */
const watchWork = (ctx: CheckoutContext): Work<WatchedSession> => ({
  name: 'watch over checkout sessions',
  table: 'checkout_sessions',
  columns: watchedColumns,
  key: 'account_id',
  concurrency: 16,
  concurrencyPerKey: 4,
  retryAfterSeconds: [5, 30, 300, 900],
  retryUntil: () => new Date(8.64e15),
  finished: 'keep',
  async run(session) {
    const { state, expiresAt } = session
    const now = ctx.clock.now()
    if (state !== 'open') return done()
    return expiresAt > now ? again(expiresAt) : done(async (tx) => void (await endSession(ctx, tx, session, 'expired')))
  },
  /** Never called: the retries do not end. */
  async giveUp() {},
})
