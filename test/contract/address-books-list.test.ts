import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { command } from '../console/people.ts'
import { bookOf, books, type Client, freshPhone, newClient } from '../contacts.ts'
import { onOneEngine, openWorld, type World } from '../world.ts'

const startAt = new Date('2030-03-10T08:00:00Z')
const dayMs = 86_400_000

onOneEngine('GET /public/v1/address-books, listing', (engine) => {
  let world: World
  let client: Client
  /** Created one per day, from the 11th. */
  const names = ['Customers', 'ÄRZTE', 'staff_1', 'staff%2', 'back\\slash', 'Zoo']
  const details: readonly (readonly [description: string, size: number])[] = [
    ['b', 2],
    ['C', 0],
    ['a', 1],
    ['', 3],
    ['B', 0],
    ['c', 1],
  ]
  before(async () => {
    world = await openWorld(engine, { startAt })
    client = await newClient(world)
    for (const [index, name] of names.entries()) {
      world.clock.moveForward(dayMs)
      const [description, size] = details[index] ?? ['', 0]
      const id = await client.addBook(name, description)
      for (let count = 0; count < size; count += 1)
        await client.addContact({ mob_no: freshPhone(), addressbook_id: [id] })
    }
  })
  after(() => world.close())

  const namesOf = async (query: string) =>
    (await client.list(`${books}?${query}`)).map(({ addressbook }) => addressbook)
  const newestFirst = [...names.toReversed(), 'Default']

  it('lists the newest first, ten per page, with the nine pagination fields', async () => {
    const { status, body } = await client.ask('GET', books)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['data', 'pagination'])
    assert.deepEqual(
      body.data.map(({ addressbook }: { addressbook: string }) => addressbook),
      newestFirst,
    )
    assert.deepEqual(body.pagination, {
      totalItems: 7,
      currentPage: 1,
      pageSize: 10,
      totalPages: 1,
      startPage: 1,
      endPage: 1,
      startIndex: 0,
      endIndex: 6,
      pages: [1],
    })
    const pages = [1, 2, 3, 4].map((page) => namesOf(`limit=3&page=${page}`))
    assert.deepEqual(await Promise.all(pages), [
      newestFirst.slice(0, 3),
      newestFirst.slice(3, 6),
      newestFirst.slice(6),
      [],
    ])
    const { pagination } = (await client.ask('GET', `${books}?limit=3&page=4`)).body
    assert.deepEqual(pagination, {
      totalItems: 7,
      currentPage: 4,
      pageSize: 3,
      totalPages: 3,
      startPage: 1,
      endPage: 3,
      startIndex: 9,
      endIndex: 8,
      pages: [1, 2, 3],
    })
  })

  it('sorts by every field, in both directions', async () => {
    const sorted: readonly [query: string, wanted: readonly string[]][] = [
      ['sortBy=created', newestFirst],
      ['sortBy=created&sortOrder=asc', newestFirst.toReversed()],
      ['sortBy=id', newestFirst.toReversed()],
      ['sortBy=id&sortOrder=DESC', newestFirst],
      ['sortBy=addressbook', ['back\\slash', 'Customers', 'Default', 'staff%2', 'staff_1', 'Zoo', 'ÄRZTE']],
      [
        'sortBy=addressbook&sortOrder=desc',
        ['ÄRZTE', 'Zoo', 'staff_1', 'staff%2', 'Default', 'Customers', 'back\\slash'],
      ],
      ['sortBy=description', ['Default', 'staff%2', 'staff_1', 'Customers', 'back\\slash', 'ÄRZTE', 'Zoo']],
      [
        'sortBy=contacts_count&sortOrder=ASC',
        ['Default', 'ÄRZTE', 'back\\slash', 'staff_1', 'Zoo', 'Customers', 'staff%2'],
      ],
      ['sortBy=contacts_count&sortOrder=desc&limit=2', ['staff%2', 'Customers']],
    ]
    for (const [query, wanted] of sorted) assert.deepEqual(await namesOf(query), wanted, query)
  })

  it('searches by part of a name, in any case and script', async () => {
    const searches: readonly [q: string, wanted: readonly string[]][] = [
      ['CUST', ['Customers']],
      ['ärz', ['ÄRZTE']],
      ['A\u0308RZ', ['ÄRZTE']],
      ['%', ['staff%2']],
      ['_', ['staff_1']],
      ['\\', ['back\\slash']],
      ['staff', ['staff%2', 'staff_1']],
      ['', newestFirst],
      ['f%2', ['staff%2']],
      ["'", []],
      ['nothing', []],
    ]
    for (const [q, wanted] of searches) assert.deepEqual(await namesOf(`q=${encodeURIComponent(q)}`), wanted, q)
  })

  it('filters by a range of days, both ends included', async () => {
    const [book] = await client.list(`${books}?q=ärzte`)
    assert.match(book.created, /^2030-03-12T08:0\d:\d\d\.\d{3}Z$/)
    const from = (ms: number) => `created_from=${new Date(Date.parse(book.created) + ms).toISOString()}`
    const to = (ms: number) => `created_to=${new Date(Date.parse(book.created) + ms).toISOString()}`
    const ranges: readonly [query: string, wanted: readonly string[]][] = [
      ['created_from=2030-03-15', ['Zoo', 'back\\slash']],
      ['created_to=2030-03-11', ['Customers', 'Default']],
      ['created_from=2030-03-12&created_to=2030-03-13', ['staff_1', 'ÄRZTE']],
      ['created_from=2030-03-12&created_to=2030-03-12', ['ÄRZTE']],
      [`${from(0)}&${to(0)}`, ['ÄRZTE']],
      [`${from(1)}&${to(1_000)}`, []],
      [`${from(-1_000)}&${to(-1)}`, []],
      ['created_from=2030-03-12T12:30:00%2B05:00&created_to=2030-03-12T08:30:00-0000', ['ÄRZTE']],
      ['created_from=2030-03-13&created_to=2030-03-12', []],
      ['created_from=&created_to=', newestFirst],
      ['created_from=0001-01-01&created_to=9999-12-31', newestFirst],
      ['created_from=0000-01-01T00:00Z&created_to=9999-12-31T23:59:59.999-23:59', newestFirst],
    ]
    for (const [query, wanted] of ranges) assert.deepEqual(await namesOf(query), wanted, query)
  })

  it('lists the books of sub-accounts for their parent only, each with its account', async () => {
    const reseller = await newClient(world)
    const setParent = (accountId: number, parentId: number | null) =>
      command(world, 'PATCH', `/accounts/${accountId}`, { parentId })
    const own = `${books}?parent_vendor_id=${reseller.accountId}`
    assert.deepEqual(await reseller.list(own), [])
    await setParent(client.accountId, reseller.accountId)
    const listed = await reseller.list(own)
    assert.deepEqual(
      listed.map(({ addressbook, vendor_id }) => [addressbook, vendor_id]),
      newestFirst.map((name) => [name, String(client.accountId)]),
    )
    assert.deepEqual(Object.keys(listed[0] ?? {}), [
      'id',
      'addressbook',
      'description',
      'contacts_count',
      'created',
      'vendor_id',
    ])
    const { body } = await reseller.ask('GET', `${own}&limit=3&page=2&sortBy=addressbook&sortOrder=asc`)
    assert.deepEqual(
      [body.data.map(({ addressbook }: { addressbook: string }) => addressbook), body.pagination.totalItems],
      [['staff%2', 'staff_1', 'Zoo'], 7],
    )
    assert.deepEqual(
      (await reseller.list(`${own}&q=cust&created_to=2030-03-11`)).map(({ addressbook }) => addressbook),
      ['Customers'],
    )

    // No query reveals to a sub-account or to others that it has a parent.
    for (const id of [client.accountId, reseller.accountId, '0', '999999999', 'x', '9'.repeat(30)])
      assert.deepEqual(await namesOf(`parent_vendor_id=${id}`), [], String(id))
    for (const id of [client.accountId, '1', `${reseller.accountId}&parent_vendor_id=${reseller.accountId}`])
      assert.deepEqual(await reseller.list(`${books}?parent_vendor_id=${id}`), [], String(id))
    assert.deepEqual(await namesOf('parent_vendor_id='), newestFirst)
    assert.equal(await bookOf(reseller, 'Customers'), undefined)
    await setParent(client.accountId, null)
    assert.deepEqual(await reseller.list(own), [])
  })

  it('rejects unknown parameters by name', async () => {
    const wrong: readonly [query: string, name: string][] = [
      ...['0', '-1', 'x', '1.5', '', '%00', '1&page=2'].map((page): [string, string] => [`page=${page}`, 'page']),
      ...['0', '1001', 'x', ''].map((limit): [string, string] => [`limit=${limit}`, 'limit']),
      ...['name', 'mob_no', '', 'ID', 'id&sortBy=id', 'constructor'].map((field): [string, string] => [
        `sortBy=${field}`,
        'sortBy',
      ]),
      ...['up', '', 'Asc'].map((order): [string, string] => [`sortOrder=${order}`, 'sortOrder']),
      ...['x', '2030-02-30', '2030-03-12T08:00', '2030-03-12&created_from=2030-03-12', '0000-01-01'].map(
        (time): [string, string] => [`created_from=${time}`, 'created_from'],
      ),
      ['created_to=tomorrow', 'created_to'],
      [`q=${'x'.repeat(201)}`, 'q'],
      ['q=a%00b', 'q'],
      ['q=a&q=b', 'q'],
    ]
    for (const [query, name] of wrong) {
      const { status, body } = await client.ask('GET', `${books}?${query}`)
      assert.deepEqual([status, body], [400, { code: 104, message: `Invalid Parameter: ${name}` }], query)
    }
    assert.deepEqual(await namesOf('unknown=ignored&status=x'), newestFirst)
  })
})
