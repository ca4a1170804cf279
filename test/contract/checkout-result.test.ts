import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { freshTransaction, getPage, openCheckout, postForm, tokenOf } from '../checkout.ts'
import { type Received, type Receiver, startReceiver } from '../receiver.ts'
import { addEndpoint, type TestEndpoint, verify } from '../webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../world.ts'

onOneEngine('Checkout page and results', (engine) => {
  let world: World
  let receiver: Receiver
  let endpoint: TestEndpoint
  before(async () => {
    world = await openWorld(engine)
    receiver = await startReceiver()
    endpoint = await addEndpoint(world, 'checkout', receiver.url)
  })
  after(async () => {
    await world.close()
    await receiver.close()
  })

  const callbacksOf = (transactionId: string) =>
    receiver.received.filter(({ text }) => JSON.parse(text).transactionID === transactionId)

  /** The only callback of a transaction, once no event of it is pending. */
  async function getCallback(transactionId: string): Promise<Received> {
    await until('the callback arrives', () => callbacksOf(transactionId).length > 0)
    const written = sql<{
      due: boolean
    }>`select due_at is not null as due from webhook_events where body::json ->> 'transactionID' = ${transactionId}`
    await until('no event is pending', async () => (await written.execute(world.db)).rows.every(({ due }) => !due))
    assert.equal((await written.execute(world.db)).rows.length, 1)
    const [callback, ...more] = callbacksOf(transactionId)
    assert.ok(callback !== undefined && more.length === 0)
    return callback
  }

  const countEvents = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from webhook_events`.execute(world.db)).rows[0]?.n

  /** Opens a session and returns the path of its page and its transaction. */
  async function begin(
    change: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<readonly [path: string, transactionId: string]> {
    const transactionId = freshTransaction()
    return [await openCheckout(world, { transaction_id: transactionId, ...change }, headers), transactionId]
  }

  it('returns the token under its original name and as service-secure-token', async () => {
    const cases: readonly (readonly [given: Record<string, string>, back: Record<string, string | undefined>])[] = [
      [{ 'Shop-Secure-Token': 't1' }, { 'shop-secure-token': 't1', 'service-secure-token': 't1' }],
      [
        { 'b-secure-token': 't2', 'a-secure-token': 't3', '-secure-token': '', 'secure-token': 't4' },
        {
          'a-secure-token': 't3',
          'service-secure-token': 't3',
          'b-secure-token': undefined,
          'secure-token': undefined,
        },
      ],
      [
        { 'a-secure-token': 't5', 'service-secure-token': 't6' },
        { 'service-secure-token': 't6', 'a-secure-token': undefined },
      ],
      [{ 'service-secure-token': '' }, { 'service-secure-token': undefined }],
    ]
    for (const [given, back] of cases) {
      const [path, transactionId] = await begin({ mobile: '255712345678' }, given)
      assert.equal(await openCheckout(world, { transaction_id: transactionId, mobile: '255712345678' }, given), path)
      await postForm(world, path, 'cancel')
      const { headers } = await getCallback(transactionId)
      for (const [name, value] of Object.entries(back)) assert.equal(headers[name], value, name)
    }
  })

  it('can be retried after a failed payment', async () => {
    const [path, transactionId] = await begin({ mobile: '255712340003' })
    const before = await countEvents()
    for (let time = 0; time < 2; time += 1) {
      await postForm(world, path, 'pay')
      assert.match((await getPage(world, path)).html, /The payment failed/)
    }
    assert.equal(await countEvents(), before)
    await postForm(world, path, 'cancel')
    assert.equal(verify(await getCallback(transactionId), endpoint).status, 'failed')
  })

  it('waits for a result that arrives late, twice, or only on request', async () => {
    for (const [end, seconds] of [
      ['0004', 30],
      ['0005', 1],
      ['0006', 3],
    ] as const) {
      const [path, transactionId] = await begin({ mobile: `25571234${end}` })
      const token = `token=${await tokenOf(world, path)}`
      await postForm(world, path, 'pay')
      // The others may be paid at any time.
      if (end === '0004') await assertProcessing(path, token)
      world.clock.moveForward(seconds * 1_000)
      await until(`${end} is paid`, async () => (await getPage(world, path)).heading === 'Payment successful')
      assert.equal(verify(await getCallback(transactionId), endpoint).status, 'success', end)
      const { rows } = await sql`
        select ended_at >= started_at + interval '1 second' as later from checkout_sessions where transaction_id = ${transactionId}
      `.execute(world.db)
      assert.deepEqual(rows, [{ later: true }], end)
    }
  })

  async function assertProcessing(path: string, token: string): Promise<void> {
    const { heading, html } = await getPage(world, path)
    assert.equal(heading, 'Your payment is being processed')
    assert.match(html, /<meta http-equiv="refresh" content="5">/)
    for (const action of ['cancel', 'pay'] as const)
      assert.equal((await postForm(world, path, action, token)).status, 303)
    assert.equal((await getPage(world, path)).heading, heading)
  }

  it('expires without a payment, with one event', async () => {
    const [path, transactionId] = await begin({ mobile: '255712345678' })
    const [failing, failingId] = await begin({ mobile: '255712340003' })
    const token = `token=${await tokenOf(world, path)}`
    await postForm(world, failing, 'pay')
    world.clock.moveForward(29 * 60_000)
    assert.equal((await getPage(world, path)).heading, 'You are paying First account')
    world.clock.moveForward(60_000)
    // Expiry applies even before it is stored.
    for (const action of ['pay', 'cancel'] as const)
      assert.equal((await postForm(world, path, action, token)).status, 303)
    assert.equal((await getPage(world, path)).heading, 'Payment expired')
    for (const id of [transactionId, failingId]) assert.equal(verify(await getCallback(id), endpoint).status, 'failed')
    for (const one of [path, failing]) assert.equal((await getPage(world, one)).heading, 'Payment expired')
    const states = sql<{ state: string; due: boolean }>`
      select state, due_at is not null as due from checkout_sessions where transaction_id in (${transactionId}, ${failingId})
    `
    assert.deepEqual((await states.execute(world.db)).rows, [
      { state: 'expired', due: false },
      { state: 'expired', due: false },
    ])
  })
})
