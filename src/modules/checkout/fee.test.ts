import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { assertLedgerClean } from '../../../test/chat.ts'
import { fakePayments } from '../../../test/checkout.ts'
import { command } from '../../../test/console/people.ts'
import { begin, idOf, pay, report } from '../../../test/payments.ts'
import { setOf } from '../../../test/provider-set.ts'
import { onOneEngine, openWorld, type World } from '../../../test/world.ts'
import { getMoney } from '../../values/money.ts'
import { createPriceList } from '../balance/prices.ts'
import type { CheckoutContext } from './context.ts'
import { cancelSession } from './end.ts'
import type { Session } from './store.ts'

const elsewhere = fakePayments()

onOneEngine('checkout fee', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  /** With a provider that has not finished the payment. */
  const withPrice = (amount: string | null): CheckoutContext => ({
    ...world.app.sms,
    prices: createPriceList(
      amount === null
        ? []
        : [
            {
              product: 'PAYMENTS',
              accountId: null,
              prefix: '',
              currency: 'TZS',
              amount: getMoney(amount),
              validFrom: new Date(0),
            },
          ],
    ),
    payments: setOf('payments', elsewhere),
  })
  async function beginAndPay(ctx: CheckoutContext): Promise<Session> {
    const { find } = await begin(ctx)
    const session = await find()
    await pay(ctx, session)
    return session
  }
  const entries = async () =>
    (
      await sql<{ entry: string }>`
        select subject || ': ' || kind || ' ' || amount as entry
          from ledger_entries
         where product = 'PAYMENTS' and kind in ('hold', 'spend', 'release')
         order by id
      `.execute(world.db)
    ).rows.map(({ entry }) => entry)
  const credit = async () => {
    const { body } = await command(world, 'GET', '/accounts/1/balances')
    return body.data.find(({ product }: { product: string }) => product === 'PAYMENTS').available
  }

  it('is zero without a ledger entry while no price is set', async () => {
    const ctx = withPrice(null)
    const session = await beginAndPay(ctx)
    await report(ctx, await idOf(world, session), 'paid')
    assert.deepEqual(await entries(), [])
  })

  it('is charged once, however often the provider reports the payment', async () => {
    const ctx = withPrice('2.5')
    const session = await beginAndPay(ctx)
    const paid = async () => report(ctx, await idOf(world, session), 'paid')
    await Promise.all(Array.from({ length: 10 }, paid))
    await paid()
    const subject = `checkout ${session.id}`
    assert.deepEqual(await entries(), [`${subject}: hold 2.5000`, `${subject}: spend 2.5000`])
    assert.equal(await credit(), '999997.5000')
  })

  it('is not charged for an unpaid checkout', async () => {
    const ctx = withPrice('2.5')
    assert.equal(await cancelSession(ctx, await (await begin(ctx)).find()), true)
    assert.equal(await credit(), '999997.5000')
  })

  it('takes the balance below its limit instead of refusing a payment, and passes the ledger check', async () => {
    await command(world, 'POST', '/accounts/1/credit', { product: 'PAYMENTS', amount: '-999996.5' })
    const ctx = withPrice('2.5')
    const session = await beginAndPay(ctx)
    await report(ctx, await idOf(world, session), 'paid')
    assert.equal(await credit(), '-1.5000')
    await assertLedgerClean(world)

    await sql`update checkout_sessions set fee = 0 where id = ${session.id}`.execute(world.db)
    const { body } = await command(world, 'GET', '/ledger/check')
    assert.deepEqual(
      body.wrong.map(({ what, expected, found }: Record<string, string>) => [what, expected, found]),
      [
        [`hold for checkout ${session.id}`, '0.0000', '2.5000'],
        [`spend for checkout ${session.id}`, '0.0000', '2.5000'],
      ],
    )
  })
})
