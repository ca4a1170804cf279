import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { createAccount } from '../../src/modules/accounts/index.ts'
import { prepareBalance } from '../../src/modules/balance/module.ts'
import { prepareSenders } from '../../src/modules/senders/index.ts'
import { onOneEngine, openWorld, orderBody, until, type World } from '../world.ts'
import { ask, command } from './people.ts'

const startAt = new Date('2030-06-15T10:30:00Z')

onOneEngine('credit in the console API', (engine) => {
  let world: World
  let accountId: number
  before(async () => {
    world = await openWorld(engine, { startAt })
  })
  after(() => world.close())
  beforeEach(async () => {
    // Without staging, so that the account starts without credit.
    const prepare = prepareBalance({ ...world.app.sms.config, staging: false })
    accountId = await world.db.transaction((tx) =>
      createAccount(
        tx,
        { name: 'Other', parentId: null },
        [prepare, prepareSenders({ staging: true })],
        world.clock.now(),
      ),
    )
  })

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    command(world, method, `/accounts/${accountId}${path}`, body)
  const credit = (amount: string, more: Record<string, unknown> = {}) =>
    call('POST', '/credit', { product: 'SMS', amount, ...more })
  const send = (to: string) => call('POST', '/messages', orderBody({ to: [to] }))
  const sms = async () =>
    (await call('GET', '/balances')).body.data.find(({ product }: { product: string }) => product === 'SMS')

  it('adds and removes credit and lists every change in the statement', async () => {
    assert.deepEqual((await credit('100.5', { note: 'invoice 7' })).body, {
      product: 'SMS',
      currency: 'TZS',
      available: '100.5000',
      held: '0.0000',
      allowPostpaid: false,
      postpaidLimit: '0.0000',
      creditLevel: '0.0000',
      smsReminder: false,
      emailReminder: false,
      reminderPhone: '',
    })
    assert.equal((await credit('-0.5001')).body.available, '99.9999')
    const { body } = await call('GET', '/statement')
    assert.equal(body.total, 2)
    const [taken, given] = body.data
    assert.deepEqual(Object.keys(given), [
      'id',
      'at',
      'product',
      'currency',
      'kind',
      'amount',
      'subject',
      'note',
      'actor',
      'balance',
    ])
    assert.deepEqual(
      [given.kind, given.amount, given.subject, given.note, given.actor],
      ['credit', '100.5000', 'top-up', 'invoice 7', 'command line'],
    )
    assert.deepEqual([taken.kind, taken.amount, taken.subject, taken.note], ['debit', '0.5001', 'correction', ''])
    assert.equal((await call('GET', '/balances')).body.data.length, 9)
  })

  it('uses the currency of the account', async () => {
    assert.equal((await call('GET', '')).body.currency, 'TZS')
    await sql`update accounts set currency = 'KES' where id = ${accountId}`.execute(world.db)
    assert.equal((await call('GET', '')).body.currency, 'KES')
  })

  it('rejects invalid amounts and debits beyond the balance', async () => {
    await credit('10')
    const { status, body, headers } = await credit('-10.0001')
    assert.deepEqual([status, body.code], [409, 'credit_too_low'])
    assert.match(String(headers['ngoma-hint']), /at most 10\.0000/)
    for (const amount of ['', '0', '0.0000', '1.00001', '1e3', 'ten', '1,5', '+1', ' 1', '100000000000000']) {
      assert.equal((await credit(amount)).status, 400, amount)
    }
    assert.deepEqual((await credit('99999999999999')).body.code, 'balance_too_large')
    assert.equal((await call('POST', '/credit', { product: 'SMS', amount: 5 })).status, 400)
    assert.equal((await call('POST', '/credit', { product: 'MONEY', amount: '5' })).status, 400)
    assert.equal((await credit('5', { note: 'a\0b' })).status, 400)
    assert.equal((await sms()).available, '10.0000')
    assert.equal((await call('GET', '/statement')).body.total, 1)
  })

  it('adds credit once per idempotency key', async () => {
    const again = (amount: string) =>
      ask(world, 'POST', `/accounts/${accountId}/credit`, {
        body: { product: 'SMS', amount },
        headers: { ...world.app.controlHeaders, 'idempotency-key': 'invoice-7' },
      })
    const [first, second] = [await again('5'), await again('5')]
    assert.deepEqual(second.body, first.body)
    assert.deepEqual([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']], [undefined, 'true'])
    assert.equal((await again('6')).status, 409)
    assert.equal((await sms()).available, '5.0000')
  })

  it('lets a balance go negative down to the postpaid limit', async () => {
    await credit('1')
    const { status, body } = await call('PUT', '/balances/SMS/postpaid', { allowPostpaid: true, postpaidLimit: '2' })
    assert.deepEqual([status, body.allowPostpaid, body.postpaidLimit], [200, true, '2.0000'])
    const codes = []
    for (let i = 0; i < 5; i += 1) codes.push((await send(`25571300000${i + 5}`)).status)
    assert.deepEqual(codes, [201, 201, 201, 400, 400])
    assert.equal((await sms()).available, '-2.0000')
    assert.equal((await credit('-0.0001')).status, 409)

    // With a limit below the debt nothing can be spent until enough of the debt is paid.
    assert.equal((await call('PUT', '/balances/SMS/postpaid', { postpaidLimit: '0.5' })).status, 200)
    assert.equal((await send('255713000015')).body.code, 'insufficient_balance')
    assert.equal((await credit('1')).body.available, '-1.0000')
    assert.equal((await send('255713000015')).body.code, 'insufficient_balance')
    await credit('1.5')
    assert.equal((await send('255713000015')).status, 201)
    assert.equal((await send('255713000025')).body.code, 'insufficient_balance')
    assert.equal((await call('PUT', '/balances/SMS/postpaid', { allowPostpaid: false })).body.postpaidLimit, '0.5000')
    assert.equal((await sms()).available, '-0.5000')
    assert.equal((await command(world, 'GET', '/ledger/check')).body.clean, true)
  })

  it('does not allow debt beyond a lowered limit after a release', async () => {
    await call('PUT', '/balances/SMS/postpaid', { allowPostpaid: true, postpaidLimit: '2' })
    const codes = [(await send('255713000000')).status, (await send('255713000005')).status]
    await call('PUT', '/balances/SMS/postpaid', { allowPostpaid: false })
    assert.deepEqual(codes, [201, 201])
    await until(
      'the hold of the rejected message is released',
      async () => (await sms()).available === '-1.0000' && (await sms()).held === '0.0000',
    )
    assert.equal((await send('255713000015')).body.code, 'insufficient_balance')
    assert.equal((await command(world, 'GET', '/ledger/check')).body.clean, true)
  })

  it('marks a balance as low below its reminder level, and clears the mark when the level is lowered', async () => {
    const lowSince = async () =>
      (
        await sql<{
          low: Date | null
        }>`select low_since as low from balances where account_id = ${accountId} and product = 'SMS'`.execute(world.db)
      ).rows[0]?.low
    await credit('10')
    const set = (body: unknown) => call('PUT', '/balances/SMS/reminders', body)
    assert.equal((await set({ smsReminder: true })).body.detail, 'SMS reminders need a phone number.')
    for (const phone of ['0712', 'x']) assert.equal((await set({ reminderPhone: phone })).status, 400, phone)
    for (const level of ['-1', 'x', '0.00001']) assert.equal((await set({ creditLevel: level })).status, 400, level)
    const all = { creditLevel: '10.0000', smsReminder: true, emailReminder: true, reminderPhone: '255712345678' }
    assert.deepEqual((await set({ ...all, creditLevel: '10', reminderPhone: '0712 345 678' })).body, {
      ...(await sms()),
      ...all,
    })
    await send('255713000005')
    assert.notEqual(await lowSince(), null)
    await set({ creditLevel: '9.5' })
    assert.notEqual(await lowSince(), null)
    // Well below the balance: the reminder is a message that may be charged by now.
    await set({ creditLevel: '1' })
    assert.equal(await lowSince(), null)
    assert.equal((await call('PUT', '/balances/MONEY/reminders', all)).status, 404)
    assert.equal((await call('PUT', '/balances/MONEY/postpaid', {})).status, 404)
  })

  it('pages the statement, filters it by product, kind and time, and exports it as CSV', async () => {
    await credit('1', { note: '=1+1, "twice"' })
    world.clock.moveForward(3_600_000)
    await credit('2', { product: 'OTP' })
    await credit('-1')
    const amounts = async (query: string) =>
      (await call('GET', `/statement?${query}`)).body.data.map((one: { amount: string }) => one.amount)
    assert.deepEqual(await amounts(''), ['1.0000', '2.0000', '1.0000'])
    const { next } = (await call('GET', '/statement?limit=1')).body
    assert.deepEqual(await amounts(`limit=1&cursor=${next}`), ['2.0000'])
    assert.deepEqual(await amounts('product=OTP'), ['2.0000'])
    assert.deepEqual(await amounts('kind=debit'), ['1.0000'])
    const balances = async (query: string) =>
      (await call('GET', `/statement?${query}`)).body.data.map((one: { balance: string }) => one.balance)
    const [after, ofOtp, before] = await balances('')
    assert.deepEqual([ofOtp, Number(before) - Number(after)], ['2.0000', 1])
    assert.equal(after, (await sms()).available)
    assert.deepEqual(await balances('kind=credit&product=SMS'), [before], 'a filter does not change them')
    const [, later, first] = (await call('GET', '/statement')).body.data
    assert.deepEqual(await amounts(`from=${later.at}`), ['1.0000', '2.0000'])
    assert.deepEqual(await amounts(`to=${later.at}`), ['1.0000'])
    assert.deepEqual(await amounts(`from=${first.at}&to=${later.at}&product=OTP`), [])
    for (const query of ['product=sms', 'kind=x', 'from=yesterday', 'to=2030-02-30', 'limit=0']) {
      assert.equal((await call('GET', `/statement?${query}`)).status, 400, query)
    }
    const csv = await call('GET', '/statement.csv?product=SMS')
    assert.match(String(csv.headers['content-type']), /^text\/csv/)
    const [heads, ...lines] = csv.text.split('\r\n')
    assert.equal(heads, 'id,at,product,currency,kind,amount,subject,note,actor')
    assert.equal(lines.length, 3)
    assert.match(lines[0] ?? '', /^\d+,2030-\S+Z,SMS,TZS,debit,1\.0000,correction,,command line$/)
    assert.ok(lines[1]?.endsWith(`,credit,1.0000,top-up,"'=1+1, ""twice""",command line`), lines[1])
    assert.equal((await call('GET', '/statement.csv?kind=x')).status, 400)
  })

  it('exports more entries than one read returns', async () => {
    await sql`
      insert into ledger_entries (account_id, product, currency, kind, amount, subject, at)
      select ${accountId}, 'CHAT', 'TZS', 'credit', n, 'test', ${world.clock.now()} from generate_series(1, 2500) as n
    `.execute(world.db)
    await sql`update balances set available = 2500 * 2501 / 2 where account_id = ${accountId} and product = 'CHAT'`.execute(
      world.db,
    )
    const amounts = (await call('GET', '/statement.csv')).text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[5]))
    assert.deepEqual(
      amounts,
      Array.from({ length: 2_500 }, (_, index) => 2_500 - index),
    )
  })
})
