import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertCounted } from '../../../test/contacts.ts'
import { onOneEngine, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { contactSortFields } from '../../contract/public/contacts.ts'
import { parsePhone } from '../../values/phone.ts'
import { createAccount } from '../accounts/index.ts'
import { type Contact, newContact, searchOf } from './rules.ts'
import { insertContacts, insertMemberships } from './store.ts'
import { getDefaultBookId, insertBook, prepareContacts } from './store-books.ts'
import { type ContactField, listContacts, listContactsAfter } from './store-lists.ts'

const now = new Date('2030-01-01T00:00:00Z')
const directions = ['asc', 'desc'] as const
const firstNames = [
  'Amina',
  'amani',
  'ÖZGE',
  'Élodie',
  '100%',
  'under_score',
  'back\\slash',
  'Zawadi',
  '',
  "O'Neil",
  'éva',
]
const lastNames = ['Juma', 'JUMANNE', 'Öztürk', 'Müller', '', 'Am']

/** More contacts than the scan limit, in a book with most of them, a book with few, and another account. */
const count = 2_600
const limit = 20
const inFew = (index: number) => index % 20 === 0

onOneEngine('contact search', (engine) => {
  let database: TestDatabase
  let accountId: number
  const books = { many: 0, few: 0 }
  let all: (Contact & { readonly search: string })[]
  before(async () => {
    database = await openTestDatabase(engine)
    all = await database.db.transaction(async (tx) => {
      accountId = await createAccount(tx, { name: 'Ours', parentId: null }, [prepareContacts], now)
      const otherId = await createAccount(tx, { name: 'Theirs', parentId: null }, [prepareContacts], now)
      books.many = await getDefaultBookId(tx, accountId)
      books.few = (await insertBook(tx, accountId, { name: 'Few', description: '', isDefault: false }, now)) ?? 0
      const contacts = Array.from({ length: count }, (_, index) => {
        const phone = parsePhone(`2557${String((index * 7_919) % 100_000_000).padStart(8, '0')}`)
        assert.ok(phone)
        const names = {
          firstName: firstNames[index % firstNames.length],
          lastName: lastNames[index % lastNames.length],
        }
        return newContact(phone, { ...names, phone2: index % 50 === 0 ? `25475${phone.slice(-7)}` : '' })
      })
      for (const id of [accountId, otherId]) {
        const ids = [...(await insertContacts(tx, id, contacts, now)).values()]
        if (id === otherId) await insertMemberships(tx, otherId, [await getDefaultBookId(tx, otherId)], ids)
        else await insertMemberships(tx, accountId, [books.many], ids)
      }
      const { items } = await listContacts(tx, accountId, {
        page: 1,
        limit: count,
        bookId: null,
        search: null,
        sort: { field: 'id', direction: 'asc' },
      })
      const few = items.filter((_, index) => inFew(index)).map(({ id }) => id)
      await insertMemberships(tx, accountId, [books.few], few)
      return items.map((contact) => ({ ...contact, search: searchOf(contact) }))
    })
    await assertCounted(database.db)
  })
  after(() => database.drop())

  const ascii = (text: string) => Buffer.from(text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
  const keyOf: Readonly<Record<ContactField, (contact: Contact) => Buffer>> = {
    id: () => ascii(''),
    created: () => ascii(''),
    mob_no: ({ phone }) => ascii(phone),
    first_name: ({ firstName }) => ascii(firstName),
    last_name: ({ lastName }) => ascii(lastName),
  }

  const searches = [null, 'ami', 'am', 'özg', 'öz', '100%', '_', 'k\\s', '25475', 'nobody']

  it('gives the same result with and without the index, for a book and for all, in every order', async () => {
    for (const bookId of [null, books.many, books.few, 999_999_999]) {
      const members = all.filter(
        (_, index) => bookId === null || bookId === books.many || (bookId === books.few && inFew(index)),
      )
      for (const search of searches) {
        const found = members.filter((contact) => search === null || contact.search.includes(search))
        for (const field of contactSortFields) {
          const sorted = found
            .map((contact) => ({ id: contact.id, key: keyOf[field](contact) }))
            .toSorted((one, other) => Buffer.compare(one.key, other.key) || one.id - other.id)
          for (const direction of directions) {
            const wanted = (direction === 'asc' ? sorted : sorted.toReversed()).map(({ id }) => id)
            const pages = Math.max(1, Math.ceil(wanted.length / limit))
            // The first page, and the last, which is read from the end.
            for (const page of new Set([1, pages])) {
              const { items, total } = await listContacts(database.db, accountId, {
                page,
                limit,
                bookId,
                search,
                sort: { field, direction },
              })
              const title = JSON.stringify({ bookId, search, field, direction, page })
              assert.equal(total, wanted.length, title)
              assert.deepEqual(
                items.map(({ id }) => id),
                wanted.slice((page - 1) * limit, page * limit),
                title,
              )
            }
          }
        }
      }
    }
    // Both plans were used.
    assert.ok(all.filter(({ search }) => search.includes('ami')).length > 100)
  })

  it('iterates over a book step by step and returns each contact once', async () => {
    const seen: number[] = []
    for (let afterId = 0; ; ) {
      const step = await listContactsAfter(database.db, accountId, books.many, afterId, 700)
      const last = step.at(-1)
      if (!last) break
      seen.push(...step.map(({ id }) => id))
      afterId = last.id
    }
    assert.deepEqual(
      seen,
      all.map(({ id }) => id),
    )
    assert.deepEqual(await listContactsAfter(database.db, accountId, 999_999_999, 0, 10), [])
  })
})
