import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { freshTransaction, getPage } from '../../../test/checkout.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { addEndpoint } from '../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import type { Payment, PaymentProgress } from '../../carriers/payment/provider.ts'
import { parseMoney } from '../../values/money.ts'
import { hashPageKey, pagePath } from './address.ts'
import type { CheckoutContext } from './context.ts'
import { openSession } from './open-session.ts'
import { applyResult, paySession } from './pay.ts'
import { checkoutRetention } from './retention.ts'
import { findByPage, type Session } from './store.ts'
import { watchWork } from './watch.ts'

/** Uses a provider that covers cases which the simulated one does not. */
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

  const asked: Payment[] = []
  const withProvider = (pay: () => PaymentProgress): CheckoutContext => ({
    ...world.app.sms,
    payments: {
      name: 'elsewhere',
      simulated: false,
      origins: ['https://provider.test'],
      start: async () => {},
      pay: async (payment) => {
        asked.push(payment)
        return pay()
      },
      ask: async () => ({ state: 'pending', reference: null, redirectTo: null }),
      stop: async () => {},
    },
  })

  async function begin(ctx: CheckoutContext): Promise<{ readonly key: string; readonly find: () => Promise<Session> }> {
    const amount = parseMoney('5') ?? assert.fail()
    const wanted = {
      amount,
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

  const pending: PaymentProgress = {
    state: 'pending',
    reference: 'theirs',
    redirectTo: 'https://provider.test/pay?a=1&b=2',
  }
  const statusesOf = ({ transactionId }: Session) =>
    receiver.received
      .map(({ text }) => JSON.parse(text))
      .flatMap((body) => (body.transactionID === transactionId ? [body.status] : []))

  it('may continue on another site, also after a return, and ends when the provider reports it', async () => {
    const ctx = withProvider(() => pending)
    const { key, find } = await begin(ctx)
    const calls = asked.length
    assert.equal(await paySession(ctx, await find(), `https://us.test${pagePath(key)}`), pending.redirectTo)
    const started = await find()
    assert.deepEqual([started.providerReference, started.tries], ['theirs', 1])
    assert.equal(await paySession(ctx, started, ''), pending.redirectTo)
    assert.deepEqual(asked.slice(calls), [
      {
        id: `${started.id}-1`,
        amount: '5.00',
        currency: 'TZS',
        payee: 'First account',
        reference: 'order',
        phone: null,
        returnUrl: `https://us.test${pagePath(key)}`,
      },
    ])
    assert.match((await getPage(world, pagePath(key))).html, /href="https:\/\/provider\.test\/pay\?a=1&amp;b=2"/)

    await Promise.all(
      Array.from({ length: 10 }, () => applyResult(ctx, 'elsewhere', { id: `${started.id}-1`, state: 'paid' })),
    )
    assert.equal((await find()).state, 'paid')
    await until('the event arrived', () => statusesOf(started).length > 0)
    await applyResult(ctx, 'elsewhere', { id: `${started.id}-1`, state: 'failed' })
    assert.equal((await find()).state, 'paid')
    assert.deepEqual(statusesOf(started), ['success'])
  })

  it('is not changed by a late report about an earlier attempt', async () => {
    const ctx = withProvider(() => pending)
    const { find } = await begin(ctx)
    await paySession(ctx, await find(), '')
    const { id } = await find()
    await applyResult(ctx, 'elsewhere', { id: `${id}-1`, state: 'failed' })
    assert.deepEqual([(await find()).startedAt, (await find()).redirectTo], [null, null])
    await paySession(ctx, await find(), '')
    await applyResult(ctx, 'elsewhere', { id: `${id}-1`, state: 'failed' })
    const second = await find()
    assert.deepEqual([second.state, second.tries, second.startedAt !== null], ['open', 2, true])
  })

  it('is reported when another attempt of the session was already paid', async () => {
    const ctx = withProvider(() => pending)
    const { find } = await begin(ctx)
    await paySession(ctx, await find(), '')
    const { id } = await find()
    const say = (tries: number, state: 'paid' | 'failed') =>
      applyResult(ctx, 'elsewhere', { id: `${id}-${tries}`, state })
    const reports = () =>
      world.logs.filter(
        (line) => line.includes('a checkout session was paid twice') && line.includes(`"session":${id},`),
      )
    await say(1, 'failed')
    await paySession(ctx, await find(), '')
    for (let time = 0; time < 2; time += 1) await say(2, 'paid')
    assert.deepEqual([(await find()).state, (await find()).paidTry, reports().length], ['paid', 2, 0])
    await say(1, 'paid')
    assert.deepEqual([(await find()).paidTry, reports().length], [2, 1])
    await world.app.sms.events.write()
    const { rows } =
      await sql`select kind, reason from account_events where account_id = 1 and subject = ${String(id)}`.execute(
        world.db,
      )
    assert.deepEqual(rows, [{ kind: 'checkout.paid_twice', reason: `${id}-1` }])
    await until('the event arrived', async () => statusesOf(await find()).length > 0)
    assert.deepEqual(statusesOf(await find()), ['success'])
  })

  it('is given up a day after it started or expired, and reported only if it had started', async () => {
    const ctx = withProvider(() => pending)
    const { find } = await begin({ ...ctx, config: { ...ctx.config, checkoutMinutes: 3 * 1_440 } })
    const { retryUntil, giveUp } = watchWork(ctx)
    const session = await find()
    assert.equal(retryUntil?.(session).getTime(), session.createdAt.getTime() + 4 * 86_400_000)
    assert.equal(
      retryUntil?.({ ...session, startedAt: session.createdAt }).getTime(),
      session.createdAt.getTime() + 86_400_000,
    )
    await ctx.db.transaction(async (tx) => giveUp(tx, session))
    assert.equal((await find()).state, 'expired')
    assert.ok(
      !world.logs.some((line) => line.includes('never reported a result') && line.includes(`"session":${session.id},`)),
    )
  })

  it('is neither paid nor failed without a response', async () => {
    const ctx = withProvider(() => {
      throw new Error('the connection was lost')
    })
    const { key, find } = await begin(ctx)
    assert.equal(await paySession(ctx, await find(), ''), null)
    const started = await find()
    assert.deepEqual([started.state, started.startedAt !== null], ['open', true])
    // If asked too early, a provider would not know the payment, and the payer would pay twice.
    const { rows } = await sql<{
      due: Date
    }>`select due_at as due from checkout_sessions where id = ${started.id}`.execute(world.db)
    assert.equal((rows[0]?.due.getTime() ?? 0) - (started.startedAt?.getTime() ?? 0), 60_000)
    assert.equal((await getPage(world, pagePath(key))).heading, 'Your payment is being processed')
  })

  it('of another provider or an unknown attempt is only logged', async () => {
    const ctx = withProvider(() => pending)
    const { find } = await begin(ctx)
    await paySession(ctx, await find(), '')
    const { id } = await find()
    await applyResult(ctx, 'simulator', { id: `${id}-1`, state: 'paid' })
    for (const other of ['999999-1', 'nonsense', '', `${id}-0`, `${id}-2`, `${id}-99`, `${id}--99`])
      await applyResult(ctx, 'elsewhere', { id: other, state: 'paid' })
    assert.equal((await find()).state, 'open')
    assert.equal(world.logs.filter((line) => line.includes('received a result for an unknown payment')).length, 8)
  })

  it('cannot start without its provider', async () => {
    const ctx = withProvider(() => ({ state: 'paid' }))
    const { key, find } = await begin(ctx)
    const { html } = await getPage(world, pagePath(key))
    assert.match(html, /Payments are not available at the moment/)
    assert.doesNotMatch(html, /No money is transferred|\/pay"/)
    const here: CheckoutContext = { ...ctx, payments: null }
    assert.equal(await paySession(here, await find(), ''), null)
    assert.deepEqual([(await find()).state, (await find()).tries], ['open', 0])
  })

  it('expires with a silent provider, and later money is reported', async () => {
    const ctx = withProvider(() => pending)
    const { find } = await begin(ctx)
    await paySession(ctx, await find(), '')
    const started = await find()
    world.clock.moveForward(2 * 3_600_000)
    await until('the provider was asked', async () => {
      const { rows } = await sql<{
        due: Date
      }>`select due_at as due from checkout_sessions where id = ${started.id}`.execute(world.db)
      return (rows[0]?.due ?? new Date(0)) > world.clock.now()
    })
    assert.equal((await find()).state, 'open')
    world.clock.moveForward(22 * 3_600_000)
    await until('the session has ended', async () => (await find()).state === 'expired')
    await applyResult(ctx, 'elsewhere', { id: `${started.id}-1`, state: 'paid' })
    assert.equal((await find()).state, 'expired')
    assert.ok(
      world.logs.some(
        (line) =>
          line.includes('received a payment for a checkout session that had already ended') &&
          line.includes(`"session":${started.id}`),
      ),
    )
    await until('the event arrived', () => statusesOf(started).length > 0)
    assert.deepEqual(statusesOf(started), ['failed'])
  })

  it('is deleted after its session ended, and not before', async () => {
    const ctx = withProvider(() => ({ state: 'paid' }))
    const [over, open] = [
      await begin(ctx),
      await begin({ ...ctx, config: { ...ctx.config, checkoutMinutes: 200 * 1_440 } }),
    ]
    await paySession(ctx, await over.find(), '')
    const [rule] = checkoutRetention(world.db)
    const endedAfter = (ms: number) => ({ accountId: null, before: new Date(world.clock.now().getTime() + ms) })
    await rule?.remove(endedAfter(-60_000), 1_000)
    assert.equal((await getPage(world, pagePath(over.key))).heading, 'Payment successful')
    await rule?.remove(endedAfter(60_000), 1_000)
    const { html, status } = await getPage(world, pagePath(over.key))
    assert.deepEqual([status, html.includes('has been removed')], [404, true])
    assert.equal((await open.find()).state, 'open')
  })
})
