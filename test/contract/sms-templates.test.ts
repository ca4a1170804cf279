import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { createAccount, createKey, createToken } from '../../src/modules/accounts/index.ts'
import { type Answer, basic, onOneEngine, openWorld, type World } from '../world.ts'

const path = '/public/v1/sms-templates'
const missing = '{"data":{"code":123,"message":"SMS Template Does Not Exist"}}'
/** Invalid ids: other characters, other digits, beyond a bigint, too long. */
const invalidIds = [
  'x',
  '0',
  '-1',
  '1.0',
  '1e3',
  '%00',
  '%20',
  '١',
  "'",
  '9007199254740993',
  '99999999999999999999',
  '9'.repeat(400),
]

interface Shown {
  readonly id: string
  readonly sms_title: string
  readonly message: string
  readonly created: string
}

onOneEngine('SMS templates', (engine) => {
  let world: World
  let other: string
  let lenient: string
  before(async () => {
    world = await openWorld(engine)
    const now = world.clock.now()
    ;[other, lenient] = await world.db.transaction(async (tx) => {
      const id = await createAccount(tx, { name: 'Other', parentId: null }, [], now)
      const { apiKey, secret } = await createKey(tx, id, 'key', now)
      const { token } = await createToken(tx, 1, 'lenient', now, { lenient: true })
      return [basic(apiKey, secret), token] as const
    })
  })
  after(() => world.close())

  const get = (query = '', headers = {}) => world.request('GET', `${path}${query}`, { headers })
  const post = (body: unknown, headers = {}) => world.request('POST', path, { body, headers })
  const put = (id: string, body: unknown, headers = {}) => world.request('PUT', `${path}/${id}`, { body, headers })
  const remove = (id: string, headers = {}) => world.request('DELETE', `${path}/${id}`, { headers })
  const create = async (sms_title: string, message = 'Hello'): Promise<Shown> =>
    (await post({ sms_title, message })).body.data
  const all = async (headers = {}): Promise<Shown[]> => (await get('?limit=1000', headers)).body.data
  const titles = (answer: Answer) => answer.body.data.map(({ sms_title }: Shown) => sms_title)

  function assertRefused({ status, body, headers }: Answer, code: number, message: string, hint = /./) {
    assert.deepEqual({ status, body }, { status: 400, body: { code, message } })
    assert.match(String(headers['ngoma-hint'] ?? ''), hint)
  }

  it('include one sample at first', async () => {
    const { status, body, headers } = await get()
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    const { created, ...sample } = body.data[0]
    assert.deepEqual(body.data.map(Object.keys), [['id', 'sms_title', 'message', 'created']])
    assert.deepEqual(sample, { id: '1', sms_title: 'Welcome', message: 'Hello {first_name}, welcome to Ngoma.' })
    assert.match(created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.deepEqual(body.pagination, {
      totalItems: 1,
      currentPage: 1,
      pageSize: 10,
      totalPages: 1,
      startPage: 1,
      endPage: 1,
      startIndex: 0,
      endIndex: 0,
      pages: [1],
    })
  })

  it('are created unchanged, and listed', async () => {
    const message = ' Dear {title}\r\n{last_name} – "karibu" 🙂 '
    const before = world.clock.now().toISOString()
    const { status, text, body } = await post({ sms_title: ' Über uns ', message, id: '7', unknown: true })
    assert.equal(status, 200)
    assert.ok(before <= body.data.created && body.data.created <= world.clock.now().toISOString())
    assert.equal(
      text,
      JSON.stringify({ data: { id: body.data.id, sms_title: ' Über uns ', message, created: body.data.created } }),
    )
    assert.match(body.data.id, /^[1-9]\d*$/)
    assert.deepEqual(
      (await all()).find(({ id }) => id === body.data.id),
      body.data,
    )
    assert.deepEqual(await all({ authorization: other }), [])
  })

  it('accept titles and texts up to their limits', async () => {
    const longest = { sms_title: '🙂'.repeat(100), message: 'x'.repeat(255 * 153) }
    const { status, body } = await post(longest)
    assert.equal(status, 200)
    assert.deepEqual([body.data.sms_title, body.data.message], [longest.sms_title, longest.message])
    const change = (bad: object) => [post({ ...longest, ...bad }), put(body.data.id, bad)]
    for (const answer of change({ sms_title: 'x'.repeat(101) }))
      assertRefused(await answer, 104, 'Invalid Parameter: sms_title', /at most 100 characters/)
    for (const message of ['x'.repeat(255 * 153 + 1), 'я'.repeat(255 * 67 + 1)]) {
      for (const answer of change({ message }))
        assertRefused(await answer, 109, 'Invalid Message', /^the message has 256 segments; the maximum is 255$/)
    }
    assert.deepEqual((await all())[0], body.data)
    await remove(body.data.id)
  })

  it('require a title and a message, the title first', async () => {
    const before = await all()
    const { id } = before[0] as Shown
    const good = { sms_title: 'Title', message: 'Text' }
    for (const field of ['sms_title', 'message'] as const) {
      const { [field]: _, ...without } = good
      assertRefused(await post(without), 104, `Missing Required Parameter: ${field}`)
      for (const bad of ['', null, 1, true, [], {}, ['x']]) {
        assertRefused(await post({ ...good, [field]: bad }), 104, `Missing Required Parameter: ${field}`)
        assertRefused(await put(id, { ...good, [field]: bad }), 104, `Missing Required Parameter: ${field}`)
      }
    }
    assertRefused(await post({}), 104, 'Missing Required Parameter: sms_title')
    assertRefused(await post({ ...good, sms_title: ' \n' }), 104, 'Missing Required Parameter: sms_title')
    assert.deepEqual(await all(), before)
  })

  it('reject unreadable bodies', async () => {
    const before = await all()
    const { id } = before[0] as Shown
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '1',
      '{"sms_title":"a\\u0000","message":"b"}',
      '{"sms_title":"a","message":"\\ud800"}',
      Buffer.from([0xff]),
    ]
    for (const body of bodies) {
      assertRefused(await post(body, { 'content-type': 'application/json' }), 113, 'Invalid Request Format')
      assertRefused(await put(id, body, { 'content-type': 'application/json' }), 113, 'Invalid Request Format')
    }
    assertRefused(await world.request('POST', path), 113, 'Invalid Request Format')
    assertRefused(await world.request('PUT', `${path}/${id}`), 113, 'Invalid Request Format')
    assert.equal((await post('<a/>', { 'content-type': 'application/xml' })).status, 415)
    assert.deepEqual(await all(), before)
  })

  it('accept JSON numbers from lenient credentials only', async () => {
    const { status, body } = await post({ sms_title: 2026, message: 42 }, { authorization: lenient })
    assert.deepEqual([status, body.data.sms_title, body.data.message], [200, '2026', '42'])
    const changed = await put(body.data.id, { message: 43 }, { authorization: lenient })
    assert.deepEqual(changed.body.data, { ...body.data, message: '43' })
  })

  it('are updated in the given fields only', async () => {
    const first = await create('Before', 'Text before')
    world.clock.moveForward(60_000)
    const title = await put(first.id, { sms_title: 'After', created: 'never', id: '1' })
    assert.equal(title.status, 200)
    assert.equal(title.text, JSON.stringify({ data: { ...first, sms_title: 'After' } }))
    assert.deepEqual((await put(first.id, { message: '{city}' })).body, {
      data: { ...first, sms_title: 'After', message: '{city}' },
    })
    assert.deepEqual((await put(first.id, { sms_title: 'A', message: 'B' })).body, {
      data: { ...first, sms_title: 'A', message: 'B' },
    })
    assert.deepEqual((await put(first.id, {})).body, { data: { ...first, sms_title: 'A', message: 'B' } })
    assert.deepEqual(
      (await all()).find(({ id }) => id === first.id),
      { ...first, sms_title: 'A', message: 'B' },
    )
    assert.deepEqual([titles(await get('?q=before')), titles(await get('?q=a&limit=1'))], [[], ['A']])
  })

  it('are deleted once', async () => {
    const { id } = await create('To go')
    const { status, text } = await remove(id, { 'content-type': 'application/json' })
    assert.deepEqual([status, text], [200, '{"code":128,"message":"SMS Template Deleted Successfully"}'])
    assert.equal(
      (await all()).some((one) => one.id === id),
      false,
    )
    const again = await remove(id)
    assert.deepEqual([again.status, again.text], [404, missing])
  })

  it('look missing for other accounts, as do invalid IDs', async () => {
    const before = await all()
    const { id } = before[0] as Shown
    const headersOf = ({ headers: { 'x-request-id': _, date: __, ...rest } }: Answer) => rest
    const body = { sms_title: 'Taken over', message: 'Taken over' }
    for (const ask of [
      (one: string) => put(one, body, { authorization: other }),
      (one: string) => remove(one, { authorization: other }),
    ]) {
      const never = await ask('999999999')
      assert.deepEqual([never.status, never.text], [404, missing])
      for (const one of [id, ...invalidIds]) {
        const answer = await ask(one)
        assert.deepEqual([answer.status, answer.text, headersOf(answer)], [404, missing, headersOf(never)], one)
      }
    }
    assert.deepEqual(await all(), before)
  })

  it('answer 127 if the database fails, with the cause in the log', async () => {
    const { id } = await create('Held')
    const refuse = async (errcode: string) => {
      await sql`
        create or replace function hold() returns trigger language plpgsql as ${sql.raw(`$$ begin raise exception 'held by a trigger' using errcode = '${errcode}'; end $$`)}
      `.execute(world.db)
      await sql`create or replace trigger hold before delete on templates for each row execute function hold()`.execute(
        world.db,
      )
    }
    await refuse('23503')
    const failed = await remove(id, { 'x-request-id': `held-${engine}` })
    assert.deepEqual(
      [failed.status, failed.text],
      [500, '{"data":{"code":127,"message":"SMS Template Delete Failed"}}'],
    )
    const faults = world.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed')
    assert.equal(faults.length, 1)
    assert.equal(faults[0].reqId, `held-${engine}`)
    assert.match(faults[0].err.message, /held by a trigger/)
    assert.match(faults[0].err.stack, /\n +at /)

    // An unreachable database gives 503 as on every route.
    await refuse('57P03')
    const away = await remove(id)
    assert.deepEqual([away.status, away.body], [503, { code: 503, message: 'Internal Error' }])
    assert.match(String(away.headers['retry-after']), /^\d+$/)

    await sql`drop trigger hold on templates`.execute(world.db)
    assert.equal((await remove(id)).status, 200)
  })

  it('are created once per Idempotency-Key, with the same answer byte for byte', async () => {
    const key = { 'idempotency-key': 'a template' }
    const body = { sms_title: 'Once', message: 'é "quoted" 🙂 </script>' }
    const count = async () => (await all()).filter(({ sms_title }) => sms_title === 'Once').length
    const [first, second] = await Promise.all([post(body, key), post(body, key)])
    world.clock.moveForward(60_000)
    const third = await post(body, key)
    assert.equal(third.headers['idempotent-replayed'], 'true')
    assert.deepEqual([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']].sort(), [
      'true',
      undefined,
    ])
    for (const answer of [first, second, third]) assert.deepEqual([answer.status, answer.text], [200, first.text])
    assert.equal(await count(), 1)

    const conflict = await post({ ...body, message: 'other' }, key)
    assert.deepEqual(
      [conflict.status, conflict.body],
      [409, { code: 409, message: 'Idempotency-Key Was Used With Another Body' }],
    )
    // Rejections are not stored under the key, and keys belong to one account.
    assert.equal((await post({ sms_title: 'Once' }, { 'idempotency-key': 'refused' })).status, 400)
    assert.equal((await post(body, { 'idempotency-key': 'refused' })).status, 200)
    const theirs = await post(body, { ...key, authorization: other })
    assert.equal(theirs.headers['idempotent-replayed'], undefined)
    assert.equal(await count(), 2)
    assert.equal((await all({ authorization: other })).length, 1)
  })

  it('require a credential for SMS', async () => {
    const limited = await world.db.transaction((tx) =>
      createToken(tx, 1, 'contacts only', world.clock.now(), { products: ['contact'] }),
    )
    for (const [method, one] of [
      ['GET', path],
      ['POST', path],
      ['PUT', `${path}/1`],
      ['DELETE', `${path}/1`],
    ] as const) {
      for (const authorization of [basic('test-key', 'wrong'), limited.token]) {
        const { status, text } = await world.request(method, one, { headers: { authorization } })
        assert.deepEqual([status, text], [401, '{"code":120,"message":"Invalid Authentication Parameters"}'])
      }
      const none = await world.request(method, one, { headers: { authorization: undefined } })
      assert.deepEqual([none.status, none.text], [400, '{"error":"No authorization headers"}'])
    }
  })
})
