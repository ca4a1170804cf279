import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { shareWorld } from '../shared-world.ts'
import { type Answer, onOneEngine, type World } from '../world.ts'

const path = '/public/v1/sms-templates'

interface Shown {
  readonly id: string
  readonly sms_title: string
  readonly message: string
  readonly created: string
}

onOneEngine('GET /public/v1/sms-templates, listing', (engine) => {
  let world: World
  before(async () => {
    world = await shareWorld(engine)
  })
  after(() => world.close())

  const get = (query = '', headers = {}) => world.request('GET', `${path}${query}`, { headers })
  const post = (body: unknown, headers = {}) => world.request('POST', path, { body, headers })

  const create = async (sms_title: string, message = 'Hello'): Promise<Shown> =>
    (await post({ sms_title, message })).body.data

  const titles = (answer: Answer) => answer.body.data.map(({ sms_title }: Shown) => sms_title)

  function assertRefused({ status, body, headers }: Answer, code: number, message: string, hint = /./) {
    assert.deepEqual({ status, body }, { status: 400, body: { code, message } })
    assert.match(String(headers['ngoma-hint'] ?? ''), hint)
  }

  it('searches by part of the title, in any case', async () => {
    for (const title of ['100% off', '1000 off', 'ÉCOLE fermée', 'snake_case', 'back\\slash']) await create(title)
    const found: readonly [q: string, titles: readonly string[]][] = [
      ['100%', ['100% off']],
      ['00', ['1000 off', '100% off']],
      ['école', ['ÉCOLE fermée']],
      ['FERME\u0301E', ['ÉCOLE fermée']],
      ['e_c', ['snake_case']],
      ['\\', ['back\\slash']],
      ['welcome to', []],
      ['WELCOME', ['Welcome']],
      ["'", []],
    ]
    for (const [q, wanted] of found) assert.deepEqual(titles(await get(`?q=${encodeURIComponent(q)}`)), wanted, q)
  })

  it('sorts by the given field', async () => {
    for (const title of ['sort b', 'SORT Á', 'Sort A', 'sort á', 'sort Z']) await create(title, title.toUpperCase())
    const sorted = async (query: string) => titles(await get(`?q=sort&${query}`))
    const byTitle = ['Sort A', 'sort b', 'sort Z', 'SORT Á', 'sort á']
    const byAge = ['sort b', 'SORT Á', 'Sort A', 'sort á', 'sort Z']
    for (const field of ['sms_title', 'message']) {
      assert.deepEqual(await sorted(`sortBy=${field}`), byTitle)
      assert.deepEqual(await sorted(`sortBy=${field}&sortOrder=ASC`), byTitle)
      assert.deepEqual(await sorted(`sortBy=${field}&sortOrder=desc`), byTitle.toReversed())
    }
    for (const query of ['sortBy=created&sortOrder=asc', 'sortOrder=ASC', 'sortBy=id', 'sortBy=id&sortOrder=asc'])
      assert.deepEqual(await sorted(query), byAge)
    for (const query of ['', 'sortBy=created', 'sortOrder=DESC', 'sortBy=id&sortOrder=desc'])
      assert.deepEqual(await sorted(query), byAge.toReversed())
  })

  it('rejects invalid parameters', async () => {
    const bad = [
      'page=0',
      'page=x',
      'page=1&page=2',
      'limit=0',
      'limit=1001',
      'limit=',
      'sortBy=title',
      'sortBy=',
      'sortOrder=up',
      'sortOrder=Asc',
      'q=%00',
    ]
    for (const query of bad) assertRefused(await get(`?${query}`), 104, `Invalid Parameter: ${query.split('=')[0]}`)
    assert.equal((await get('?unknown=1&status=active')).status, 200)
  })
})
