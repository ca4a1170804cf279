import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createAccount, createKey } from '../../src/modules/accounts/index.ts'
import { newContact } from '../../src/modules/contacts/rules.ts'
import { insertContacts, insertMemberships } from '../../src/modules/contacts/store.ts'
import { getDefaultBookId, prepareContacts } from '../../src/modules/contacts/store-books.ts'
import type { Phone } from '../../src/values/phone.ts'
import { basic, onOneEngine, openWorld, type World } from '../world.ts'

// biome-ignore lint/suspicious/noExplicitAny: each list has its own item type
type Item = any

interface List {
  readonly path: string
  /** Adds items to an empty account. Their sort values repeat, to test the order of equal items. */
  readonly fill: (world: World, accountId: number, count: number) => Promise<unknown>
  /** The sort value for each `sortBy` except `created`, which sorts by id. Equal items are sorted by id. */
  readonly sorts: Readonly<Record<string, (item: Item) => string | number>>
}

const byId = ({ id }: Item) => Number(id)
const lower = (text: string) => text.toLowerCase()

/** Every list of the public API. */
const lists: readonly List[] = [
  {
    path: '/public/v1/sms-templates',
    fill: ({ db }, accountId, count) =>
      sql`
        insert into templates (account_id, title, title_key, text, created_at)
        select ${accountId}, (array['b', 'B', 'a', 'É', '🙂'])[1 + n % 5], (array['b', 'b', 'a', 'é', '🙂'])[1 + n % 5], 'Text ' || n % 7, now()
          from generate_series(1, ${count}::integer) as n
      `.execute(db),
    sorts: { id: byId, sms_title: ({ sms_title }) => lower(sms_title), message: ({ message }) => lower(message) },
  },
  {
    path: '/public/v1/sender-names',
    fill: ({ db }, accountId, count) =>
      sql`
        insert into senders (account_id, sender, sample_content, status, created_at)
        select ${accountId}, case n % 2 when 0 then 'Shop ' else 'SHOP ' end || n, 'Text ' || n % 7, (array['pending', 'active', 'rejected'])[1 + n % 3], now()
          from generate_series(1, ${count}::integer) as n
      `.execute(db),
    sorts: {
      id: byId,
      senderid: ({ senderid }) => lower(senderid),
      sample_content: ({ sample_content }) => lower(sample_content),
      status: ({ status }) => status,
    },
  },
  {
    path: '/public/v1/address-books',
    fill: ({ db }, accountId, count) =>
      sql`
        insert into contact_books (account_id, name, name_key, description, is_default, contacts_count, created_at)
        select ${accountId}, 'É ' || n, 'é ' || n, 'Text ' || n % 7, false, n % 3, now()
          from generate_series(1, ${count}::integer) as n
      `.execute(db),
    sorts: {
      id: byId,
      addressbook: ({ addressbook }) => lower(addressbook),
      description: ({ description }) => lower(description),
      contacts_count: ({ contacts_count }) => contacts_count,
    },
  },
  {
    path: '/public/v1/contacts',
    fill: async (world, accountId, count) => {
      await world.db.transaction(async (tx) => {
        await prepareContacts(tx, accountId, world.clock.now())
        const people = Array.from({ length: count }, (_, index) =>
          newContact(String(255_712_000_000 + ((index * 37) % 1_000)) as Phone, {
            firstName: ['b', 'B', 'a', '🙂'][index % 4],
            lastName: `Name ${index % 7}`,
          }),
        )
        const ids = await insertContacts(tx, accountId, people, world.clock.now())
        await insertMemberships(tx, accountId, [await getDefaultBookId(tx, accountId)], [...ids.values()])
      })
    },
    sorts: {
      id: byId,
      mob_no: ({ mob_no }) => mob_no,
      first_name: ({ first_name }) => lower(first_name),
      last_name: ({ last_name }) => lower(last_name),
    },
  },
]

const itemsCount = 61
const limitMax = 1_000

