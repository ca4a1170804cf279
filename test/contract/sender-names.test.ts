import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createAccount, createKey } from '../../src/modules/accounts/index.ts'
import { insertSender, prepareSenders } from '../../src/modules/senders/index.ts'
import { basic, onOneEngine, openWorld, type World } from '../world.ts'

const path = '/public/v1/sender-names'
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const startAt = new Date('2030-06-15T10:30:00Z')

/** Creates an account with the default sender names. */
async function addAccount(world: World): Promise<{ accountId: number; authorization: string }> {
  return world.db.transaction(async (tx) => {
    const now = world.clock.now()
    const accountId = await createAccount(
      tx,
      { name: 'Other', parentId: null },
      [prepareSenders({ staging: true })],
      now,
    )
    const { apiKey, secret } = await createKey(tx, accountId, 'key', now)
    return { accountId, authorization: basic(apiKey, secret) }
  })
}

onOneEngine('GET /public/v1/sender-names', (engine) => {
  let world: World
  let authorization: string
  before(async () => {
    world = await openWorld(engine, { startAt })
    const { accountId, authorization: own } = await addAccount(world)
    authorization = own
    await world.db.transaction(async (tx) => {
      const rows = [
        ['shop', 'b', 'active'],
        ['100%', 'A', 'pending'],
        ['A_B', 'c', 'rejected'],
        ['AxB', '', 'inactive'],
        ['Zebra', 'B', 'pending'],
      ] as const
      for (const [sender, sampleContent, status] of rows)
        await insertSender(tx, accountId, { sender, sampleContent, status }, world.clock.now())
      await insertSender(tx, 1, { sender: 'THEIRS', sampleContent: '', status: 'active' }, world.clock.now())
    })
  })
  after(() => world.close())

  const list = (query = '') => world.request('GET', `${path}${query}`, { headers: { authorization } })
  const names = async (query: string) => {
    const { status, body, text } = await list(query)
    assert.equal(status, 200, text)
    return body.data.map(({ senderid }: { senderid: string }) => senderid)
  }

  it('lists the senders of the account, newest first, with five fields and the nine pagination fields', async () => {
    const { status, body, headers } = await list()
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.deepEqual(Object.keys(body), ['data', 'pagination'])
    assert.deepEqual(
      body.data.map(({ senderid }: { senderid: string }) => senderid),
      ['Zebra', 'AxB', 'A_B', '100%', 'shop', 'INFO'],
    )
    for (const one of body.data) {
      assert.deepEqual(Object.keys(one), ['id', 'senderid', 'sample_content', 'status', 'created'])
      assert.match(one.id, /^\d+$/)
      assert.match(one.created, isoTime)
      assert.ok(one.created.startsWith('2030-06-15T10:3'), one.created)
    }
    const { id: _, created: __, ...shop } = body.data[4]
    assert.deepEqual(shop, { senderid: 'shop', sample_content: 'b', status: 'active' })
    assert.deepEqual(body.pagination, {
      totalItems: 6,
      currentPage: 1,
      pageSize: 10,
      totalPages: 1,
      startPage: 1,
      endPage: 1,
      startIndex: 0,
      endIndex: 5,
      pages: [1],
    })
  })

  const orders: readonly [sortBy: string, ascending: readonly string[]][] = [
    ['id', ['INFO', 'shop', '100%', 'A_B', 'AxB', 'Zebra']],
    ['created', ['INFO', 'shop', '100%', 'A_B', 'AxB', 'Zebra']],
    ['senderid', ['100%', 'A_B', 'AxB', 'INFO', 'shop', 'Zebra']],
    ['sample_content', ['AxB', '100%', 'shop', 'Zebra', 'A_B', 'INFO']],
    ['status', ['INFO', 'shop', 'AxB', '100%', 'Zebra', 'A_B']],
  ]
  for (const [sortBy, ascending] of orders) {
    it(`sorts by ${sortBy} in both directions, in any case`, async () => {
      for (const order of ['asc', 'ASC'])
        assert.deepEqual(await names(`?sortBy=${sortBy}&sortOrder=${order}`), ascending)
      for (const order of ['desc', 'DESC'])
        assert.deepEqual(await names(`?sortBy=${sortBy}&sortOrder=${order}`), ascending.toReversed())
      assert.deepEqual(await names(`?sortBy=${sortBy}`), sortBy === 'created' ? ascending.toReversed() : ascending)
    })
  }

  it('pages through every sender once, and is empty past the end', async () => {
    for (const sort of ['', '&sortBy=status', '&sortBy=sample_content&sortOrder=desc']) {
      const walked: string[] = []
      for (const page of [1, 2, 3]) walked.push(...(await names(`?limit=2&page=${page}${sort}`)))
      assert.deepEqual(walked, await names(`?limit=6${sort}`))
    }
    const { status, body } = await list('?limit=4&page=3')
    assert.equal(status, 200)
    assert.deepEqual(body.data, [])
    const { totalItems, currentPage, startIndex, endIndex, pages } = body.pagination
    assert.deepEqual([totalItems, currentPage, startIndex, endIndex, pages], [6, 3, 8, 7, [1, 2]])
  })

  it('searches by part of the name, in any case, without wildcards', async () => {
    const searches: readonly [q: string, found: readonly string[]][] = [
      ['SHO', ['shop']],
      ['ebr', ['Zebra']],
      ['a', ['Zebra', 'AxB', 'A_B']],
      ['%', ['100%']],
      ['_', ['A_B']],
      ['a_b', ['A_B']],
      ['\\', []],
      ['nothing', []],
      ['', ['Zebra', 'AxB', 'A_B', '100%', 'shop', 'INFO']],
    ]
    for (const [q, found] of searches) assert.deepEqual(await names(`?q=${encodeURIComponent(q)}`), found, q)
    assert.deepEqual(await names('?q=a&status=pending&sortBy=senderid'), ['Zebra'])
  })

  it('filters by status, and is empty for an unknown one', async () => {
    const { body } = await list('?status=pending')
    assert.equal(body.pagination.totalItems, 2)
    for (const [status, found] of [
      ['pending', ['Zebra', '100%']],
      ['active', ['shop', 'INFO']],
      ['rejected', ['A_B']],
      ['inactive', ['AxB']],
      ['ACTIVE', []],
      ['approved', []],
      ['%00', []],
      ['', ['Zebra', 'AxB', 'A_B', '100%', 'shop', 'INFO']],
    ] as const)
      assert.deepEqual(await names(`?status=${status}`), found, status)
    assert.equal((await list('?status=nothing')).body.pagination.totalPages, 0)
  })

  for (const [query, name] of [
    ['page=0', 'page'],
    ['page=one', 'page'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['sortBy=sender', 'sortBy'],
    ['sortBy=constructor', 'sortBy'],
    ['sortBy=', 'sortBy'],
    ['sortOrder=up', 'sortOrder'],
    ['sortOrder=Asc', 'sortOrder'],
    ['q=%00', 'q'],
    ['q=a&q=b', 'q'],
    ['status=active&status=pending', 'status'],
  ]) {
    it(`answers 400 with code 104 to ${query}`, async () => {
      const { status, body } = await list(`?${query}`)
      assert.deepEqual([status, body], [400, { code: 104, message: `Invalid Parameter: ${name}` }])
    })
  }

  it('authenticates first', async () => {
    const nobody = await world.request('GET', path, { headers: { authorization: undefined } })
    assert.deepEqual([nobody.status, nobody.body], [400, { error: 'No authorization headers' }])
    const wrong = await world.request('GET', `${path}?page=0`, { headers: { authorization: 'wrong' } })
    assert.deepEqual([wrong.status, wrong.body], [401, { code: 120, message: 'Invalid Authentication Parameters' }])
  })
})
