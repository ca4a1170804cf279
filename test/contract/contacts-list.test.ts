import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { books, type Client, contacts, newClient } from '../contacts.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'

/** In order of creation. */
const people: readonly {
  readonly mob_no: string
  readonly mob_no2?: string
  readonly first_name: string
  readonly last_name: string
}[] = [
  { mob_no: '255712000005', first_name: 'Amina', last_name: 'Juma' },
  { mob_no: '255712000001', first_name: 'amani', last_name: 'ÖZTÜRK' },
  { mob_no: '254700000009', mob_no2: '255754999888', first_name: 'Zawadi', last_name: '100% sure' },
  { mob_no: '255712000003', first_name: 'Under_score', last_name: 'Back\\slash' },
  { mob_no: '4915112345678', first_name: 'Élodie', last_name: 'juma' },
  { mob_no: '255712000002', first_name: 'Amina', last_name: '' },
]
const phones = people.map(({ mob_no }) => mob_no)
const newestFirst = phones.toReversed()

onOneEngine('GET /public/v1/contacts, listing', (engine) => {
  let world: World
  let client: Client
  let book: string
  before(async () => {
    world = await shareWorld(engine)
    client = await newClient(world)
    book = await client.addBook('Some')
    for (const [index, person] of people.entries())
      await client.addContact({ ...person, ...(index % 2 === 0 ? { addressbook_id: [book] } : {}) })
    // Contacts of another account must not be found.
    const other = await newClient(world)
    await other.addContact({ mob_no: '255712000005', first_name: 'Amina' })
  })
  after(() => world.close())

  const phonesOf = async (query: string): Promise<string[]> =>
    (await client.list(`${contacts}?${query}`)).map(({ mob_no }) => mob_no)

  it('lists the newest first, ten per page, with the nine pagination fields', async () => {
    const { status, body } = await client.ask('GET', contacts)
    assert.equal(status, 200)
    assert.deepEqual(
      body.data.map(({ mob_no }: { mob_no: string }) => mob_no),
      newestFirst,
    )
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
    assert.deepEqual(await Promise.all([1, 2, 3].map((page) => phonesOf(`limit=4&page=${page}`))), [
      newestFirst.slice(0, 4),
      newestFirst.slice(4),
      [],
    ])
    assert.deepEqual((await client.ask('GET', `${contacts}?q=nobody`)).body.pagination, {
      totalItems: 0,
      currentPage: 1,
      pageSize: 10,
      totalPages: 0,
      startPage: 0,
      endPage: 0,
      startIndex: 0,
      endIndex: -1,
      pages: [],
    })
  })

  it('filters by book, and is empty for a missing book or one of another account', async () => {
    assert.deepEqual(await phonesOf(`addressbook_id=${book}`), [phones[4], phones[2], phones[0]])
    assert.deepEqual(await phonesOf(`addressbook_id=${book}&limit=1&page=3`), [phones[0]])
    assert.deepEqual(await phonesOf(`addressbook_id=${book}&sortBy=mob_no`), [phones[2], phones[0], phones[4]])
    assert.deepEqual(await phonesOf(`addressbook_id=${book}&q=juma`), [phones[4], phones[0]])
    assert.deepEqual(await phonesOf('addressbook_id='), newestFirst)
    const other = await newClient(world)
    const theirs = (await other.list(books))[0].id
    await other.addContact({ mob_no: '255712000001', first_name: 'Amina' })
    for (const id of [theirs, '0', '999999999', 'x', '-1', '9'.repeat(30), '%00', `${book}&addressbook_id=${book}`]) {
      for (const query of ['', '&q=amina', '&sortBy=mob_no']) {
        const { status, body } = await client.ask('GET', `${contacts}?addressbook_id=${id}${query}`)
        assert.deepEqual([status, body.data, body.pagination.totalItems], [200, [], 0], `${id}${query}`)
      }
    }
  })

  it('sorts by every field, in both directions, with a stable order', async () => {
    const of = (...places: readonly number[]) => places.map((place) => phones[place])
    const sorted: readonly [query: string, wanted: readonly unknown[]][] = [
      ['sortBy=created', newestFirst],
      ['sortBy=created&sortOrder=ASC', phones],
      ['sortBy=id', phones],
      ['sortBy=id&sortOrder=desc', newestFirst],
      ['sortBy=mob_no', phones.toSorted()],
      ['sortBy=mob_no&sortOrder=DESC', phones.toSorted().toReversed()],
      ['sortBy=first_name', of(1, 0, 5, 3, 2, 4)],
      ['sortBy=first_name&sortOrder=desc', of(4, 2, 3, 5, 0, 1)],
      ['sortBy=last_name', of(5, 2, 3, 0, 4, 1)],
      ['sortBy=last_name&limit=2&page=2', of(3, 0)],
      ['sortBy=last_name&limit=2&page=3', of(4, 1)],
    ]
    for (const [query, wanted] of sorted) assert.deepEqual(await phonesOf(query), wanted, query)

    // The order does not depend on the engine or the locale of the database.
    const own = await newClient(world)
    for (const [index, first_name] of ['éa', 'Éb', 'eb', 'Ea', 'ÉA'].entries())
      await own.addContact({ mob_no: `25571200000${index}`, first_name })
    const names = (await own.list(`${contacts}?sortBy=first_name`)).map(({ first_name }) => first_name)
    assert.deepEqual(names, ['Ea', 'eb', 'ÉA', 'Éb', 'éa'])
  })

  it('searches by part of a name or number, in any case and script', async () => {
    const searches: readonly [q: string, places: readonly number[]][] = [
      ['AMI', [5, 0]],
      ['am', [5, 1, 0]],
      ['amina juma', [0]],
      ['öztürk', [1]],
      ['O\u0308ZTU\u0308RK', [1]],
      ['ÉLO', [4]],
      ['%', [2]],
      ['0%', [2]],
      ['100% S', [2]],
      ['_', [3]],
      ['r_s', [3]],
      ['\\', [3]],
      ['BACK\\S', [3]],
      ['71200000', [5, 3, 1, 0]],
      ['754999888', [2]],
      ['255754999888', [2]],
      ['juma', [4, 0]],
      // A search does not match across two fields.
      ['juma255', []],
      ["'", []],
      ['nobody', []],
      ['', [5, 4, 3, 2, 1, 0]],
    ]
    for (const [q, places] of searches) {
      assert.deepEqual(
        await phonesOf(`q=${encodeURIComponent(q)}`),
        places.map((place) => phones[place]),
        q,
      )
    }
  })

  it('rejects unknown parameters by name', async () => {
    const wrong: readonly [query: string, name: string][] = [
      ['page=0', 'page'],
      ['page=x', 'page'],
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['sortBy=email', 'sortBy'],
      ['sortBy=', 'sortBy'],
      ['sortBy=fname', 'sortBy'],
      ['sortOrder=up', 'sortOrder'],
      ['q=%00', 'q'],
      [`q=${'x'.repeat(201)}`, 'q'],
    ]
    for (const [query, name] of wrong) {
      const { status, body } = await client.ask('GET', `${contacts}?${query}`)
      assert.deepEqual([status, body], [400, { code: 104, message: `Invalid Parameter: ${name}` }], query)
    }
    assert.equal((await client.ask('GET', `${contacts}?page=999999999999999&limit=1000`)).status, 200)
    assert.deepEqual(await phonesOf('unknown=ignored'), newestFirst)
  })
})
