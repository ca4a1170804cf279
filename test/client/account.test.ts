import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ngoma, NgomaError } from 'ngoma/client'
import { connect, contacts as contactsOf } from 'ngoma/client/v2'
import { examplesIn } from '../account-examples.ts'
import { freshPhone, newClient } from '../contacts.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, until, type World } from '../world.ts'
import { triesWith } from './faulty-proxy.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

onOneEngine('client: account API', (engine) => {
  let world: World
  let address: string
  let v2: Ngoma['v2']
  let token: string
  before(async () => {
    world = await shareWorld(engine)
    address = await world.listen()
    token = String((await newClient(world)).headers.authorization)
    v2 = new Ngoma({ url: address, token }).v2
  })
  after(() => world.close())

  const errorOf = async (call: Promise<unknown>): Promise<NgomaError> => {
    const error = await call.catch((thrown: unknown) => thrown)
    return error instanceof NgomaError ? error : assert.fail(`it was not rejected: ${JSON.stringify(error)}`)
  }

  it('has a method for every operation', async () => {
    const { body: document } = await world.request('GET', '/openapi.json')
    const asked: string[] = []
    const spied = new Ngoma({
      url: 'http://127.0.0.1',
      token: 'any',
      fetch: async (url, { method }) => {
        asked.push(`${method} ${new URL(url).pathname}`)
        return new Response('{"data":[],"next":null}')
      },
    })
    const topics = spied.v2 as unknown as Record<string, Record<string, (...given: unknown[]) => unknown>>
    for (const { id, method, path } of examplesIn(document)) {
      const [topic = '', action = ''] = id.split('.')
      const ids = [...path.matchAll(/\{/g)].map(() => '7')
      const called = topics[topic]?.[action]?.(...ids, {}, {}) ?? assert.fail(id)
      // A list starts when it is read.
      if (Symbol.asyncIterator in Object(called))
        for await (const _ of called as AsyncIterable<unknown>) assert.fail(id)
      else await called
      assert.deepEqual(asked.splice(0), [`${method} ${path.replaceAll(/\{\w+\}/g, '7')}`], id)
    }
  })

  it('sends messages with variables and reads their status, text and price', async () => {
    const phone = freshPhone()
    const sent = await v2.messages.send({
      from: 'INFO',
      text: 'Habari {name}',
      to: [{ number: phone, variables: { name: 'Asha' } }],
    })
    const [recipient] = sent.recipients ?? []
    assert.deepEqual([sent.valid, recipient?.text], [1, 'Habari Asha'])
    const id = recipient?.message_id ?? assert.fail()
    await until('the message is delivered', async () => (await v2.messages.get(id)).status === 'DELIVERED')
    const { data } = await v2.messages.page({ number: phone, limit: 1 })
    assert.deepEqual(
      data.map((one) => [one.id, one.text, one.price]),
      [[id, 'Habari Asha', recipient?.price]],
    )
    assert.match(await v2.messages.export({ number: phone }), /Habari Asha/)
  })

  it('iterates over all pages, and stops when the program does', async () => {
    const names = ['One', 'Two', 'Three']
    for (const name of names) await v2.books.create({ name })
    const found: string[] = []
    for await (const { name } of v2.books.list({ limit: 1 })) found.push(name)
    assert.deepEqual(found.filter((name) => names.includes(name)).sort(), names.toSorted())
    for await (const { name } of v2.books.list({ limit: 1 })) {
      assert.equal(name, found[0])
      break
    }
  })

  it('imports a CSV file, changes and deletes', async () => {
    const book = await v2.books.create({ name: 'Imported' })
    const { id } = await v2.imports.create(book.id, 'Simu,Jina\n0712 000 001,Asha\n', {
      map: ['Simu:phone', 'Jina:first_name'],
    })
    await until('the import is done', async () => (await v2.imports.get(id)).status === 'done')
    const { data } = await v2.contacts.page({ book: book.id })
    assert.deepEqual(
      data.map(({ phone, first_name }) => [phone, first_name]),
      [['+255712000001', 'Asha']],
    )
    const contact = data[0] ?? assert.fail()
    assert.equal((await v2.contacts.update(contact.id, { city: 'Moshi' })).city, 'Moshi')
    assert.equal(await v2.contacts.delete(contact.id), undefined)
    const error = await errorOf(v2.contacts.get(contact.id))
    assert.deepEqual([error.status, error.code], [404, 'contact_not_found'])
  })

  it('rejects with the code, the hint and the fields of a problem', async () => {
    const error = await errorOf(v2.templates.create({ title: '', text: 'Hi' }))
    assert.deepEqual(
      [error.name, error.status, error.code, error.hint, error.errors, error.isUncertain],
      [
        'RefusedError',
        400,
        'invalid_request',
        'correct the named fields and try again',
        [{ field: 'title', message: 'is empty' }],
        false,
      ],
    )
    assert.match(error.message, /^The request is invalid: title is empty\. \(invalid_request\): /)
    const unknown = await errorOf(new Ngoma({ url: address, token: 'wrong' }).v2.balances.list())
    assert.deepEqual([unknown.name, unknown.code], ['AuthenticationError', 120])
  })

  it('creates once although answers were lost or the first request still runs', async () => {
    const running = { status: 409, body: '{"code":"request_in_progress","detail":"Running","hint":"repeat"}' }
    const { value, seen } = await triesWith(world)(['lost answer', running], ({ v2: api }) =>
      api.templates.create({ title: 'Once', text: 'Karibu' }),
    )
    assert.equal(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size, 1)
    assert.equal(seen.length, 3)
    assert.equal(value?.title, 'Once')
    const { body } = await world.request('GET', '/v2/templates?q=once')
    assert.equal(body.data.length, 1)
  })

  it('offers single topics', async () => {
    const { page } = contactsOf(connect({ url: address, token }))
    assert.ok(Array.isArray((await page({ limit: 1 })).data))
  })
})

describe('client: bundles of the account API', () => {
  it('contain only the imported topics', () => {
    const bundle = (code: string) =>
      spawnSync(
        join(root, 'node_modules', '.bin', 'esbuild'),
        ['--bundle', '--format=esm', '--minify', '--loader=js'],
        { cwd: root, input: code, encoding: 'utf8' },
      ).stdout
    const one = bundle(
      `import { connect, templates } from 'ngoma/client/v2'; export const api = templates(connect({}))`,
    )
    assert.match(one, /\/v2\/templates/)
    assert.deepEqual([...new Set(one.match(/\/v2\/[\w-]+|\/v1\/\w+|\/public\/v1/g))], ['/v2/templates'])
    const all = bundle(`import { Ngoma } from 'ngoma/client'; export const api = new Ngoma({})`)
    assert.match(all, /\/v2\/contacts/)
    assert.ok(one.length < all.length / 2, `${one.length} of ${all.length} bytes`)
  })
})
