import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { freshTransaction, getPage, openCheckout, postForm, tokenOf } from '../checkout.ts'
import { addAccount, command } from '../console/people.ts'
import { type Received, type Receiver, startReceiver } from '../receiver.ts'
import { addEndpoint, type TestEndpoint, verify } from '../webhooks.ts'
import { basic, onOneEngine, openWorld, until, type World } from '../world.ts'

onOneEngine('Checkout page', (engine) => {
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

  /** Opens a session and returns the path of its page and its transaction. */
  async function begin(
    change: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<readonly [path: string, transactionId: string]> {
    const transactionId = freshTransaction()
    return [await openCheckout(world, { transaction_id: transactionId, ...change }, headers), transactionId]
  }

  it('shows the amount, the payee, and that the payment is simulated', async () => {
    const [path] = await begin({ amount: '1234567.5', reference_number: 'order 7', mobile: '255712345678' })
    const { status, headers, html, heading } = await getPage(world, path)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(heading, 'You are paying First account')
    for (const text of [
      '<html lang="en">',
      '<title>Pay 1,234,567.50 TZS to First account</title>',
      'order 7',
      '+255712345678',
      'No money is transferred',
    ])
      assert.ok(html.includes(text), text)
    assert.deepEqual(html.match(/<(script|link|img|iframe)\b|\bon\w+=|\bstyle=|https?:/gi), null)
  })

  it('is simulated only for accounts without a provider, and says why nothing can be paid', async () => {
    const [path] = await begin()
    const setProvider = async (change: object) => {
      const { status, text } = await command(world, 'PUT', '/providers/cards', {
        product: 'payments',
        kind: 'http',
        settings: {
          method: 'redirect',
          start: { url: 'http://127.0.0.1:9/start', body: { ref: '{id}' }, answer: { redirect: 'url' } },
          query: { url: 'http://127.0.0.1:9/{id}', answer: { state: 'state' } },
          states: { paid: ['PAID'], failed: ['FAILED'] },
          redirectOrigins: ['https://pay.example'],
          ...change,
        },
        secrets: {},
      })
      assert.equal(status, 200, text)
    }
    await setProvider({ currencies: ['KES'] })
    const refused = await getPage(world, path)
    assert.match(refused.html, /Payments in TZS are not accepted here/)
    assert.ok(!refused.html.includes('No money is transferred'))
    await setProvider({ wholeAmounts: true })
    assert.match((await getPage(world, (await begin({ amount: '99.50' }))[0])).html, /only whole amounts are accepted/)
    await command(world, 'POST', '/providers/cards/pause')
    assert.match((await getPage(world, path)).html, /Payments are not available at the moment/)
    assert.equal((await command(world, 'DELETE', '/providers/cards')).status, 204)
    assert.match((await getPage(world, path)).html, /No money is transferred/)
  })

  it('loads nothing, cannot be framed, and is not cached', async () => {
    const [path] = await begin()
    for (const one of [path, '/checkout/nothing']) {
      const { headers } = await getPage(world, one)
      const policy = String(headers['content-security-policy'])
      assert.match(
        policy,
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
      )
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['cache-control'], 'no-store')
    }
  })

  it('escapes all text from others', async () => {
    const account = await addAccount(world, `<i>&"'`)
    const { apiKey, secret } = (await command(world, 'POST', `/accounts/${account}/keys`, { name: 'theirs' })).body
    const [path] = await begin(
      { reference_number: `</dd><script>alert("1'&")</script>` },
      { authorization: basic(apiKey, secret) },
    )
    const { html } = await getPage(world, path)
    assert.ok(html.includes('&lt;/dd&gt;&lt;script&gt;alert(&quot;1&#39;&amp;&quot;)&lt;/script&gt;'))
    assert.ok(html.includes('<strong>&lt;i&gt;&amp;&quot;&#39;</strong>'))
    assert.ok(!html.includes('<script') && !html.includes('<i>'))
  })

  it('answers 404 with a page for an unknown session', async () => {
    for (const path of [
      '/checkout/nothing',
      `/checkout/${'0'.repeat(32)}`,
      '/checkout/%00',
      `/checkout/${'a'.repeat(400)}`,
    ]) {
      const { status, headers, heading } = await getPage(world, path)
      assert.deepEqual(
        [status, headers['content-type'], heading],
        [404, 'text/html; charset=utf-8', 'Payment not found'],
        path,
      )
      assert.equal((await postForm(world, path, 'pay', 'token=1')).status, 404, path)
    }
  })

  it("is paid once, with one event that carries the client's token", async () => {
    const given = { 'service-secure-token': 'the token of the client' }
    const [path, transactionId] = await begin(
      { amount: '0100.5', reference_number: 'order é', mobile: '255712345678' },
      given,
    )
    const token = `token=${await tokenOf(world, path)}`
    const { status, headers } = await postForm(world, path, 'pay')
    assert.deepEqual([status, headers.location], [303, path])
    for (const action of ['pay', 'cancel'] as const)
      assert.equal((await postForm(world, path, action, token)).status, 303)
    const page = await getPage(world, path)
    assert.deepEqual([page.status, page.heading], [200, 'Payment successful'])
    assert.ok(!page.html.includes('<form'))

    const callback = await getCallback(transactionId)
    const { timestamp, ...body } = verify(callback, endpoint)
    assert.deepEqual(body, {
      amount: '0100.5',
      referenceNumber: 'order é',
      status: 'success',
      transactionID: transactionId,
      msisdn: '255712345678',
    })
    assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.equal(callback.headers['service-secure-token'], 'the token of the client')
    const { rows } =
      await sql`select secure_token as token from checkout_sessions where transaction_id = ${transactionId}`.execute(
        world.db,
      )
    assert.deepEqual(rows, [{ token: null }])
    // The same request still returns this session.
    assert.equal(
      await openCheckout(
        world,
        { transaction_id: transactionId, amount: '100.50', reference_number: 'order é', mobile: '255712345678' },
        given,
      ),
      path,
    )
  })

  it('cannot be paid after it is cancelled', async () => {
    const [path, transactionId] = await begin()
    const token = `token=${await tokenOf(world, path)}`
    assert.equal((await postForm(world, path, 'cancel')).status, 303)
    for (const action of ['pay', 'cancel'] as const)
      assert.equal((await postForm(world, path, action, token)).status, 303)
    assert.equal((await getPage(world, path)).heading, 'Payment cancelled')
    const callback = await getCallback(transactionId)
    const { status, msisdn, amount } = verify(callback, endpoint)
    assert.deepEqual([status, msisdn, amount], ['failed', '', '1500.50'])
    assert.equal(callback.headers['service-secure-token'], undefined)
  })

  it('settles once under concurrent requests', async () => {
    const [path, transactionId] = await begin()
    const token = `token=${await tokenOf(world, path)}`
    const answers = await Promise.all(Array.from({ length: 50 }, () => postForm(world, path, 'pay', token)))
    assert.deepEqual(
      new Set(answers.map(({ status, headers }) => `${status} ${headers.location}`)),
      new Set([`303 ${path}`]),
    )
    assert.equal(verify(await getCallback(transactionId), endpoint).status, 'success')

    const [other, otherId] = await begin()
    const both = `token=${await tokenOf(world, other)}`
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => postForm(world, other, index % 2 === 0 ? 'cancel' : 'pay', both)),
    )
    const { heading } = await getPage(world, other)
    const { status } = verify(await getCallback(otherId), endpoint)
    assert.ok(
      ['Payment successful success', 'Payment cancelled failed'].includes(`${heading} ${status}`),
      `${heading} ${status}`,
    )
  })

  it('rejects forms with a wrong token', async () => {
    const [path] = await begin()
    const [other] = await begin()
    for (const action of ['pay', 'cancel'] as const) {
      for (const body of [
        '',
        'token=',
        'token=1',
        `token=${await tokenOf(world, other)}`,
        `other=${await tokenOf(world, path)}`,
      ]) {
        const { status, headers } = await postForm(world, path, action, body)
        assert.deepEqual([status, headers['content-type']], [403, 'text/html; charset=utf-8'], body)
      }
      assert.equal((await postForm(world, path, action, `token=${'x'.repeat(5_000)}`)).status, 413)
      const json = await world.app.http.inject({
        method: 'POST',
        url: `${path}/${action}`,
        headers: { 'content-type': 'application/json' },
        payload: '{}',
      })
      assert.equal(json.statusCode, 415)
      const again = await getPage(world, `${path}/${action}`)
      assert.deepEqual([again.status, again.headers.location], [303, path])
      assert.equal((await getPage(world, `/checkout/nothing/${action}`)).heading, 'Payment not found')
    }
    assert.equal((await getPage(world, path)).heading, 'You are paying First account')
  })

  it('never appears in the log', async () => {
    const [path, transactionId] = await begin({}, { 'service-secure-token': 'not for the log' })
    await postForm(world, path, 'pay')
    await getPage(world, `${path}?a=b`)
    await getCallback(transactionId)
    assert.ok(world.logs.some((line) => line.includes('"path":"/checkout/:session/pay"')))
    for (const other of ['/pay', '/cancel', '/x', '/x/y', '/%zz', '/', '//']) await getPage(world, `${path}${other}`)
    for (const other of [
      `/${path}`,
      `/x${path}`,
      path.replace('checkout', 'CHECKOUT'),
      path.replace('c', '%43'),
      path.replace('/checkout/', '/checkout//'),
    ])
      assert.equal((await getPage(world, other)).status, 404, other)
    assert.equal((await getPage(world, `${path}/x`)).heading, 'Payment not found')
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'] as const)
      for (const url of [path, `${path}/x`])
        assert.ok(
          (await world.app.http.inject({ method: method as 'POST', url })).statusCode >= 400,
          `${method} ${url}`,
        )
    assert.ok(world.logs.some((line) => line.includes('"path":"/checkout/…"')))
    for (const secret of [path.slice('/checkout/'.length), 'not for the log'])
      assert.ok(!world.logs.some((line) => line.includes(secret)), secret)
  })
})
