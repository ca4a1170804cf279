import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../console/people.ts'
import { basic, onOneEngine, openWorld, type World } from '../world.ts'

const path = '/v1/credit-balance'
const fields = [
  'credit_bal',
  'credit_level',
  'sms_reminder',
  'email_reminder',
  'allow_postpaid_limit',
  'postpaid_limit',
  'chat_session_expiry',
]
const nothing = {
  credit_bal: '0.0000',
  credit_level: '0.0000',
  sms_reminder: false,
  email_reminder: false,
  allow_postpaid_limit: false,
  postpaid_limit: '0.0000',
  chat_session_expiry: '',
}

onOneEngine('GET /v1/credit-balance', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { config: { conversationsAppName: 'TALK' } })
  })
  after(() => world.close())

  const ask = (query: string, authorization?: string) =>
    world.request('GET', `${path}${query}`, authorization === undefined ? {} : { headers: { authorization } })
  const invalid = (name: string) => ({ status: 400, body: { code: 104, message: `Invalid Parameter: ${name}` } })
  const refused = async (query: string, authorization?: string) => {
    const { status, body } = await ask(query, authorization)
    return { status, body }
  }
  /** A key of a new account, with or without operator rights. */
  async function addKey(operator: boolean): Promise<{ accountId: number; authorization: string }> {
    const { id } = (await command(world, 'POST', '/accounts', { name: 'Other' })).body
    const { apiKey, secret } = (await command(world, 'POST', `/accounts/${id}/keys`, { name: 'key', operator })).body
    return { accountId: id, authorization: basic(apiKey, secret) }
  }

  it('answers with seven fields, for every product by its client name', async () => {
    for (const name of ['AIRTIME', 'USSD', 'SMS', 'OTP', 'CHAT', 'BROADCAST', 'EMG', 'PAYMENTS', 'TALK']) {
      const { status, body } = await ask(`?app_name=${name}`)
      assert.equal(status, 200, name)
      assert.deepEqual(Object.keys(body), ['data'])
      assert.deepEqual(Object.keys(body.data), fields)
      assert.deepEqual(body.data, { ...nothing, credit_bal: '1000000.0000' })
    }
  })

  it('shows the available balance and its settings', async () => {
    assert.equal((await world.send({ schedule_time: '2099-01-01 00:00' })).status, 200)
    const account = '/accounts/1/balances/SMS'
    await command(world, 'PUT', `${account}/postpaid`, { allowPostpaid: true, postpaidLimit: '12.5' })
    await command(world, 'PUT', `${account}/reminders`, {
      creditLevel: '3',
      smsReminder: true,
      emailReminder: true,
      reminderPhone: '255712345678',
    })
    assert.deepEqual((await ask('?app_name=SMS')).body.data, {
      ...nothing,
      credit_bal: '999999.0000',
      credit_level: '3.0000',
      sms_reminder: true,
      email_reminder: true,
      allow_postpaid_limit: true,
      postpaid_limit: '12.5000',
    })
  })

  it('rejects a missing or unknown product, and invalid codes', async () => {
    for (const query of [
      '',
      '?app_name=',
      '?app_name=sms',
      '?app_name=CONVERSATIONS',
      '?app_name=SMS&app_name=OTP',
      '?app_name=%00',
    ]) {
      assert.deepEqual(await refused(query), invalid('app_name'), query)
    }
    for (const country of ['', 'T', 'TZA', '12', 'T%C3%89', '%C4%B1t', 'XX', 'xx', 'ZZ'])
      assert.deepEqual(await refused(`?app_name=SMS&country=${country}`), invalid('country'), country)
    for (const currency of ['', 'TZ', 'TZSS', 'T1S', 'ZZZ', 'zzz', 'TZ%C5%BF'])
      assert.deepEqual(await refused(`?app_name=SMS&currency=${currency}`), invalid('currency'), currency)
  })

  it('shows zeros for other countries and currencies', async () => {
    const own = (await ask('?app_name=OTP')).body
    for (const query of ['country=TZ', 'country=tz', 'currency=TZS', 'currency=tzs', 'country=TZ&currency=TZS'])
      assert.deepEqual((await ask(`?app_name=OTP&${query}`)).body, own, query)
    for (const query of [
      'country=KE',
      'country=ke',
      'currency=KES',
      'currency=XAU',
      'currency=xxx',
      'country=KE&currency=TZS',
      'country=TZ&currency=KES',
    ])
      assert.deepEqual(await refused(`?app_name=OTP&${query}`), { status: 200, body: { data: nothing } }, query)
  })

  it('filters by the country of the account', async () => {
    const { accountId, authorization } = await addKey(false)
    await command(world, 'PATCH', `/accounts/${accountId}`, { country: 'KE' })
    assert.equal((await ask('?app_name=SMS&country=KE', authorization)).body.data.credit_bal, '1000000.0000')
    assert.equal((await ask('?app_name=SMS&country=TZ', authorization)).body.data.credit_bal, '0.0000')
  })

  it('shows other accounts to operators only', async () => {
    const { accountId, authorization } = await addKey(false)
    const operator = await addKey(true)
    await command(world, 'POST', `/accounts/${accountId}/credit`, { product: 'SMS', amount: '-999990.5' })
    assert.equal((await ask('?app_name=SMS', authorization)).body.data.credit_bal, '9.5000')
    assert.equal(
      (await ask(`?app_name=SMS&user_id=${accountId}`, operator.authorization)).body.data.credit_bal,
      '9.5000',
    )
    for (const id of [accountId, 1, 999_999, 'x', '']) {
      const { status, body } = await refused(`?app_name=SMS&user_id=${id}`, authorization)
      assert.deepEqual([status, body], [403, { code: 403, message: 'Only Operators May Ask For Others' }])
    }
    for (const id of ['999999', '0', 'x', '', '-1', '%00', '9'.repeat(40), '1&user_id=2']) {
      const { status, body } = await refused(`?app_name=SMS&user_id=${id}`, operator.authorization)
      assert.deepEqual([status, body], [404, { code: 404, message: 'User Not Found' }], id)
    }
  })

  it('requires a credential with this product', async () => {
    assert.equal((await ask('?app_name=SMS', await addLimitedKey(world, 'sms'))).status, 401)
    assert.equal((await ask('?app_name=SMS', await addLimitedKey(world, 'topup'))).status, 200)
    const { body } = await world.request('GET', `${path}?app_name=SMS`, { headers: { authorization: undefined } })
    assert.deepEqual(body, { error: 'No authorization headers' })
  })

  it('accepts BPAY for PAYMENTS', async () => {
    await command(world, 'POST', '/accounts/1/credit', { product: 'PAYMENTS', amount: '-1.5' })
    assert.equal((await ask('?app_name=BPAY')).body.data.credit_bal, '999998.5000')
    assert.deepEqual(await refused('?app_name=bpay'), invalid('app_name'))
  })
})

