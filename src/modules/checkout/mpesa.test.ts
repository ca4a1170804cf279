import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { getPage, openCheckout, postForm, tokenOf } from '../../../test/checkout.ts'
import { command } from '../../../test/console/people.ts'
import { type Front, startFront } from '../../../test/front.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import type { Mpesa } from '../../../tools/mpesa/api.ts'
import { startMpesa } from '../../../tools/mpesa/mpesa.ts'

const hourMs = 3_600_000

onOneEngine('payments over M-Pesa', (engine) => {
  let world: World
  let front: Front
  let first: Mpesa
  let second: Mpesa
  before(async () => {
    front = await startFront()
    world = await openWorld(engine, { config: { staging: false, currency: 'KES', publicUrl: front.url } })
    front.serve(world)
    first = await startMpesa({ now: () => world.clock.now() })
    second = await startMpesa({ now: () => world.clock.now() })
    await addProvider('mpesa', first, 1)
    await addProvider('mpesa-2', second, 2)
    await command(world, 'PUT', '/prices', { product: 'PAYMENTS', prefix: '', amount: '2' })
  })
  after(async () => {
    await world.close()
    await first.close()
    await second.close()
    await front.close()
  })
  beforeEach(() => {
    first.clearFaults()
    second.clearFaults()
  })

  async function addProvider(name: string, mpesa: Mpesa, priority: number): Promise<void> {
    const { url: baseUrl, shortCode, consumerKey, consumerSecret, passkey } = mpesa
    const { status, text } = await command(world, 'PUT', `/providers/${name}`, {
      product: 'payments',
      kind: 'mpesa',
      settings: { baseUrl, shortCode },
      secrets: { consumerKey, consumerSecret, passkey },
      priority,
    })
    assert.equal(status, 200, text)
  }

  let phones = 0
  /** A new number, whose owner does nothing until the test decides. */
  const quietPhone = () => `2547${String(++phones).padStart(4, '0')}9999`

  interface Started {
    readonly path: string
    readonly phone: string
    readonly token: string
    /** Of the session. */
    readonly session: number
  }

  const pay = (path: string, phone: string, token: string) =>
    postForm(world, path, 'pay', `token=${token}&method=prompt&phone=${phone}`)

  async function start(phone = quietPhone()): Promise<Started> {
    const path = await openCheckout(world, { amount: '1500', mobile: phone })
    const token = await tokenOf(world, path)
    assert.equal((await pay(path, phone, token)).status, 303)
    const { rows } = await sql<{ id: number }>`select max(id) as id from checkout_sessions`.execute(world.db)
    return { path, phone, token, session: rows[0]?.id ?? 0 }
  }

  /** The attempts of a session, and whether they have a receipt. */
  const attemptsOf = async ({ session }: Started) =>
    (
      await sql<{ row: string }>`
        select concat_ws(' ', provider, state, case when receipt is not null then 'receipt' end, refund) as row
          from checkout_payments
         where session_id = ${session}
         order by try
      `.execute(world.db)
    ).rows.map(({ row }) => row)
  const untilAttempts = (one: Started, ...rows: readonly string[]) =>
    until(`the attempts are ${rows.join(', ')}`, async () => (await attemptsOf(one)).join() === rows.join())
  const headingOf = async ({ path }: Started) => (await getPage(world, path)).heading
  const pushesTo = (mpesa: Mpesa, { phone }: Started) => mpesa.payments.filter((one) => one.phone === phone).length
  const ask = () => world.clock.moveForward(2 * 60_000)
  const isUnknown = async ({ session }: Started) =>
    (await command(world, 'GET', '/payments?list=unknown')).body.data.some(
      ({ sessionId }: { sessionId: number }) => sessionId === session,
    )

  it('prompts the phone that the payer enters, once, and ends with the callback', async () => {
    const path = await openCheckout(world, { amount: '1500', reference_number: 'Order 7' })
    const token = await tokenOf(world, path)
    assert.match((await getPage(world, path)).html, /<input type="tel" name="phone"[^>]* value="">/)
    for (const wrong of ['', '255712345678', '0612345678', '<b>'])
      assert.equal((await pay(path, encodeURIComponent(wrong), token)).headers.location, `${path}?wrong=phone`, wrong)
    assert.match(
      (await getPage(world, `${path}?wrong=phone`)).html,
      /role="alert">Enter the phone number[\s\S]*value="" aria-invalid="true"/,
    )
    assert.equal(first.payments.length, 0)

    await Promise.all(Array.from({ length: 10 }, () => pay(path, '0712+009-999', token)))
    assert.equal(first.payments.length, 1)
    const [push] = first.payments
    assert.deepEqual([push?.phone, push?.amount], ['254712009999', 1500])
    const { html } = await getPage(world, path)
    assert.match(html, /Confirm the payment on your phone \+254712009999\./)
    await first.answer('254712009999')
    const page = await getPage(world, path)
    assert.equal(page.heading, 'Payment successful')
    assert.equal(first.callbacks.at(-1)?.status, 200)
    const { rows } = await sql`select receipt, reference from checkout_payments`.execute(world.db)
    assert.deepEqual(rows, [{ receipt: push?.result?.receipt, reference: push?.checkoutRequestId }])
  })

  it('cannot take an amount with decimals, and the page says so', async () => {
    const path = await openCheckout(world, { amount: '1500.50', mobile: '254712009999' })
    const { html } = await getPage(world, path)
    assert.match(html, /role="alert">This amount cannot be paid here, because only whole amounts are accepted/)
    assert.doesNotMatch(html, /\/pay"|No money is transferred/)
    assert.equal(
      (await postForm(world, path, 'pay', `token=${await tokenOf(world, path)}&phone=254712009999`)).headers.location,
      path,
    )
    assert.equal(first.payments.length, 1)
  })

  it('believes a callback before the answer and twice, and asks when none comes', async () => {
    first.fault('callback-first', { on: 'push' })
    const early = await start('254720000001')
    await untilAttempts(early, 'mpesa failed')
    first.fault('callback-first', { on: 'push' })
    const earlyPaid = await start('254720001234')
    assert.deepEqual(await attemptsOf(earlyPaid), ['mpesa paid receipt'])

    first.fault('callback-twice')
    const twice = await start()
    await first.answer(twice.phone)
    assert.deepEqual(await attemptsOf(twice), ['mpesa paid receipt'])

    first.fault('callback-never')
    const silent = await start()
    await first.answer(silent.phone)
    assert.deepEqual(await attemptsOf(silent), ['mpesa pending'])
    ask()
    await untilAttempts(silent, 'mpesa paid')
    assert.deepEqual([await headingOf(silent), pushesTo(first, silent)], ['Payment successful', 1])
  })

  it('does not believe a forged callback', async () => {
    const started = await start()
    const [{ callbackUrl = '', checkoutRequestId = '' } = {}] = first.payments.filter(
      ({ phone }) => phone === started.phone,
    )
    assert.equal(await first.forge(started.phone), 404, 'wrong secret')
    assert.equal(await first.forge(started.phone, callbackUrl), 200, 'the query does not agree')
    const forged = (change: object, url = callbackUrl) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          Body: { stkCallback: { CheckoutRequestID: checkoutRequestId, ResultCode: 0, ResultDesc: 'x', ...change } },
        }),
      }).then(({ status }) => status)
    const metadata = (Value: number) => ({ CallbackMetadata: { Item: [{ Name: 'Amount', Value }] } })
    const paid = first.payments.find(({ result }) => result?.code === 0)?.checkoutRequestId
    assert.deepEqual(
      [
        await forged({}),
        await forged(metadata(1)),
        await forged({ CheckoutRequestID: paid, ...metadata(1500) }),
        await forged({ ResultCode: 1032 }),
        await forged(metadata(1500), callbackUrl.replace(/[^/]+$/, '000000000000')),
        await forged({ CheckoutRequestID: null }),
      ],
      [200, 200, 200, 200, 404, 400],
    )
    assert.deepEqual(await attemptsOf(started), ['mpesa pending receipt'])
    await first.answer(started.phone, 1032)
    await untilAttempts(started, 'mpesa failed')
    assert.match((await getPage(world, started.path)).html, /The payment failed/)
  })

  it('with a lost answer is known by its callback, and otherwise unknown until the operator ends it', async () => {
    first.fault('answer-lost', { on: 'push' })
    const called = await start()
    assert.deepEqual(await attemptsOf(called), ['mpesa started'])
    // Neither a reload nor a second form starts it again.
    assert.equal((await pay(called.path, called.phone, called.token)).status, 303)
    await first.answer(called.phone)
    assert.deepEqual([await attemptsOf(called), pushesTo(first, called)], [['mpesa paid receipt'], 1])

    for (const fault of ['answer-lost', 'answer-error', 'garbage'] as const) {
      // A good answer, so that the provider does not count as unreachable.
      await untilAttempts(await start(`25472${String(++phones).padStart(3, '0')}6001`), 'mpesa paid receipt')
      first.fault(fault, { on: 'push' })
      first.fault('callback-never')
      const lost = await start()
      await first.answer(lost.phone)
      ask()
      world.clock.moveForward(hourMs)
      await until(`it is unknown after ${fault}`, () => isUnknown(lost))
      assert.deepEqual([await headingOf(lost), pushesTo(first, lost)], ['Your payment is being processed', 1])
      assert.equal(pushesTo(second, lost), 0, 'no failover after an unknown outcome')
    }
  })

  it('fails over only before the start, and renews a rejected token', async () => {
    first.expireTokens()
    const renewed = await start('254720001111')
    await untilAttempts(renewed, 'mpesa paid receipt')

    const refused = await start('254720001032')
    await untilAttempts(refused, 'mpesa failed')
    const busy = await start()
    const locked = await start(busy.phone)
    assert.deepEqual([await attemptsOf(locked), await attemptsOf(busy)], [['mpesa failed'], ['mpesa pending']])
    await first.answer(busy.phone, 1)

    first.fault('rate-limit', { on: 'push' })
    const throttled = await start('254720002222')
    await untilAttempts(throttled, 'mpesa-2 paid receipt')

    await first.goAway()
    const moved = await start('254720003333')
    await untilAttempts(moved, 'mpesa-2 paid receipt')
    await second.goAway()
    const none = await start('254720004444')
    assert.deepEqual(await attemptsOf(none), ['mpesa-2 failed'])
    await first.comeBack()
    await second.comeBack()
    assert.equal((await pay(none.path, none.phone, none.token)).status, 303)
    await until('it was paid', async () => (await headingOf(none)) === 'Payment successful')
    await assertLedger(world.db)
  })

  it('asks an unreachable provider whether it is back, without the payment of a payer', async () => {
    const isUp = async () => (await command(world, 'GET', '/providers/mpesa')).body.state === 'up'
    await first.goAway()
    for (const phone of ['254720005551', '254720005552', '254720005553'])
      await untilAttempts(await start(phone), 'mpesa-2 paid receipt')
    await until('it is away', async () => !(await isUp()))
    await first.comeBack()
    world.clock.moveForward(60_000)
    await until('it is up', isUp)
    await until('it gets payments again', async () => {
      const again = await start()
      return (await attemptsOf(again))[0] === 'mpesa pending'
    })
  })
})
