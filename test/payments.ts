/** Pays checkout sessions with providers whose answers a test decides. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Payment, PaymentProgress, PaymentProvider } from '../src/carriers/payment/provider.ts'
import { hashPageKey } from '../src/modules/checkout/address.ts'
import type { CheckoutContext } from '../src/modules/checkout/context.ts'
import { listenTo } from '../src/modules/checkout/listen.ts'
import { choicesFor, takersFor } from '../src/modules/checkout/offers.ts'
import { openSession } from '../src/modules/checkout/open-session.ts'
import { paySession } from '../src/modules/checkout/pay.ts'
import { findByPage, type Session } from '../src/modules/checkout/store.ts'
import { getMoney } from '../src/values/money.ts'
import { fakePayments, freshTransaction } from './checkout.ts'
import { setOf } from './provider-set.ts'
import type { Receiver } from './receiver.ts'
import type { World } from './world.ts'

export interface Begun {
  readonly key: string
  readonly find: () => Promise<Session>
}

export const contextWith = (world: World, ...providers: readonly PaymentProvider[]): CheckoutContext => ({
  ...world.app.sms,
  payments: setOf('payments', ...providers),
})

/** A provider that keeps its payments in `requested`. */
export const elsewhere = (requested: Payment[], answer: () => PaymentProgress) =>
  fakePayments({
    pay: async (payment) => {
      requested.push(payment)
      return answer()
    },
  })

export async function begin(ctx: CheckoutContext): Promise<Begun> {
  const wanted = {
    amount: getMoney('5'),
    amountText: '0005',
    referenceNumber: 'order',
    transactionId: freshTransaction(),
    phone: null,
    secureToken: null,
    tokenHeader: null,
  }
  const key = await openSession(ctx, 1, wanted)
  return { key, find: async () => (await findByPage(ctx.db, hashPageKey(key))) ?? assert.fail() }
}

export async function pay(
  ctx: CheckoutContext,
  session: Session,
  returnUrl = '',
  typed: string | null = null,
): Promise<string | null> {
  const [choice = assert.fail()] = choicesFor(ctx, session).choices
  return paySession(ctx, session, { method: choice.method, takers: takersFor(choice, typed, session) }, returnUrl)
}

/** The first provider reports a result on its own. */
export const report = (ctx: CheckoutContext, id: string, state: 'paid' | 'failed'): Promise<void> =>
  listenTo(ctx, ctx.payments.all()[0] ?? assert.fail()).result(
    id,
    state === 'paid' ? { state } : { state, reason: 'no' },
  )

/** Our id of an attempt. */
export async function idOf({ db }: Pick<World, 'db'>, { id }: Pick<Session, 'id'>, tries = 1): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select payment_id as id from checkout_payments where session_id = ${id} and try = ${tries}
  `.execute(db)
  return rows[0]?.id ?? assert.fail('no such attempt')
}

/** The attempts of a session, such as `1 elsewhere paid due`. */
export async function paymentsOf({ db }: World, { id }: Session): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select concat_ws(' ', try, provider, state, refund) as row from checkout_payments where session_id = ${id} order by try
  `.execute(db)
  return rows.map(({ row }) => row)
}

/** The statuses of the callbacks about a session. */
export const statusesOf = ({ received }: Receiver, { transactionId }: Session): string[] =>
  received
    .map(({ text }) => JSON.parse(text))
    .flatMap((body) => (body.transactionID === transactionId ? [body.status] : []))
