import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { fakePayments, getPage } from '../../../test/checkout.ts'
import { begin, contextWith, elsewhere, idOf, pay, paymentsOf, report, statusesOf } from '../../../test/payments.ts'
import { setOf } from '../../../test/provider-set.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { addEndpoint } from '../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import type { Payment, PaymentProgress, PaymentProvider } from '../../carriers/payment/provider.ts'
import { ProviderFailure } from '../../carriers/provider-kind.ts'
import { pagePath } from './address.ts'
import type { CheckoutContext } from './context.ts'
import { paySession } from './pay.ts'
import { findTry, keepHint, markAsked } from './store-payments.ts'

/** Uses providers that cover cases which the simulated one does not. */
onOneEngine('checkout payment', (engine) => {
  let world: World
  let receiver: Receiver
  before(async () => {
    world = await openWorld(engine)
    receiver = await startReceiver()
    await addEndpoint(world, 'checkout', receiver.url)
  })
  after(async () => {
    await world.close()
    await receiver.close()
  })

  const requested: Payment[] = []
  const pending: PaymentProgress = {
    state: 'pending',
    reference: 'theirs',
    redirectTo: 'https://provider.test/pay?a=1&b=2',
  }

  it('starts once, continues on another site, also after a return, and ends when the provider reports it', async () => {
    const ctx = contextWith(
      world,
      elsewhere(requested, () => pending),
    )
    const { key, find } = await begin(ctx)
    const calls = requested.length
    const url = `https://us.test${pagePath(key)}`
    const open = await find()
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(ctx, open, url)))
    assert.deepEqual(
      answers.filter((answer) => answer !== null),
      [pending.redirectTo],
    )
    const started = await find()
    assert.equal(started.tries, 1)
    assert.equal(await pay(ctx, started), pending.redirectTo)
    const id = await idOf(world, started)
    assert.deepEqual(requested.slice(calls), [
      {
        id,
        method: 'prompt',
        amount: '5.00',
        currency: 'TZS',
        payee: 'First account',
        purpose: 'order',
        phone: null,
        returnUrl: url,
      },
    ])
    assert.match((await getPage(world, pagePath(key))).html, /href="https:\/\/provider\.test\/pay\?a=1&amp;b=2"/)

    await Promise.all(Array.from({ length: 10 }, () => report(ctx, id, 'paid')))
    assert.equal((await find()).state, 'paid')
    await until('the event arrived', () => statusesOf(receiver, started).length > 0)
    await report(ctx, id, 'failed')
    assert.deepEqual([(await find()).state, await paymentsOf(world, started)], ['paid', ['1 elsewhere paid']])
    assert.deepEqual(statusesOf(receiver, started), ['success'])
    const { rows } = await sql`select reference from checkout_payments where session_id = ${started.id}`.execute(
      world.db,
    )
    assert.deepEqual(rows, [{ reference: 'theirs' }])
  })

  it('is not changed by a late report about an earlier attempt', async () => {
    const ctx = contextWith(world, fakePayments())
    const { find } = await begin(ctx)
    await pay(ctx, await find())
    const id = await idOf(world, await find())
    await report(ctx, id, 'failed')
    assert.deepEqual([(await find()).startedAt, (await find()).redirectTo], [null, null])
    await pay(ctx, await find())
    await report(ctx, id, 'failed')
    const second = await find()
    assert.deepEqual([second.state, second.tries, second.startedAt !== null], ['open', 2, true])
    assert.deepEqual(await paymentsOf(world, second), ['1 elsewhere failed', '2 elsewhere pending'])
  })

  it('goes to the next provider only when the first certainly got nothing', async () => {
    const away = fakePayments({
      name: 'away',
      pay: async () => {
        throw new ProviderFailure('unstarted', 'connection refused', { away: true })
      },
    })
    const noted: unknown[] = []
    const both = (pay: () => PaymentProgress): CheckoutContext => ({
      ...world.app.sms,
      payments: { ...setOf('payments', away, elsewhere(requested, pay)), note: (...note) => void noted.push(note) },
    })
    const calls = requested.length
    const moved = both(() => ({ state: 'paid', receipt: 'R1' }))
    const { find } = await begin(moved)
    await pay(moved, await find())
    assert.deepEqual([(await find()).state, await paymentsOf(world, await find())], ['paid', ['1 elsewhere paid']])
    assert.deepEqual(
      [noted, requested.length - calls],
      [
        [
          ['away', 'connection refused'],
          ['elsewhere', null],
        ],
        1,
      ],
    )
    // Each provider gets the number in its own form, or not at all.
    const offers: PaymentProvider['offers'] = () => [{ method: 'prompt', asksPhone: true, problem: null }]
    const first = { ...away, offers, readPhone: (typed: string) => `first ${typed}` }
    const other = { offers, name: 'other', readPhone: () => null, pay: async () => assert.fail('wrong network') }
    const last = { ...elsewhere(requested, () => pending), offers, readPhone: (typed: string) => `last ${typed}` }
    const three = contextWith(world, fakePayments(other), first, last)
    const typed = await begin(three)
    await pay(three, await typed.find(), '', '0712')
    const { rows } = await sql`
      select phone from checkout_payments where session_id = ${(await typed.find()).id}
    `.execute(world.db)
    assert.deepEqual([requested.at(-1)?.phone, rows], ['last 0712', [{ phone: 'last 0712' }]])

    const none = contextWith(world, away)
    const paused = { ...fakePayments({ name: 'paused', pay: async () => assert.fail('paused') }), isSimulated: false }
    for (const order of [
      [paused, last],
      [first, paused, last],
      [first, paused],
    ]) {
      const ctx = contextWith(world, ...order)
      const one = await begin(ctx)
      const takers = order.map((provider) => ({ provider, phone: null }))
      await paySession(ctx, await one.find(), { method: 'prompt', takers }, '')
      const end = order.includes(last) ? '1 elsewhere pending' : '1 away failed'
      assert.deepEqual(await paymentsOf(world, await one.find()), [end])
    }
    const unpaid = await begin(none)
    await pay(none, await unpaid.find())
    const failed = await unpaid.find()
    assert.deepEqual([failed.startedAt, await paymentsOf(world, failed)], [null, ['1 away failed']])
    assert.match((await getPage(world, pagePath(unpaid.key))).html, /The payment failed/)
  })

  it('reports the number that the payer typed', async () => {
    const ctx = contextWith(world, {
      ...elsewhere(requested, () => ({ state: 'paid' })),
      offers: () => [{ method: 'prompt', asksPhone: true, problem: null }],
    })
    const { find } = await begin(ctx)
    const session = await find()
    await pay(ctx, session, '', '255712000001')
    await until('the event arrived', () => statusesOf(receiver, session).length > 0)
    assert.equal(JSON.parse(receiver.received.at(-1)?.text ?? '').msisdn, '255712000001')
  })

  it('cannot be tried more than 20 times', async () => {
    const ctx = contextWith(world, fakePayments({ pay: async () => assert.fail('started') }))
    const { key, find } = await begin(ctx)
    await sql`update checkout_sessions set tries = 20 where id = ${(await find()).id}`.execute(world.db)
    await pay(ctx, await find())
    assert.equal((await find()).startedAt, null)
    const { html } = await getPage(world, pagePath(key))
    assert.match(html, /used too often without a payment/)
    assert.doesNotMatch(html, /\/pay"/)
  })

  it('stores the provider reference; a callback cancels a pending status query', async () => {
    const ctx = contextWith(world, fakePayments())
    const { find } = await begin(ctx)
    await pay(ctx, await find())
    const payment = (await findTry(world.db, await find())) ?? assert.fail()
    const now = world.clock.now()
    await sql`update checkout_payments set lease_owner = 'w', lease_until = ${now} where id = ${payment.id}`.execute(
      world.db,
    )
    await markAsked(world.db, payment, { reference: `ref ${payment.id}`, reason: null, isUnknown: false }, now)
    await keepHint(world.db, payment, { reference: 'other', receipt: 'R' }, now)
    const { rows } = await sql`
      select reference, lease_owner as lease from checkout_payments where id = ${payment.id}
    `.execute(world.db)
    assert.deepEqual(rows, [{ reference: `ref ${payment.id}`, lease: null }])
  })

  it('ends with a reason that has control characters', async () => {
    const zero = contextWith(
      world,
      elsewhere(requested, () => ({ state: 'failed', reason: 'bad\u0000' })),
    )
    const { find } = await begin(zero)
    await pay(zero, await find())
    assert.deepEqual(await paymentsOf(world, await find()), ['1 elsewhere failed'])
  })

  for (const [what, timer] of [
    ['a process', performance],
    ['a machine', Date],
  ] as const)
    it(`is not told to a provider by ${what} that was suspended after the commit`, async (test) => {
      const ctx = contextWith(world, fakePayments({ pay: async () => assert.fail('paid too late') }))
      const { find } = await begin(ctx)
      const session = await find()
      const now = timer.now.bind(timer)
      let suspendedMs = 0
      test.mock.method(timer, 'now', () => now() + suspendedMs)
      const db: typeof ctx.db = Object.create(ctx.db, {
        transaction: {
          async value(...change: Parameters<typeof ctx.db.transaction>) {
            const answer = await ctx.db.transaction(...change)
            suspendedMs = 60_000
            // The server of this process must not see that time.
            setImmediate(() => (suspendedMs = 0))
            return answer
          },
        },
      })
      await pay({ ...ctx, db }, session)
      test.mock.restoreAll()
      assert.deepEqual(await paymentsOf(world, session), ['1 elsewhere failed'])
    })

  it('is neither paid nor failed without a response, and not started again', async () => {
    const lost = fakePayments({
      pay: async () => {
        throw new Error('the connection was lost')
      },
    })
    const second = fakePayments({ name: 'second', pay: async () => assert.fail('started twice') })
    const ctx = contextWith(world, lost, second)
    const { key, find } = await begin(ctx)
    assert.equal(await pay(ctx, await find()), null)
    assert.equal(await pay(ctx, await find()), null)
    const started = await find()
    assert.deepEqual(
      [started.state, started.tries, await paymentsOf(world, started)],
      ['open', 1, ['1 elsewhere started']],
    )
    // If asked too early, a provider would not know the payment, and the payer would pay twice.
    const { rows } = await sql<{
      due: Date
    }>`select due_at as due from checkout_payments where session_id = ${started.id}`.execute(world.db)
    assert.equal((rows[0]?.due.getTime() ?? 0) - (started.startedAt?.getTime() ?? 0), 60_000)
    assert.equal((await getPage(world, pagePath(key))).heading, 'Your payment is being processed')
    // A callback is the only answer.
    await report(ctx, await idOf(world, started), 'paid')
    assert.equal((await find()).state, 'paid')
  })

  it('of another provider or an unknown attempt is only logged', async () => {
    const ctx = contextWith(world, fakePayments())
    const { find } = await begin(ctx)
    await pay(ctx, await find())
    const id = await idOf(world, await find())
    const simulator = contextWith(world, fakePayments({ name: 'simulator' }))
    await report(simulator, id, 'paid')
    for (const other of ['000000000000', 'nonsense', '', `${id}0`, id.slice(1), '1-1', '\u0000'.repeat(12)])
      await report(ctx, other, 'paid')
    assert.equal((await find()).state, 'open')
    assert.equal(world.logs.filter((line) => line.includes('received a result for an unknown payment')).length, 8)
  })
})
