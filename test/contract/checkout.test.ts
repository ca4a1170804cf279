import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { checkoutPath, freshTransaction, getPage, openCheckout } from '../checkout.ts'
import { addAccount, command } from '../console/people.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, openWorld, type World } from '../world.ts'

onOneEngine('GET /v1/checkout', (engine) => {
  let world: World
  before(async () => {
    world = await shareWorld(engine)
  })
  after(() => world.close())

  const path = '/v1/checkout?amount=10.00&reference_number=7&transaction_id=1'
  const address = /^http:\/\/localhost(:80)?\/checkout\/[0-9a-f]{32}$/
  const ask = (change: Record<string, string | undefined>, headers: Record<string, string | undefined> = {}) =>
    world.request('GET', checkoutPath(change), { headers })

  it('redirects to a page per session', async () => {
    const { status, text, headers } = await world.request('GET', path, {
      headers: { 'service-secure-token': 'a-token-of-the-client' },
    })
    assert.equal(status, 302)
    assert.equal(text, '')
    assert.match(String(headers.location), address)
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal((await getPage(world, new URL(String(headers.location)).pathname)).status, 200)
  })

  it('returns the URL of the page on request', async () => {
    const { status, body, headers } = await ask({ sendSource: 'true' })
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.deepEqual(Object.keys(body), ['src'])
    assert.match(body.src, address)
    for (const sendSource of ['false', '', 'TRUE', '1'])
      assert.equal((await ask({ sendSource })).status, 302, sendSource)
  })

  it('uses the host and port of the request in the URL', async () => {
    for (const host of ['pay.example.com', 'pay.example.com:8443', '127.0.0.1:8080', '[::1]:8080']) {
      const { body } = await ask({ sendSource: 'true' }, { host })
      assert.equal(new URL(body.src).host, host)
    }
    for (const host of ['a b', 'a/b', 'user@host', 'a"b']) assert.equal((await ask({}, { host })).status, 400, host)
  })

  it('returns the same page for the same transaction and values, also concurrently and after its end', async () => {
    const same = { transaction_id: freshTransaction(), mobile: '255712345678', sendSource: 'true' }
    const token = { 'service-secure-token': 'one' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(same, token)))
    const pages = new Set(answers.map(({ status, body }) => `${status} ${body.src}`))
    assert.equal(pages.size, 1)
    assert.match([...pages][0] ?? '', /^200 http/)
    // The same amount in another notation.
    assert.equal((await ask({ ...same, amount: '1500.5' }, token)).body.src, answers[0]?.body.src)
    const { rows } = await sql`select from checkout_sessions where transaction_id = ${same.transaction_id}`.execute(
      world.db,
    )
    assert.equal(rows.length, 1)
  })

  const others: readonly [what: string, change: Record<string, string | undefined>, token?: string | undefined][] = [
    ['amount', { amount: '1500.51' }],
    ['reference_number', { reference_number: 'order 8' }],
    ['mobile', { mobile: '255712345679' }],
    ['mobile', { mobile: undefined }],
    ['service-secure-token', {}, 'two'],
    ['service-secure-token', {}, undefined],
  ]
  it('rejects the same transaction with other values, and changes nothing', async () => {
    const first = { transaction_id: freshTransaction(), mobile: '255712345678', sendSource: 'true' }
    const { body: opened } = await ask(first, { 'service-secure-token': 'one' })
    for (const [what, change, token = what === 'service-secure-token' ? undefined : 'one'] of others) {
      const { status, body, headers } = await ask({ ...first, ...change }, { 'service-secure-token': token })
      assert.deepEqual(
        { status, body },
        { status: 409, body: { code: 102, message: 'Transaction ID Already Used' } },
        what,
      )
      assert.ok(String(headers['ngoma-hint']).endsWith(`different ${what}`), what)
    }
    const other = await ask(first, { 'shop-secure-token': 'two' })
    assert.match(String(other.headers['ngoma-hint']), /different shop-secure-token$/)
    assert.ok(!world.logs.some((line) => line.includes('another shop-secure-token')))
    const renamed = await ask(first, { 'shop-secure-token': 'one' })
    assert.deepEqual([renamed.status, renamed.body.code], [409, 102])
    assert.match(String(renamed.headers['ngoma-hint']), /different name of the token header$/)
    assert.deepEqual((await ask(first, { 'service-secure-token': 'one' })).body, opened)
  })

  it('keeps the transactions of accounts separate', async () => {
    const account = await addAccount(world)
    const { apiKey, secret } = (await command(world, 'POST', `/accounts/${account}/keys`, { name: 'theirs' })).body
    const theirs = { authorization: `Basic ${Buffer.from(`${apiKey}:${secret}`).toString('base64')}` }
    const same = { transaction_id: freshTransaction(), sendSource: 'true' }
    const [mine, other] = [await ask(same), await ask({ ...same, amount: '9' }, theirs)]
    assert.deepEqual([mine.status, other.status], [200, 200])
    assert.notEqual(mine.body.src, other.body.src)
  })

  const refused: readonly (readonly [code: number, message: string, change: Record<string, string | undefined>])[] = [
    [104, 'Missing Required Parameter: amount', { amount: undefined }],
    [104, 'Missing Required Parameter: reference_number', { reference_number: undefined, amount: 'x' }],
    [104, 'Missing Required Parameter: reference_number', { reference_number: '' }],
    [104, 'Missing Required Parameter: transaction_id', { transaction_id: undefined, mobile: 'x' }],
    ...[
      '',
      '0',
      '0.00',
      '-1',
      '+1',
      '1.234',
      '1.',
      '.5',
      '1e3',
      '1,000',
      ' 1',
      '1 ',
      '0x1',
      'ten',
      '123456789012345',
      '١',
    ].map((amount) => [101, 'Invalid Amount', { amount }] as const),
    ...['', 'x'.repeat(65), 'a\nb', '\0'].map(
      (id) => [102, 'Invalid Transaction ID', { transaction_id: id, mobile: 'x' }] as const,
    ),
    ...['0712345678', '+255712345678', '255 712 345 678', '2557', '999712345678', 'x'].map(
      (mobile) => [100, 'Invalid Mobile Number', { mobile }] as const,
    ),
    ...['x'.repeat(129), 'a\nb', '\0'].map(
      (reference) => [104, 'Invalid Parameter: reference_number', { reference_number: reference }] as const,
    ),
  ]
  for (const [code, message, change] of refused) {
    it(`rejects ${JSON.stringify(change).slice(0, 80)}`, async () => {
      const { status, body } = await ask(change)
      assert.deepEqual({ status, body }, { status: 400, body: { code, message } })
    })
  }

  it('rejects repeated parameters', async () => {
    for (const [more, code] of [
      ['amount=1', 101],
      ['transaction_id=1', 102],
      ['mobile=255712345678&mobile=255712345678', 100],
      ['reference_number=1', 104],
    ]) {
      const { status, body } = await world.request('GET', `${checkoutPath()}&${more}`)
      assert.deepEqual([status, body.code], [400, code], String(more))
    }
  })

  it('accepts values at their limits', async () => {
    const good = [
      { amount: '0.01' },
      { amount: '12345678901234.99' },
      { amount: '007' },
      { transaction_id: '🙂'.repeat(64) },
      { transaction_id: 'a/b?c=d&e %' },
      { reference_number: `<b>"'&${'é'.repeat(120)}` },
      { mobile: '' },
      { unknown: 'ignored' },
    ]
    for (const change of good) assert.equal((await ask(change)).status, 302, JSON.stringify(change))
  })

  it('accepts a number with a plus from a lenient client, encoded or not', async () => {
    const { apiKey, secret } = (
      await command(world, 'POST', `/accounts/${world.accountId}/keys`, { name: 'lenient', lenient: true })
    ).body
    const headers = { authorization: `Basic ${Buffer.from(`${apiKey}:${secret}`).toString('base64')}` }
    for (const mobile of ['%2B255712345678', '+255712345678', '255712345678']) {
      assert.equal((await world.request('GET', `${checkoutPath()}&mobile=${mobile}`, { headers })).status, 302, mobile)
    }
    assert.equal((await world.request('GET', `${checkoutPath()}&mobile=%2B%2B255712345678`, { headers })).status, 400)
    const { rows } = await sql<{ phone: string }>`select phone from checkout_sessions order by id desc limit 3`.execute(
      world.db,
    )
    assert.deepEqual(new Set(rows.map(({ phone }) => phone)), new Set(['255712345678']))
  })

  it('rejects a service-secure-token that is not a valid header value, and stores a valid one encrypted', async () => {
    for (const token of ['a\r\nb', 'a\nb', 'a\rb', 'a\tb', 'a\0b', 'a\x7fb', 'é', 'x'.repeat(2_049)]) {
      const { status, body } = await ask({}, { 'service-secure-token': token })
      assert.deepEqual(
        { status, body },
        { status: 400, body: { code: 104, message: 'Invalid Parameter: service-secure-token' } },
        JSON.stringify(token),
      )
    }
    const other = await ask({}, { 'shop-secure-token': 'é' })
    assert.deepEqual([other.status, other.body.message], [400, 'Invalid Parameter: shop-secure-token'])
    const long = await ask({}, { [`${'x'.repeat(60)}-secure-token`]: 'a' })
    assert.deepEqual([long.status, long.body.code], [400, 104])
    const token = `~ ${'x'.repeat(2_045)}!`
    const pagePath = await openCheckout(world, {}, { 'service-secure-token': token })
    const { rows } = await sql<{
      all: string
    }>`select row_to_json(s)::text as all from checkout_sessions s order by id desc limit 1`.execute(world.db)
    const stored = rows[0]?.all ?? ''
    assert.ok(stored.includes('secure_token'))
    for (const secret of [token, Buffer.from(token).toString('hex'), pagePath.slice('/checkout/'.length)])
      assert.ok(!stored.includes(secret))
  })

  it('does not treat service-secure-token as a credential', async () => {
    const { status, text } = await world.request('GET', path, {
      headers: { authorization: undefined, 'service-secure-token': 'a-token-of-the-client' },
    })
    assert.equal(status, 400)
    assert.equal(text, '{"error":"No authorization headers"}')
  })

  it('allows only GET and HEAD', async () => {
    const { status, body, headers } = await world.request('POST', path, { body: {} })
    assert.equal(status, 405)
    assert.equal(headers.allow, 'GET, HEAD')
    assert.deepEqual(body, { code: 405, message: 'Method Not Allowed' })
  })
})

