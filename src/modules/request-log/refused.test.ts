import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { addAccount, addPerson, adminPassword, command, type Person } from '../../../test/console/people.ts'
import { basic, onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import type { ListedRequest } from '../../contract/account/request-log.ts'

onOneEngine('rejected requests', (engine) => {
  let world: World
  let viewer: Person
  let stranger: Person
  let other: number
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
    other = await addAccount(world)
    viewer = await addPerson(world, 1, 'viewer')
    stranger = await addPerson(world, other, 'viewer')
  })
  after(() => world.close())

  /** Waits for a number of requests and returns the list of the account. */
  async function untilRefused(
    count: number,
    who = viewer,
    accountId = 1,
    query = '',
  ): Promise<readonly ListedRequest[]> {
    let rows: readonly ListedRequest[] = []
    await until(`${count} requests are counted`, async () => {
      rows = (await who.ask('GET', `/accounts/${accountId}/request-log?grouped=true&limit=100${query}`)).body.data
      return rows.reduce((sum, one) => sum + one.count, 0) >= count
    })
    return rows
  }
  const makeKey = async (accountId: number, limits: Record<string, unknown> = {}) => {
    const { id, apiKey, secret } = (
      await command(world, 'POST', `/accounts/${accountId}/keys`, { name: `shop ${accountId}`, ...limits })
    ).body
    return { id, apiKey, authorization: basic(apiKey, secret) }
  }
  const get = (path: string, authorization: string) => world.request('GET', path, { headers: { authorization } })

  it('are listed once for each kind, with the error and without data of the request', async () => {
    const { id, authorization } = await makeKey(1)
    const text = 'A secret text to 255712999888'
    for (let time = 0; time < 3; time += 1)
      await world.send({ source_addr: 'NOBODY', message: text }, { authorization })
    await get('/public/v1/sms-templates/4711?q=255712999888', authorization)
    await world.request('DELETE', '/public/v1/sms-templates/4711?q=255712999888', { headers: { authorization } })
    await get('/v1/sned/255712999888?token=hush', authorization)
    await get('/v1/sender-names', authorization)
    await world.request('POST', '/v1/send', {
      headers: { authorization, 'content-type': 'application/json' },
      body: '{',
    })
    for (const dest_addr of ['0712999888', 'nobody'])
      await world.send({ recipients: [{ recipient_id: 1, dest_addr }] }, { authorization })
    const post = (path: string, body: unknown) => world.request('POST', path, { headers: { authorization }, body })
    await post('/v1/vendors/balance', {})
    for (const _ of ['made', 'there already'])
      await post('/public/v1/address-books', { addressbook: 'Asha +255 712 4711' })
    const rows = await untilRefused(12, viewer, 1, `&credential=${id}`)
    const shown = rows.map(({ method, path, status, code, count }) => [method, path, status, code, count].join(' '))
    assert.deepEqual(shown.toSorted(), [
      'DELETE /public/v1/sms-templates/:id 404 123 1',
      'GET /public/v1/sms-templates/… 405 405 1',
      'GET /v1/sender-names 404 404 1',
      'GET /v1/sned/… 404 404 1',
      'POST /public/v1/address-books 409 409 1',
      'POST /v1/send 200 101 2',
      'POST /v1/send 400 111 3',
      'POST /v1/send 400 113 1',
      'POST /v1/vendors/balance 404 404 1',
    ])
    assert.equal(rows.find(({ status }) => status === 409)?.message, 'an address book with this name already exists')
    const sender = rows.find(({ code }) => code === 111)
    assert.deepEqual([sender?.credentialId, sender?.credentialName, sender?.credentialKind], [id, 'shop 1', 'key'])
    assert.equal(sender?.message, 'Invalid Sender ID')
    assert.match(sender?.hint ?? '', /NOBODY.*INFO/)
    for (const hidden of ['secret text', 'Asha', '712999888', '4711', 'hush'])
      assert.equal(JSON.stringify(rows).includes(hidden), false, hidden)
  })

  it('are hidden from other accounts', async () => {
    const { authorization } = await makeKey(other)
    await get('/v1/theirs', authorization)
    assert.deepEqual(
      (await untilRefused(1, stranger, other)).map(({ path }) => path),
      ['/v1/theirs'],
    )
    assert.equal((await viewer.ask('GET', '/accounts/1/request-log?grouped=true&q=theirs')).body.total, 0)
    assert.equal((await stranger.ask('GET', '/accounts/1/request-log')).status, 404)
    assert.equal((await viewer.ask('GET', '/accounts/1/request-log?grouped=true&credential=nonsense')).body.total, 0)
  })

  it('include rejected credentials with a reason that only their owner sees', async () => {
    const [key, forContacts, elsewhere] = [
      await makeKey(other),
      await makeKey(other, { products: ['contact'] }),
      await makeKey(other, { addresses: ['192.0.2.0/24'] }),
    ]
    const expiring = await makeKey(other, { expiresAt: new Date(world.clock.now().getTime() + 60_000).toISOString() })
    world.clock.moveForward(61_000)
    const unknown = await get('/v1/credit-balance', basic('nobody', 'wrong'))
    const wrong = basic(key.apiKey, 'wrong')
    const found = [
      await get('/v1/credit-balance', wrong),
      await get('/v1/anything-that-is-made-up', wrong),
      await world.request('DELETE', '/public/v1/something-else', { headers: { authorization: wrong } }),
      await get('/v1/credit-balance', forContacts.authorization),
      await get('/v1/credit-balance', elsewhere.authorization),
      await get('/v1/credit-balance', expiring.authorization),
    ]
    const plain = ({ status, text, headers }: typeof unknown) => ({ status, text, hint: headers['ngoma-hint'] })
    for (const one of found) assert.deepEqual(plain(one), plain(unknown))
    const rows = await untilRefused(6, stranger, other, '&q=120')
    const hintOf = ({ id }: { id: number }) =>
      rows.filter(({ credentialId }) => credentialId === id).map(({ path, hint }) => `${path}: ${hint}`)
    assert.deepEqual(hintOf(key).toSorted(), [
      '/v1/credit-balance: the secret does not belong to this key: check the settings of the program, or replace the key if its secret is lost',
      '/…: the secret does not belong to this key: check the settings of the program, or replace the key if its secret is lost',
    ])
    const fit = 'use another credential in this program'
    assert.deepEqual(hintOf(forContacts), [`/v1/credit-balance: it is not for topup: ${fit}`])
    assert.deepEqual(hintOf(elsewhere), [`/v1/credit-balance: it may not be used from 127.0.0.1: ${fit}`])
    assert.deepEqual(hintOf(expiring), [`/v1/credit-balance: it has expired: ${fit}`])
    assert.equal(rows.length, 5)
  })

  it('with an unknown credential are listed for operators by address, without what the client wrote', async () => {
    const nobody = basic('nobody', 'hush')
    for (const address of ['2001:db8::1', '2001:db8::2', '198.51.100.7'])
      await world.app.http.inject({ url: '/v1/spam', headers: { authorization: nobody }, remoteAddress: address })
    const list = async (query = '') =>
      (await command(world, 'GET', `/request-log?limit=100${query}`)).body.data as readonly ListedRequest[]
    const listGrouped = () => list('&grouped=true&q=:db8:')
    await until('the requests are listed', async () => (await listGrouped())[0]?.count === 2)
    const [one] = await listGrouped()
    assert.deepEqual(
      [one?.address, one?.method, one?.path, one?.status, one?.credentialId, one?.hint],
      ['2001:db8::2', 'ANY', '/…', 401, null, 'unknown credential'],
    )
    await until('the other address is listed', async () => (await list('&q=198.51.100.7')).length === 1)
    assert.equal(/hush|nobody|spam/.test(JSON.stringify(await list())), false)
    assert.equal((await viewer.ask('GET', '/request-log')).status, 403)
  })

  it('are counted when they are many of one kind, and stay in the list of requests', async () => {
    const account = await addAccount(world)
    const { authorization } = await makeKey(account)
    for (let time = 0; time < 40; time += 1) await get('/v1/nothing', authorization)
    await get('/v1/another', authorization)
    const list = async (query: string) =>
      (await command(world, 'GET', `/accounts/${account}/request-log?limit=100${query}`)).body
        .data as readonly ListedRequest[]
    await until('all are counted', async () => (await list('&grouped=true&q=nothing'))[0]?.count === 40)
    const rows = await list('&q=nothing')
    assert.ok(rows.length >= 31 && rows.length < 40, String(rows.length))
    assert.equal((await list('&q=another')).length, 1)
  })

  it('appear in the overview when there are more than a few', async () => {
    const account = await addAccount(world)
    const { authorization } = await makeKey(account)
    const overview = async () =>
      (await command(world, 'GET', `/accounts/${account}/overview`)).body.attention.filter(
        ({ page }: { page: string }) => page === 'api/requests',
      )
    // A new day starts now, so that everything happens within it.
    world.clock.moveForward(86_400_000 - (world.clock.now().getTime() % 86_400_000))
    for (let time = 0; time < 9; time += 1) await get('/v1/nothing', authorization)
    const asker = { ask: (method: 'GET', path: string) => command(world, method, path) } as unknown as Person
    await untilRefused(9, asker, account)
    assert.deepEqual(await overview(), [])
    await get('/v1/nothing', authorization)
    await untilRefused(10, asker, account)
    assert.deepEqual(await overview(), [
      {
        kind: 'requests_refused',
        text: '10 requests with keys or tokens of this account were rejected today (GMT).',
        page: 'api/requests',
        detail: { count: 10 },
      },
    ])
  })
})
