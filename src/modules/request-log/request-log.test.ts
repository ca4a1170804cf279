import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addAccount, addPerson, adminPassword, command, type Person } from '../../../test/console/people.ts'
import { basic, onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import type { ListedRequest } from '../../contract/account/request-log.ts'
import type { LoggedRequest } from '../../contract/console/request-log.ts'
import { requestLog } from './module.ts'

onOneEngine('request log', (engine) => {
  let world: World
  let viewer: Person
  let stranger: Person
  let other: number
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
    viewer = await addPerson(world, 1, 'member')
    other = await addAccount(world)
    stranger = await addPerson(world, other, 'viewer')
  })
  after(() => world.close())

  const list = async (query = ''): Promise<readonly ListedRequest[]> =>
    (await viewer.ask('GET', `/accounts/1/request-log?limit=100${query}`)).body.data
  const makeKey = async (limits: object = {}) => {
    const { id, apiKey, secret } = (await command(world, 'POST', '/accounts/1/keys', { name: 'Web shop', ...limits }))
      .body
    return { id, apiKey, authorization: basic(apiKey, secret) }
  }
  /** Waits for the requests with a key and returns their details, oldest first. */
  async function untilLogged(key: { id: number }, count: number): Promise<LoggedRequest[]> {
    await until(`${count} requests are logged`, async () => (await list(`&credential=${key.id}`)).length >= count)
    const details: LoggedRequest[] = []
    for (const { id } of (await list(`&credential=${key.id}`)).toReversed())
      details.push((await viewer.ask('GET', `/accounts/1/request-log/~${id}`)).body)
    return details
  }

  it('has the body, the answer and the cause, without secrets', async () => {
    const key = await makeKey()
    const headers = { authorization: key.authorization, 'user-agent': 'shop/1', 'idempotency-key': 'order-1' }
    const sent = await world.request('POST', '/v2/messages', {
      headers,
      body: { from: 'INFO', to: ['0712345678'], text: 'Your PIN is 471147' },
    })
    const refused = await world.send({ source_addr: 'NOBODY' }, { authorization: key.authorization })
    await world.request('GET', '/v2/numbers/0712345678?limit=1', { headers: { authorization: key.authorization } })
    await world.request('POST', '/v1/send', {
      headers: { authorization: key.authorization, 'content-type': 'application/json' },
      body: '{',
    })
    const [first, second, third, fourth] = await untilLogged(key, 4)
    assert.deepEqual(
      [
        first?.requestId,
        first?.method,
        first?.path,
        first?.status,
        first?.code,
        first?.userAgent,
        first?.idempotencyKey,
      ],
      [sent.headers['x-request-id'], 'POST', '/v2/messages', 201, null, 'shop/1', 'order-1'],
    )
    assert.deepEqual([first?.credentialId, first?.credentialName, first?.credentialKind], [key.id, 'Web shop', 'key'])
    assert.deepEqual(JSON.parse(first?.body ?? ''), { from: 'INFO', to: ['0712345678'], text: 'Your PIN is ••••' })
    assert.equal(JSON.parse(first?.answer ?? '').request_id, sent.body.request_id)
    assert.deepEqual(
      [second?.requestId, second?.status, second?.code, second?.message],
      [refused.headers['x-request-id'], 400, 111, 'Invalid Sender ID'],
    )
    assert.match(second?.hint ?? '', /NOBODY/)
    assert.equal(JSON.parse(second?.answer ?? '').code, 111)
    assert.deepEqual([third?.path, third?.query], ['/v2/numbers/:phone', 'limit=1'])
    assert.deepEqual([fourth?.status, fourth?.body], [400, null])
    const found = async (query: string) => (await list(`&credential=${key.id}&${query}`)).map(({ id }) => id)
    assert.deepEqual(await found('outcome=accepted'), [first?.id])
    assert.deepEqual(await found('outcome=refused&method=POST&q=sender'), [second?.id])
    assert.deepEqual(await found(`requestId=${sent.headers['x-request-id']}`), [first?.id])
    const byName = await viewer.ask('GET', `/accounts/1/request-log/${sent.headers['x-request-id']}`)
    assert.equal(byName.body.id, first?.id)
    assert.deepEqual(await found(`until=${first?.at}`), [])
    assert.deepEqual((await found(`since=${first?.at}`)).length, 4)
  })

  it('has no unknown fields of the public API, which ignores them', async () => {
    const key = await makeKey()
    const headers = { authorization: key.authorization }
    const book = { addressbook: 'Friends', description: 'Of the shop' }
    const body = { ...book, owner: 'Asha' }
    assert.equal((await world.request('POST', '/public/v1/address-books', { headers, body })).status, 200)
    const [entry] = await untilLogged(key, 1)
    assert.deepEqual(JSON.parse(entry?.body ?? ''), book)
  })

  it('has nothing that a client with a wrong secret wrote', async () => {
    const { id, apiKey } = await makeKey()
    await world.request('POST', '/v1/junk?text=spam', {
      headers: { authorization: basic(apiKey, 'wrong'), 'user-agent': 'spam' },
      body: { text: 'spam' },
    })
    const [entry] = await untilLogged({ id }, 1)
    assert.deepEqual([entry?.status, entry?.path, entry?.body], [401, '/…', null])
    assert.equal(JSON.stringify(entry).includes('spam'), false)
  })

  it('has the sends of users, but not their other requests', async () => {
    const body = { from: 'INFO', to: ['0712000111'], text: 'Habari' }
    const sent = await viewer.ask('POST', '/accounts/1/messages', body)
    await until('the send is logged', async () =>
      (await list('&q=/v2/messages')).some((one) => one.credentialId === null),
    )
    const entry = (await list(`&requestId=${sent.headers['x-request-id']}`))[0]
    assert.deepEqual([entry?.path, entry?.status, entry?.credentialKind], ['/v2/messages', 201, null])
    assert.deepEqual(await list('&method=GET&q=request-log'), [])
  })

  it('is hidden from other accounts', async () => {
    const id = (await list())[0]?.id
    assert.equal((await stranger.ask('GET', '/accounts/1/request-log')).status, 404)
    assert.deepEqual((await stranger.ask('GET', `/accounts/${other}/request-log`)).body.data, [])
    assert.equal((await stranger.ask('GET', `/accounts/${other}/request-log/~${id}`)).status, 404)
  })

  it('is found by a request id of digits, which may equal the id of another request', async () => {
    const key = await makeKey()
    const first = (await list()).at(-1)
    const headers = { authorization: key.authorization, 'x-request-id': String(first?.id) }
    await world.request('GET', '/v1/credit-balance', { headers })
    const [chosen] = await untilLogged(key, 1)
    const read = async (name: string) => (await viewer.ask('GET', `/accounts/1/request-log/${name}`)).body
    assert.equal((await read(String(first?.id))).id, chosen?.id)
    assert.equal((await read(`~${first?.id}`)).requestId, first?.requestId)
    assert.equal((await read('~none')).code, 'logged_request_not_found')
  })

  it('takes a limited number of accepted requests a minute, and refused ones apart', async () => {
    const key = await makeKey()
    const get = (path: string) => world.request('GET', path, { headers: { authorization: key.authorization } })
    for (let time = 0; time < 80; time += 1) await get('/v1/credit-balance')
    await get('/v1/nothing')
    await until(
      'the refused one is logged',
      async () => (await list(`&credential=${key.id}&outcome=refused`)).length > 0,
    )
    const accepted = (await list(`&credential=${key.id}&outcome=accepted`)).length
    assert.ok(accepted < 80, String(accepted))
  })

  it('erases requests with a number in any form', async () => {
    const { db } = world
    const [source] = requestLog.data.flatMap(({ person }) => person ?? [])
    assert.ok(source)
    const asked = { accountId: 1, phone: '255712345678' }
    assert.ok((await source.list(db, asked, null, 100)).length > 0)
    await db.transaction((tx) => source.erase?.(tx, asked, 100) ?? Promise.resolve(0))
    assert.deepEqual(await source.list(db, asked, null, 100), [])
    assert.deepEqual(await list('&q=/v2/messages&method=GET'), [])
    assert.ok((await list('&q=/v2/messages')).length > 0)
  })

  it('is removed after some days', async () => {
    const [rule] = requestLog.data.flatMap(({ rules }) => rules(world.app.sms))
    const week = new Date(world.clock.now().getTime() - 7 * 86_400_000)
    let removed = 0
    // Requests are logged in batches, so the last ones may be stored late.
    await until('refused requests are removed', async () => {
      await sql`update request_log set at = at - interval '8 days' where code is not null`.execute(world.db)
      removed += (await rule?.remove({ accountId: null, before: week }, 1_000)) ?? 0
      return (await list('&outcome=refused')).length === 0
    })
    assert.ok(removed > 0)
    assert.ok((await list()).length > 0)
  })
})
