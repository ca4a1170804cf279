import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { fakePayments, freshTransaction, getPage } from '../../../test/checkout.ts'
import { command } from '../../../test/console/people.ts'
import { setOf } from '../../../test/provider-set.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { addEndpoint } from '../../../test/webhooks.ts'
import { onBothEngines, openWorld, until, type World } from '../../../test/world.ts'
import { type Payment, PaymentError, type PaymentProgress } from '../../carriers/payment/provider.ts'
import { parseMoney } from '../../values/money.ts'
import { hashPageKey, pagePath } from './address.ts'
import type { CheckoutContext } from './context.ts'
import { listenTo } from './listen.ts'
import { choicesFor } from './offers.ts'
import { openSession } from './open-session.ts'
import { paySession } from './pay.ts'
import { checkoutRetention } from './retention.ts'
import { findByPage, type Session } from './store.ts'

const hourMs = 3_600_000

/** Uses providers that cover cases which the simulated one does not. */
onBothEngines('checkout payment', (engine) => {
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

  const told: Payment[] = []
  const elsewhere = (pay: () => PaymentProgress) =>
    fakePayments({
      pay: async (payment) => {
        told.push(payment)
        return pay()
      },
    })
  const withProvider = (pay: () => PaymentProgress): CheckoutContext => ({
    ...world.app.sms,
    payments: setOf('payments', elsewhere(pay)),
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

  async function pay(ctx: CheckoutContext, session: Session, returnUrl = ''): Promise<string | null> {
    const [choice] = choicesFor(ctx, session, { isPaying: true }).choices
    return paySession(ctx, session, { choice: choice ?? assert.fail(), phone: null }, returnUrl)
  }

  const report = (ctx: CheckoutContext, id: string, state: 'paid' | 'failed') =>
    listenTo(ctx, ctx.payments.all()[0] ?? assert.fail()).result(
      id,
      state === 'paid' ? { state } : { state, reason: 'no' },
    )

  const rowsOf = async ({ id }: Session) =>
    (
      await sql<{ id: number; row: string }>`
        select id, concat_ws(' ', try, provider, state, refund) as row from checkout_payments where session_id = ${id} order by try
      `.execute(world.db)
    ).rows
  const paymentsOf = async (session: Session) => (await rowsOf(session)).map(({ row }) => row)

  const pending: PaymentProgress = {
    state: 'pending',
    reference: 'theirs',
    redirectTo: 'https://provider.test/pay?a=1&b=2',
  }
  const plain: PaymentProgress = { state: 'pending', reference: null, redirectTo: null }
  const statusesOf = ({ transactionId }: Session) =>
    receiver.received
      .map(({ text }) => JSON.parse(text))
      .flatMap((body) => (body.transactionID === transactionId ? [body.status] : []))

  it('starts once, continues on another site, also after a return, and ends when the provider reports it', async () => {
    const ctx = withProvider(() => pending)
    const { key, find } = await begin(ctx)
    const calls = told.length
    const url = `https://us.test${pagePath(key)}`
    const open = await find()
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(ctx, open, url)))
    assert.deepEqual(
      answers.filter((answer) => answer !== null),
      [pending.redirectTo],
    )
    const started = await find()
    assert.deepEqual([started.providerReference, started.tries], ['theirs', 1])
    assert.equal(await pay(ctx, started), pending.redirectTo)
    assert.deepEqual(told.slice(calls), [
      {
        id: `${started.id}-1`,
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

    await Promise.all(Array.from({ length: 10 }, () => report(ctx, `${started.id}-1`, 'paid')))
    assert.equal((await find()).state, 'paid')
    await until('the event arrived', () => statusesOf(started).length > 0)
    await report(ctx, `${started.id}-1`, 'failed')
    assert.deepEqual([(await find()).state, await paymentsOf(started)], ['paid', ['1 elsewhere paid']])
    assert.deepEqual(statusesOf(started), ['success'])
  })

  it('is not changed by a late report about an earlier attempt', async () => {
    const ctx = withProvider(() => plain)
    const { find } = await begin(ctx)
    await pay(ctx, await find())
    const { id } = await find()
    await report(ctx, `${id}-1`, 'failed')
    assert.deepEqual([(await find()).startedAt, (await find()).redirectTo], [null, null])
    await pay(ctx, await find())
    await report(ctx, `${id}-1`, 'failed')
    const second = await find()
    assert.deepEqual([second.state, second.tries, second.startedAt !== null], ['open', 2, true])
    assert.deepEqual(await paymentsOf(second), ['1 elsewhere failed', '2 elsewhere pending'])
  })

  it('must be refunded when another attempt of the session was already paid', async () => {
    const ctx = withProvider(() => plain)
    const { find } = await begin(ctx)
    await pay(ctx, await find())
    const session = await find()
    const { id } = session
    await report(ctx, `${id}-1`, 'failed')
    await pay(ctx, await find())
    for (let time = 0; time < 2; time += 1) await report(ctx, `${id}-2`, 'paid')
    assert.deepEqual([(await find()).state, (await find()).paidTry], ['paid', 2])
    for (let time = 0; time < 2; time += 1) await report(ctx, `${id}-1`, 'paid')
    assert.deepEqual(await paymentsOf(session), ['1 elsewhere paid due', '2 elsewhere paid'])
    await world.app.sms.events.write()
    const { rows } =
      await sql`select kind, reason from account_events where account_id = 1 and subject = ${String(id)}`.execute(
        world.db,
      )
    assert.deepEqual(rows, [{ kind: 'checkout.paid_twice', reason: `${id}-1` }])
    await until('the event arrived', () => statusesOf(session).length > 0)
    assert.deepEqual(statusesOf(session), ['success'])

    const due = (await command(world, 'GET', '/payments?list=refunds')).body.data
    assert.deepEqual(
      due.map((one: { paymentId: string; refund: string }) => [one.paymentId, one.refund]),
      [[`${id}-1`, 'due']],
    )
    const refund = (payment: number) => command(world, 'POST', `/payments/${payment}/refunded`, { note: 'ticket 7' })
    const { body } = await refund(due[0].id)
    assert.deepEqual([body.refund, body.refundNote, body.refundedBy], ['done', 'ticket 7', 'command line'])
    const [, second] = await rowsOf(session)
    assert.deepEqual(
      [(await refund(due[0].id)).status, (await refund(second?.id ?? 0)).status, (await refund(999_999)).status],
      [409, 409, 404],
    )
    assert.deepEqual((await command(world, 'GET', '/payments?list=refunds')).body.data, [])
  })

  it('goes to the next provider only when the first certainly got nothing', async () => {
    const away = fakePayments({
      name: 'away',
      pay: async () => {
        throw new PaymentError('connection refused', { isUnstarted: true, away: true })
      },
    })
    await sql`
      insert into providers (name, product, kind, settings, secrets, active, created_at, changed_at)
      values ('elsewhere', 'payments', 'none', '{}', '', true, now(), now()) on conflict do nothing
    `.execute(world.db)
    const noted: unknown[] = []
    const both = (pay: () => PaymentProgress): CheckoutContext => ({
      ...world.app.sms,
      payments: { ...setOf('payments', away, elsewhere(pay)), note: (...note) => void noted.push(note) },
    })
    const calls = told.length
    const moved = both(() => ({ state: 'paid', receipt: 'R1' }))
    const { find } = await begin(moved)
    await pay(moved, await find())
    assert.deepEqual([(await find()).state, await paymentsOf(await find())], ['paid', ['1 elsewhere paid']])
    assert.deepEqual(
      [noted, told.length - calls],
      [
        [
          ['away', 'connection refused'],
          ['elsewhere', null],
        ],
        1,
      ],
    )
    const none: CheckoutContext = { ...world.app.sms, payments: setOf('payments', away) }
    const other = await begin(none)
    await pay(none, await other.find())
    const failed = await other.find()
    assert.deepEqual([failed.startedAt, await paymentsOf(failed)], [null, ['1 away failed']])
    assert.match((await getPage(world, pagePath(other.key))).html, /The payment failed/)
  })

  it('is neither paid nor failed without a response, and not started again', async () => {
    const lost = fakePayments({
      pay: async () => {
        throw new Error('the connection was lost')
      },
    })
    const second = fakePayments({ name: 'second', pay: async () => assert.fail('started twice') })
    const ctx: CheckoutContext = { ...world.app.sms, payments: setOf('payments', lost, second) }
    const { key, find } = await begin(ctx)
    assert.equal(await pay(ctx, await find()), null)
    assert.equal(await pay(ctx, await find()), null)
    const started = await find()
    assert.deepEqual([started.state, started.tries, await paymentsOf(started)], ['open', 1, ['1 elsewhere started']])
    // If asked too early, a provider would not know the payment, and the payer would pay twice.
    const { rows } = await sql<{
      due: Date
    }>`select due_at as due from checkout_payments where session_id = ${started.id}`.execute(world.db)
    assert.equal((rows[0]?.due.getTime() ?? 0) - (started.startedAt?.getTime() ?? 0), 60_000)
    assert.equal((await getPage(world, pagePath(key))).heading, 'Your payment is being processed')
    // A callback is the only answer.
    await report(ctx, `${started.id}-1`, 'paid')
    assert.equal((await find()).state, 'paid')
  })

  it('of another provider or an unknown attempt is only logged', async () => {
    const ctx = withProvider(() => plain)
    const { find } = await begin(ctx)
    await pay(ctx, await find())
    const { id } = await find()
    const simulator: CheckoutContext = { ...ctx, payments: setOf('payments', fakePayments({ name: 'simulator' })) }
    await report(simulator, `${id}-1`, 'paid')
    for (const other of ['999999-1', 'nonsense', '', `${id}-0`, `${id}-2`, `${id}-99`, `${id}--99`])
      await report(ctx, other, 'paid')
    assert.equal((await find()).state, 'open')
    assert.equal(world.logs.filter((line) => line.includes('received a result for an unknown payment')).length, 8)
  })

  it('stays open with a silent provider, is listed as unknown, and is ended by the operator', async () => {
    const ctx = withProvider(() => plain)
    const [one, two] = [await begin(ctx), await begin(ctx)]
    for (const { find } of [one, two]) await pay(ctx, await find())
    const [first, second] = [await one.find(), await two.find()]
    const unknown = async (): Promise<{ id: number; paymentId: string }[]> =>
      (await command(world, 'GET', '/payments?list=unknown')).body.data
    const isListed = async ({ id }: Session) => (await unknown()).some(({ paymentId }) => paymentId === `${id}-1`)
    const end = async ({ id }: Session, as: string) => {
      const { data } = (await command(world, 'GET', '/payments?list=open')).body
      const { id: payment = 0 } = data.find(({ paymentId }: { paymentId: string }) => paymentId === `${id}-1`) ?? {}
      return command(world, 'POST', `/payments/${payment}/end`, { as, reason: 'the provider called' })
    }
    assert.equal((await end(first, 'failed')).status, 409, 'the payer may still be paying')
    world.clock.moveForward(hourMs)
    for (const session of [first, second]) await until('it is listed', () => isListed(session))
    // Days later, it has neither failed nor expired.
    for (let day = 0; day < 3; day += 1) world.clock.moveForward(24 * hourMs)
    await until('it was asked again', async () => {
      const { rows } = await sql`
        select from checkout_payments where session_id = ${first.id} and asked_at > ${world.clock.now()}::timestamptz - interval '1 hour'
      `.execute(world.db)
      return rows.length > 0
    })
    assert.deepEqual([(await one.find()).state, statusesOf(first)], ['open', []])
    assert.match((await getPage(world, pagePath(one.key))).html, /The result is not known yet/)

    assert.equal((await end(first, 'paid')).body.state, 'paid')
    assert.equal((await end(second, 'failed')).body.state, 'failed')
    assert.equal((await end(second, 'failed')).status, 404, 'it is no longer open')
    assert.equal((await one.find()).state, 'paid')
    await until('the other session expired', async () => (await two.find()).state === 'expired')
    await until('both events arrived', () => statusesOf(first).length > 0 && statusesOf(second).length > 0)
    assert.deepEqual([statusesOf(first), statusesOf(second)], [['success'], ['failed']])
    // Money that comes after all must be returned.
    await report(ctx, `${second.id}-1`, 'paid')
    assert.deepEqual(await paymentsOf(second), ['1 elsewhere paid due'])
    assert.ok(
      world.logs.some(
        (line) => line.includes('that had already ended: refund it') && line.includes(`"session":${second.id}`),
      ),
    )
  })

  it('of a server of the previous version gets its row when the session is due', async () => {
    const ctx = withProvider(() => plain)
    const { find } = await begin(ctx)
    const { id } = await find()
    const now = world.clock.now()
    await sql`
      update checkout_sessions set started_at = ${now}, tries = 1, provider = 'simulator', due_at = ${now} where id = ${id}
    `.execute(world.db)
    world.clock.moveForward(1_000)
    await until('the payment was adopted and paid', async () => (await find()).state === 'paid')
    assert.deepEqual(await paymentsOf(await find()), ['1 simulator paid'])
  })

  it('is deleted after its session ended, unless a refund is due', async () => {
    const ctx = withProvider(() => ({ state: 'paid' }))
    const [over, open, twice] = [
      await begin(ctx),
      await begin({ ...ctx, config: { ...ctx.config, checkoutMinutes: 200 * 1_440 } }),
      await begin(ctx),
    ]
    for (const { find } of [over, twice]) await pay(ctx, await find())
    const [old, kept] = [await over.find(), await twice.find()]
    await sql`update checkout_payments set refund = 'due' where session_id = ${kept.id}`.execute(world.db)
    const endedAfter = (ms: number) => ({ accountId: null, before: new Date(world.clock.now().getTime() + ms) })
    const remove = async (ms: number) => {
      for (const rule of checkoutRetention(world.db)) await rule.remove(endedAfter(ms), 1_000)
    }
    await remove(-60_000)
    assert.equal((await getPage(world, pagePath(over.key))).heading, 'Payment successful')
    await remove(60_000)
    const { html, status } = await getPage(world, pagePath(over.key))
    assert.deepEqual([status, html.includes('has been removed')], [404, true])
    assert.deepEqual([await paymentsOf(old), await paymentsOf(kept)], [[], ['1 elsewhere paid due']])
    assert.equal((await open.find()).state, 'open')
  })
})
