import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertCounted, books, type Client, contacts, firstClient, freshPhone } from '../contacts.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'

const malformed = { data: { message: 'Invalid Request Format', status: 'false' } }

onOneEngine('Contacts and address books', (engine) => {
  let world: World
  let client: Client
  before(async () => {
    world = await shareWorld(engine)
    client = firstClient(world)
  })
  after(async () => {
    await assertCounted(world.db)
    await world.close()
  })

  const paths = [
    ['GET', books],
    ['POST', books],
    ['PUT', `${books}/1`],
    ['DELETE', `${books}/1`],
    ['GET', contacts],
    ['POST', contacts],
    ['PUT', `${contacts}/1`],
    ['DELETE', `${contacts}/1`],
    ['DELETE', contacts],
  ] as const

  it('authenticate first, with their own error bodies', async () => {
    for (const [method, path] of paths) {
      const body = method === 'GET' ? undefined : '{'
      const nobody = await client.ask(method, path, body, { authorization: undefined })
      assert.deepEqual([nobody.status, nobody.body], [400, { error: 'No authorization headers' }], `${method} ${path}`)
      const stranger = await client.ask(method, path, body, { authorization: 'Bearer nothing' })
      assert.deepEqual(
        [stranger.status, stranger.body],
        [401, { code: 120, message: 'Invalid Authorization Parameters' }],
        `${method} ${path}`,
      )
    }
  })

  it('reject unreadable bodies', async () => {
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '5',
      '[{"mob_no":"255712345678"}]',
      '{"addressbook":"a\\u0000b"}',
      '{"addressbook":"\\ud800"}',
    ]
    const deep = `{"x":${'['.repeat(40)}${']'.repeat(40)}}`
    const utf16 = Buffer.from('{"addressbook":"x"}', 'utf16le')
    for (const [method, path] of paths.filter(
      ([method, path]) => method === 'POST' || method === 'PUT' || path === contacts,
    )) {
      if (method === 'GET') continue
      for (const body of [...bodies.filter((one) => method !== 'DELETE' || one !== ''), deep, utf16]) {
        const answer = await client.ask(method, path, body)
        assert.deepEqual([answer.status, answer.body], [400, malformed], `${method} ${path} ${body}`)
      }
      const typeless = await client.ask(method, path, '{}', { 'content-type': undefined })
      assert.equal(typeless.status, 415, `${method} ${path}`)
      assert.equal((await client.ask(method, path, '<a/>', { 'content-type': 'application/xml' })).status, 415)
    }
    // A missing body is malformed on routes that need one.
    assert.deepEqual((await client.ask('DELETE', contacts)).body, malformed)
  })

  it('answer a repeated request with the same key byte for byte, and run it once', async () => {
    const cases: readonly [path: string, body: Record<string, unknown>, other: Record<string, unknown>][] = [
      [books, { addressbook: 'Once' }, { addressbook: 'Twice' }],
      [contacts, { mob_no: freshPhone() }, { mob_no: freshPhone() }],
    ]
    for (const [path, body, other] of cases) {
      const key = { 'idempotency-key': 'the same' }
      const before = (await client.ask('GET', path)).body.pagination.totalItems
      const [first, atOnce] = await Promise.all([
        client.ask('POST', path, body, key),
        client.ask('POST', path, body, key),
      ])
      const later = await client.ask('POST', path, body, key)
      assert.equal(first.status, 200, first.text)
      assert.deepEqual([atOnce.status, later.status], [200, 200])
      assert.deepEqual([atOnce.text, later.text], [first.text, first.text])
      assert.deepEqual([first, atOnce].map(({ headers }) => headers['idempotent-replayed']).toSorted(), [
        'true',
        undefined,
      ])
      assert.equal(later.headers['idempotent-replayed'], 'true')
      const reused = await client.ask('POST', path, other, key)
      assert.deepEqual(
        [reused.status, reused.body],
        [409, { code: 409, message: 'Idempotency-Key Was Used With Another Body' }],
      )
      assert.equal((await client.ask('GET', path)).body.pagination.totalItems, before + 1)

      // The answer is replayed even after the object is deleted.
      assert.equal((await client.ask('DELETE', `${path}/${first.body.data.id}`)).status, 200)
      assert.equal((await client.ask('POST', path, body, key)).text, first.text)
      assert.equal((await client.ask('GET', path)).body.pagination.totalItems, before)

      // Rejections are not stored under the key.
      const again = { 'idempotency-key': 'refused first' }
      const taken = path === books ? { addressbook: 'Default' } : { mob_no: freshPhone() }
      const id = path === books ? null : await client.addContact(taken)
      assert.equal((await client.ask('POST', path, taken, again)).status, 409)
      if (id !== null) {
        await client.ask('DELETE', `${path}/${id}`)
        const done = await client.ask('POST', path, taken, again)
        assert.deepEqual([done.status, done.headers['idempotent-replayed']], [200, undefined])
      }
      for (const bad of ['', 'x'.repeat(256)]) {
        assert.deepEqual((await client.ask('POST', path, body, { 'idempotency-key': bad })).body, {
          code: 104,
          message: 'Invalid Idempotency-Key',
        })
      }
    }
  })

  it('answer 404 and 405 for other paths and methods', async () => {
    for (const [method, path] of [
      ['PUT', books],
      ['DELETE', books],
      ['PUT', contacts],
      ['POST', `${contacts}/1`],
      ['GET', `${contacts}/1`],
      ['GET', `${books}/1`],
    ] as const) {
      const { status, body } = await client.ask(method, path)
      assert.deepEqual([status, body.code], [405, 405], `${method} ${path}`)
    }
    assert.equal((await client.ask('GET', `${contacts}/1/more`)).status, 404)
  })
})
