import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openWorld, type World } from '../world.ts'
import { addAccount, ask, command } from './people.ts'

interface Price {
  readonly id: number
  readonly product: string
  readonly accountId: number | null
  readonly prefix: string
  readonly amount: string
  readonly validFrom: string
}

onOneEngine('prices in the console API', (engine) => {
  let world: World
  let account: number
  before(async () => {
    world = await openWorld(engine)
    account = await addAccount(world)
  })
  after(() => world.close())
  beforeEach(async () => void (await sql`delete from prices`.execute(world.db)))

  const put = (body: Record<string, unknown>) =>
    command(world, 'PUT', '/prices', { product: 'SMS', prefix: '', amount: '1', ...body })
  const load = (body: string | Buffer, query = '', headers: Record<string, string> = {}) =>
    ask(world, 'POST', `/prices/import${query}`, {
      body,
      headers: { ...world.app.controlHeaders, 'content-type': 'text/csv', ...headers },
    })
  const list = async (query = '', path = '/prices') => {
    const { status, body, text } = await command(world, 'GET', `${path}?limit=1000${query}`)
    assert.equal(status, 200, text)
    return body.data.map(({ product, accountId, prefix, amount }: Price) =>
      [product, accountId, prefix, amount].join(' '),
    )
  }
  /** Replaced with every change of prices. */
  const version = async () =>
    (await sql<{ id: string }>`select id from changes where topic = 'prices'`.execute(world.db)).rows[0]?.id

  it('creates, returns, changes and deletes a price', async () => {
    const { status, body } = await put({
      product: 'sms',
      accountId: account,
      prefix: '255',
      amount: '12.5',
      validFrom: '2030-01-31',
    })
    const { id, createdAt, ...price } = body
    assert.equal(status, 200)
    assert.deepEqual(price, {
      product: 'SMS',
      accountId: account,
      prefix: '255',
      currency: 'TZS',
      amount: '12.5000',
      validFrom: '2030-01-31T00:00:00.000Z',
    })
    assert.ok(Math.abs(Date.parse(createdAt) - world.clock.now().getTime()) < 60_000)
    const changed = await put({
      accountId: account,
      prefix: '255',
      currency: 'tzs',
      amount: '13',
      validFrom: '2030-01-31T03:00+03:00',
    })
    assert.deepEqual(changed.body, { ...body, amount: '13.0000' })
    assert.deepEqual((await command(world, 'GET', '/prices')).body.data, [
      { ...changed.body, accountName: 'Another account' },
    ])
    assert.equal((await command(world, 'DELETE', `/prices/${id}`)).status, 204)
    const before = await version()

    for (const missing of [id, 'x', '0', '9'.repeat(30)])
      assert.equal((await command(world, 'DELETE', `/prices/${missing}`)).status, 404)
    assert.deepEqual(await list(), [])
    assert.equal(await version(), before)
  })

  it('starts a price now by default and keeps the previous one', async () => {
    await put({ amount: '1' })
    world.clock.moveForward(1_000)
    const second = await put({ amount: '2', accountId: null })
    assert.equal(second.body.validFrom, second.body.createdAt)
    assert.deepEqual(await list(), ['SMS   2.0000', 'SMS   1.0000'])
  })

  it('rejects invalid prices and names the valid values', async () => {
    const bodies: readonly [body: Record<string, unknown>, status: number, hint: RegExp | null][] = [
      [{ prefix: '+255' }, 400, /0 to 15 digits/],
      [{ amount: 1 }, 400, null],
      [{ currency: 'KES', accountId: account }, 400, /pays in TZS/],
      [{ accountId: 999_999 }, 404, null],
      [{ accountId: 0 }, 400, null],
      [{ accountId: 'x' }, 400, null],
    ]
    const before = await version()
    for (const [change, status, hint] of bodies) {
      const answer = await put(change)
      assert.equal(answer.status, status, JSON.stringify(change))
      if (hint) assert.match(String(answer.headers['ngoma-hint']), hint)
    }
    assert.deepEqual(await list(), [])
    assert.equal(await version(), before)
  })

  it('lists by product, account and start of the prefix, in pages', async () => {
    const file = `product,prefix,price,account\nSMS,255,1,\nSMS,25571,2,\nSMS,254,3,\nSMS,255,4,${account}\nOTP,255,5,\nSMS,,6,`
    assert.deepEqual((await load(file)).body, { rows: 6, removed: 0 })
    const all = [
      'OTP  255 5.0000',
      'SMS   6.0000',
      'SMS  254 3.0000',
      `SMS ${account} 255 4.0000`,
      'SMS  255 1.0000',
      'SMS  25571 2.0000',
    ]
    assert.deepEqual(await list(), all)
    assert.deepEqual(await list('&product=otp'), [all[0]])
    assert.deepEqual(await list('&prefix=255&product=SMS'), all.slice(3))
    assert.deepEqual(await list(`&account=${account}`), [all[3]])
    assert.deepEqual(await list('&account=default&product=SMS'), [all[1], all[2], all[4], all[5]])
    assert.deepEqual(await list('&account=999999'), [])
    const { next } = (await command(world, 'GET', '/prices?limit=4')).body
    const { body } = await command(world, 'GET', `/prices?limit=2&cursor=${next}`)
    assert.deepEqual([body.data.map(({ prefix }: Price) => prefix), body.total], [['255', '25571'], 6])
    for (const wrong of ['product=MAIL', 'account=x', 'prefix=%25', 'prefix=2_5', 'limit=0', 'product=SMS&product=OTP'])
      assert.equal((await command(world, 'GET', `/prices?${wrong}`)).body.code, 'invalid_parameter', wrong)
  })

  it('returns the current prices of an account', async () => {
    const rows = [
      ...[
        'SMS,255,1,,,2020-01-01',
        'SMS,255,2,,,2021-01-01',
        'SMS,255,9,,,2099-01-01',
        'SMS,25571,3,,,2020-01-01',
        'SMS,,4,,,2020-01-01',
      ],
      ...[
        `SMS,25571,5,${account},,2020-01-01`,
        `SMS,2557,9,${account},,2099-01-01`,
        'SMS,255712,6,,,2020-01-01',
        'SMS,254,9,1,,2020-01-01',
      ],
      ...['SMS,255,9,,KES,2020-01-01', 'OTP,255,7,,,2020-01-01'],
    ]
    assert.equal((await load(`product,prefix,price,account,currency,valid_from\n${rows.join('\n')}`)).status, 200)
    const path = `/accounts/${account}/prices`
    const wanted = ['OTP  255 7.0000', 'SMS   4.0000', 'SMS  255 2.0000', `SMS ${account} 25571 5.0000`]
    assert.deepEqual(await list('', path), wanted)
    assert.deepEqual(await list('&product=SMS&prefix=2557', path), [wanted[3]])
    const { next } = (await command(world, 'GET', `${path}?limit=3`)).body
    assert.deepEqual((await command(world, 'GET', `${path}?cursor=${next}`)).body.data[0].prefix, '25571')
  })

  it('adds no price that applies already when a file is imported again', async () => {
    const file = `product,prefix,price,account,valid_from\nSMS,255,1,,2020-01-01\nSMS,255,2,,\nSMS,254,3,,\nSMS,255,4,${account},`
    for (let time = 1; time <= 3; time += 1) {
      assert.deepEqual((await load(file)).body, { rows: 4, removed: 0 })
      world.clock.moveForward(60_000)
    }
    assert.deepEqual(await list(), [
      'SMS  254 3.0000',
      `SMS ${account} 255 4.0000`,
      'SMS  255 2.0000',
      'SMS  255 1.0000',
    ])
    assert.deepEqual((await load('product,prefix,price\nSMS,255,1')).body, { rows: 1, removed: 0 })
    assert.equal((await list()).length, 5)
  })

  it('imports files with other column names, delimiters and line endings', async () => {
    const file = Buffer.from(
      '\uFEFF"Product";Rate;"Dial code";Note;Valid from\r\n sms ;"1.5"; 255 ;cheap;2030-01-31 08:00\r\n;;;;\r\nOTP;2;;;\r\n',
    )
    assert.deepEqual((await load(file)).body, { rows: 2, removed: 0 })
    assert.deepEqual(await list(), ['OTP   2.0000', 'SMS  255 1.5000'])
  })

  it('imports all rows or none and lists every invalid row', async () => {
    await put({ prefix: '1', amount: '9' })
    const before = await version()
    const rows = [
      'SMS,255,1,,',
      'SMS,x,1,,',
      'SMS,255,2,,',
      'MAIL,,1,,',
      'SMS,,1,999999,',
      `SMS,,1,${account},KES`,
      'SMS,254,,,',
      'SMS,254,1,,EURO',
    ]
    const { status, body, headers } = await load(
      `product,prefix,price,account,currency\n${rows.join('\n')}`,
      '?replace=true',
    )
    assert.equal(status, 400)
    const reasons = body.rows.map(({ row, reason }: { row: number; reason: string }) => `${row} ${reason.slice(0, 24)}`)
    assert.deepEqual(reasons, [
      '2 a prefix is 0 to 15 digi',
      '3 it duplicates row 1',
      '4 the product is one of AI',
      '5 account 999999 does not ',
      `6 account ${account} pays in TZS`.slice(0, 26),
      '7 a price is 0 to 1000000,',
      '8 a currency is an ISO 421',
    ])
    assert.deepEqual([body.code, body.invalid], ['invalid_rows', 7])
    assert.match(String(headers['ngoma-hint']), /^row 2: a prefix is 0 to 15 digits; row 3: .*; and 4 more$/)
    assert.deepEqual(await list(), ['SMS  1 9.0000'])
    assert.equal(await version(), before)

    const many = await load(`product,prefix,price\n${'SMS,x,1\n'.repeat(250)}`)
    assert.deepEqual([many.body.rows.length, many.body.rows.at(-1).row, many.body.invalid], [100, 100, 250])
  })

  it('replaces the prices of the same products and accounts on request', async () => {
    const header = 'product,prefix,price,account\n'
    await load(`${header}SMS,1,1,\nSMS,2,1,\nOTP,1,1,\nSMS,1,1,${account}\nSMS,1,1,1`)
    assert.deepEqual((await load(`${header}SMS,2,2,\nSMS,3,2,1`, '?replace=true')).body, { rows: 2, removed: 3 })
    assert.deepEqual(await list(), ['OTP  1 1.0000', `SMS ${account} 1 1.0000`, 'SMS  2 2.0000', 'SMS 1 3 2.0000'])
    world.clock.moveForward(1_000)
    assert.deepEqual((await load(`${header}SMS,2,3,`, '?replace=false')).body, { rows: 1, removed: 0 })
    assert.equal((await list()).length, 5)
    assert.equal((await load(`${header}SMS,2,3,`, '?replace=maybe')).body.code, 'invalid_parameter')
  })

  it('imports a large file in many steps in one transaction', async () => {
    const rows = Array.from({ length: 2_500 }, (_, index) => `SMS,${index + 1},${index}.5`)
    assert.deepEqual((await load(['product,prefix,price', ...rows].join('\n'))).body, { rows: 2_500, removed: 0 })
    assert.equal((await command(world, 'GET', '/prices')).body.total, 2_500)
  })

  it('rejects an invalid file', async () => {
    const files: readonly [body: string | Buffer, status: number, message: RegExp, type?: string][] = [
      ['', 400, /The file is empty/],
      ['product,prefix,price\n', 400, /The file has no rows/],
      ['prefix,price\n1,1', 400, /column/],
      ['product,prefix,price\nSMS,"1,1', 400, /A quote in row 1 is never closed/],
      [`product,prefix,price\nSMS,1,${'1'.repeat(20_000)}`, 400, /Row 1 is longer/],
      [Buffer.from('product,prefix,price\nSMS,1,1', 'utf16le'), 400, /./],
      ['PK\x03\x04', 400, /spreadsheet/],
      [`product,prefix,price\n${'\n'.repeat(17 * 2 ** 20)}`, 413, /./],
      [`product,prefix,price\n${'SMS,1,1\n'.repeat(200_001)}`, 413, /200,000 rows/],
      ['product,prefix,price\nSMS,1,1', 415, /./, 'text/csv; charset=latin1'],
      ['product,prefix,price\nSMS,1,1', 415, /./, 'text/plain'],
    ]
    for (const [body, status, message, type = 'text/csv'] of files) {
      const answer = await load(body, '', { 'content-type': type })
      assert.equal(answer.status, status, `${String(body).slice(0, 40)}: ${answer.text}`)
      assert.match(answer.body.detail, message)
    }
    assert.deepEqual(await list(), [])
  })
})