/** A key of the first account that is limited to one product. */
async function addLimitedKey(world: World, ...products: string[]): Promise<string> {
  const key = await command(world, 'POST', '/accounts/1/keys', { name: products.join(' '), products })
  return basic(key.body.apiKey, key.body.secret)
}

onOneEngine('GET /public/v1/vendors/balance', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const set = (available: string) =>
    sql`update balances set available = ${available}::numeric, allow_postpaid = true, postpaid_limit = 1000, floor = -1000 where account_id = 1 and product = 'SMS'`.execute(
      world.db,
    )

  it('returns the SMS credit as a number, exact to the last digit', async () => {
    for (const [available, written] of [
      ['1000000.0000', '1000000'],
      ['0', '0'],
      ['10.5', '10.5'],
      ['0.0001', '0.0001'],
      ['100.1000', '100.1'],
      ['-7.25', '-7.25'],
      ['99999999999999.9999', '99999999999999.9999'],
    ] as const) {
      await set(available)
      const { status, text, headers } = await world.request('GET', '/public/v1/vendors/balance')
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(text, `{"data":{"credit_balance":${written}}}`)
    }
  })

  const vendors = '/public/v1/vendors/balance'

  it('returns the credit of the product in app_name, under two names', async () => {
    await command(world, 'POST', '/accounts/1/credit', { product: 'USSD', amount: '-0.5' })
    await command(world, 'POST', '/accounts/1/credit', { product: 'PAYMENTS', amount: '-1' })
    for (const [name, written] of [
      ['USSD', '999999.5'],
      ['AIRTIME', '1000000'],
      ['PAYMENTS', '999999'],
      ['BPAY', '999999'],
    ] as const) {
      const { status, text } = await world.request('GET', `${vendors}?app_name=${name}`)
      assert.deepEqual([status, text], [200, `{"data":{"credit_balance":${written},"credit_bal":${written}}}`], name)
    }
  })

  it('rejects an unknown app_name', async () => {
    for (const query of ['app_name=', 'app_name=FAX', 'app_name=SMS&app_name=OTP']) {
      const { status, body } = await world.request('GET', `${vendors}?${query}`)
      assert.deepEqual([status, body], [400, { code: 104, message: 'Invalid Parameter: app_name' }], query)
    }
  })

  it('shows a limited credential only the credit of its own products', async () => {
    const names = ['SMS', 'OTP', 'AIRTIME', 'CHAT', 'CONVERSATIONS', 'PAYMENTS', 'BPAY', 'USSD', 'BROADCAST', 'EMG']
    for (const [products, open] of [
      [['sms'], ['SMS']],
      [
        ['sms', 'otp', 'checkout'],
        ['SMS', 'OTP', 'PAYMENTS', 'BPAY'],
      ],
      [
        ['sms', 'airtime', 'chat'],
        ['SMS', 'AIRTIME', 'CHAT', 'CONVERSATIONS'],
      ],
      [['topup'], names],
    ] as const) {
      const headers = { authorization: await addLimitedKey(world, ...products) }
      const answered = await Promise.all(
        names.map(
          async (name) => [name, await world.request('GET', `${vendors}?app_name=${name}`, { headers })] as const,
        ),
      )
      const refused = answered.filter(([, { status }]) => status !== 200)
      assert.deepEqual(
        refused.map(([name]) => name),
        names.filter((name) => !(open as readonly string[]).includes(name)),
      )
      for (const [name, { status, body }] of refused)
        assert.deepEqual([status, body], [401, { code: 120, message: 'Invalid Authentication Parameters' }], name)
    }
  })

  it('requires a credential for SMS or top-up', async () => {
    for (const [product, status] of [
      ['sms', 200],
      ['topup', 200],
      ['otp', 401],
    ] as const) {
      const headers = { authorization: await addLimitedKey(world, product) }
      assert.equal((await world.request('GET', vendors, { headers })).status, status, product)
      assert.equal((await world.request('DELETE', vendors, { headers })).status, status === 200 ? 405 : 401, product)
    }
    const { body } = await world.request('GET', vendors, { headers: { authorization: undefined } })
    assert.deepEqual(body, { error: 'No authorization headers' })
  })
})
