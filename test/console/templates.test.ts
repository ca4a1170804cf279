import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { onOneEngine, openWorld, type World } from '../world.ts'
import { addAccount, command } from './people.ts'

onOneEngine('templates in the console API', (engine) => {
  let world: World
  let account: string
  before(async () => {
    world = await openWorld(engine, { config: { segmentsMax: 3 } })
    account = `/accounts/${await addAccount(world)}`
  })
  after(() => world.close())

  const list = async (query = '') => (await command(world, 'GET', `${account}/templates${query}`)).body
  const create = (body: unknown) => command(world, 'POST', `${account}/templates`, body)

  it('starts with the sample template, with console field names', async () => {
    const { data, total } = await list()
    const [{ id, createdAt, ...sample }] = data
    assert.deepEqual(sample, {
      title: 'Welcome',
      text: 'Hello {first_name}, welcome to Ngoma.',
      placeholders: ['first_name'],
      encoding: 'gsm',
      parts: 1,
    })
    assert.ok(Number.isSafeInteger(id))
    assert.equal(new Date(createdAt).toISOString(), createdAt)
    assert.equal(total, 1)
    assert.deepEqual((await command(world, 'GET', `${account}/templates/${id}`)).body, data[0])
  })

  it('returns the segment count and the placeholders', async () => {
    const texts: readonly [text: string, encoding: string, parts: number, placeholders: readonly string[]][] = [
      ['x'.repeat(160), 'gsm', 1, []],
      ['x'.repeat(161), 'gsm', 2, []],
      ['{City} {city} {country}', 'gsm', 1, ['city', 'country']],
      ['{city} 🙂'.repeat(8), 'ucs2', 2, ['city']],
    ]
    for (const [text, encoding, parts, placeholders] of texts) {
      const { status, body } = await create({ title: 'Long', text })
      assert.equal(status, 201)
      assert.deepEqual([body.text, body.encoding, body.parts, body.placeholders], [text, encoding, parts, placeholders])
    }
  })

  it('updates single fields, visible in the public API', async () => {
    const first = (await command(world, 'POST', '/accounts/1/templates', { title: 'Ours', text: 'Text' })).body
    const path = `/accounts/1/templates/${first.id}`
    assert.deepEqual((await command(world, 'PUT', path, { text: '{email}' })).body, {
      ...first,
      text: '{email}',
      placeholders: ['email'],
    })
    assert.deepEqual((await command(world, 'PUT', path, { title: 'Theirs' })).body, {
      ...first,
      title: 'Theirs',
      text: '{email}',
      placeholders: ['email'],
    })
    const { body } = await world.request('GET', '/public/v1/sms-templates?q=theirs')
    assert.deepEqual(body.data, [
      { id: String(first.id), sms_title: 'Theirs', message: '{email}', created: first.createdAt },
    ])
    assert.equal((await command(world, 'DELETE', path)).status, 204)
    for (const method of ['GET', 'DELETE'] as const) {
      const { status, body } = await command(world, method, path)
      assert.deepEqual([status, body.detail], [404, 'The template does not exist.'])
    }
    assert.equal((await command(world, 'PUT', path, { title: 'Again' })).status, 404)
  })

  it('searches, sorts and pages', async () => {
    for (const title of ['Page b', 'page A', 'PAGE c'])
      assert.equal((await create({ title, text: 'Text' })).status, 201)
    const titles = async (query: string) => (await list(query)).data.map(({ title }: { title: string }) => title)
    assert.deepEqual(await titles('?q=page'), ['PAGE c', 'page A', 'Page b'])
    assert.deepEqual(await titles('?q=page&sortBy=title'), ['page A', 'Page b', 'PAGE c'])
    const { next } = await list('?q=page&sortBy=title&limit=2')
    assert.deepEqual(await titles(`?q=page&sortBy=title&limit=2&cursor=${next}`), ['PAGE c'])
    for (const other of ['q=pag&sortBy=title', 'q=page', 'q=page&sortBy=title&sortOrder=desc'])
      assert.equal((await command(world, 'GET', `${account}/templates?${other}&cursor=${next}`)).status, 400, other)
    assert.equal((await command(world, 'GET', `${account}/templates?sortBy=sms_title`)).status, 400)
  })

  it('rejects empty texts and texts that are too long to send', async () => {
    const { total } = await list()
    const { id } = (await list()).data[0]
    const good = { title: 'Title', text: 'Text' }
    for (const bad of [
      { title: '' },
      { title: '  ' },
      { title: 'x'.repeat(101) },
      { title: 1 },
      { text: '' },
      { text: null },
      { text: 'x'.repeat(255 * 153 + 1) },
    ]) {
      for (const { status } of [
        await create({ ...good, ...bad }),
        await command(world, 'PUT', `${account}/templates/${id}`, bad),
      ]) {
        assert.equal(status, 400, JSON.stringify(bad).slice(0, 50))
      }
    }
    assert.equal((await create({ title: 'No text' })).status, 400)
    const text = 'x'.repeat(3 * 153 + 1)
    for (const answer of [
      await create({ ...good, text }),
      await command(world, 'PUT', `${account}/templates/${id}`, { text }),
    ]) {
      assert.equal(answer.status, 400)
      assert.equal(answer.headers['ngoma-hint'], 'the message has 4 parts; the maximum is 3')
    }
    assert.equal((await list()).total, total)
  })
})