/** The nine pagination values, counted step by step as a check of the formula. */
function figuresOf(total: number, page: number, limit: number) {
  const starts: number[] = []
  for (let start = 0; start < total; start += limit) starts.push(start)
  const window = starts.length === 0 ? [] : [Math.min(page, starts.length)]
  while (window.length < Math.min(10, starts.length)) {
    const [first = 0, last = 0] = [window[0], window.at(-1)]
    // Grows to both sides in turn, earlier pages first, and to one side when the other has ended.
    if (last === starts.length || (first > 1 && window.length % 2 === 1)) window.unshift(first - 1)
    else window.push(last + 1)
  }
  const startIndex = (page - 1) * limit
  const onPage = Math.max(0, Math.min(limit, total - startIndex))
  return {
    totalItems: total,
    currentPage: page,
    pageSize: limit,
    totalPages: starts.length,
    startPage: window[0] ?? 0,
    endPage: window.at(-1) ?? 0,
    startIndex,
    endIndex: startIndex + onPage - 1,
    pages: window,
  }
}

/** Compares by code point like the database; JavaScript compares UTF-16 units. */
function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other)
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

const directions = ['asc', 'desc', 'ASC', 'DESC'] as const
const limit = fc.oneof(fc.integer({ min: 1, max: itemsCount + 2 }), fc.integer({ min: 1, max: limitMax }))

/** On both engines, because the database sorts the texts. */
onOneEngine('Lists of the public API', (engine) => {
  const orders = engine === 'embedded' ? 10 : 20
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  /** An account without the default objects of the modules. */
  const openAccount = () =>
    world.db.transaction(async (tx) => {
      const id = await createAccount(tx, { name: 'Lists', parentId: null }, [], world.clock.now())
      const { apiKey, secret } = await createKey(tx, id, 'key', world.clock.now())
      return { id, authorization: basic(apiKey, secret) }
    })

  for (const { path, fill, sorts } of lists) {
    const read = async (authorization: string, query: Readonly<Record<string, string | number>>) => {
      const asked = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const { status, body } = await world.request('GET', `${path}?${asked}`, { headers: { authorization } })
      assert.equal(status, 200, `${asked}: ${JSON.stringify(body)}`)
      assert.deepEqual(Object.keys(body), ['data', 'pagination'])
      return body as { data: Item[]; pagination: ReturnType<typeof figuresOf> }
    }

    it(`visit every item of ${path} once and in order, with matching counts, for every limit and order`, async () => {
      const { id, authorization } = await openAccount()
      await fill(world, id, itemsCount)
      const { data: items } = await read(authorization, { limit: limitMax })
      assert.equal(new Set(items.map(byId)).size, itemsCount)
      const sorted = (sortBy: string | undefined, isDown: boolean) => {
        const keyOf = sorts[sortBy ?? 'created'] ?? byId
        const up = items.toSorted((a, b) => compare(keyOf(a), keyOf(b)) || byId(a) - byId(b))
        return isDown ? up.toReversed() : up
      }
      const order = fc.record(
        { sortBy: fc.constantFrom('created', ...Object.keys(sorts)), sortOrder: fc.constantFrom(...directions) },
        { requiredKeys: [] },
      )
      await fc.assert(
        fc.asyncProperty(order, limit, async (asked, limit) => {
          const isDown =
            asked.sortOrder === undefined
              ? (asked.sortBy ?? 'created') === 'created'
              : asked.sortOrder.toLowerCase() === 'desc'
          const wanted = sorted(asked.sortBy, isDown)
          const visited: Item[] = []
          for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
            const { data, pagination } = await read(authorization, { ...asked, page, limit })
            assert.deepEqual(pagination, figuresOf(itemsCount, page, limit))
            assert.deepEqual(data, wanted.slice(pagination.startIndex, pagination.endIndex + 1))
            visited.push(...data)
            totalPages = pagination.totalPages
          }
          assert.deepEqual(visited, wanted)
        }),
        { numRuns: orders },
      )
    })

    it(`are empty past the end of ${path}, and without items`, async () => {
      const { id, authorization } = await openAccount()
      const past = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 1_000_000_000_000 }))
      const assertEmptyAfter = (total: number) =>
        fc.assert(
          fc.asyncProperty(past, limit, async (pages, limit) => {
            const page = Math.ceil(total / limit) + pages
            assert.deepEqual(await read(authorization, { page, limit }), {
              data: [],
              pagination: figuresOf(total, page, limit),
            })
          }),
          { numRuns: 10 },
        )
      await assertEmptyAfter(0)
      await fill(world, id, itemsCount)
      await assertEmptyAfter(itemsCount)
    })
  }
})