onOneEngine('GET /v1/checkout, hosts and staging', (engine) => {
  it('is rejected outside staging without a payment provider', async (context) => {
    const world = await openWorld(engine, { config: { staging: false } })
    context.after(() => world.close())
    const { status, body } = await world.request('GET', checkoutPath())
    assert.deepEqual({ status, body }, { status: 400, body: { code: 106, message: 'No Route' } })
    assert.equal((await world.request('GET', checkoutPath({ amount: '0' }))).body.code, 101)
  })

  it('serves pages only on the checkout hosts, also behind a trusted proxy', async (context) => {
    const world = await openWorld(engine, {
      config: { hostCheckout: ['pay.test'], hostSms: ['sms.test'], trustedProxies: ['127.0.0.1'] },
    })
    context.after(() => world.close())
    const headers = { host: 'inner:8080', 'x-forwarded-host': 'pay.test', 'x-forwarded-proto': 'https' }
    const { body } = await world.request('GET', checkoutPath({ sendSource: 'true' }), { headers })
    const { origin, pathname } = new URL(body.src)
    assert.equal(origin, 'https://pay.test')
    assert.equal((await getPage(world, pathname, { host: 'pay.test' })).status, 200)
    for (const host of ['sms.test', 'other.test'])
      assert.equal((await getPage(world, pathname, { host })).status, 404, host)
  })

  it('uses the public URL of the settings in page URLs', async (context) => {
    const world = await openWorld(engine, { config: { publicUrl: 'https://pay.example.com' } })
    context.after(() => world.close())
    const { body } = await world.request('GET', checkoutPath({ sendSource: 'true' }), { headers: { host: 'a b' } })
    assert.equal(new URL(body.src).origin, 'https://pay.example.com')
  })
})
