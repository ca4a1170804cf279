import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { App } from '../../src/app.ts'
import { assertCounted, bookOf, books, type Client, contacts, firstClient, freshPhone } from '../contacts.ts'
import { openAppOn } from '../e2e/apps.ts'
import { shareWorld } from '../shared-world.ts'
import { authorization, onOneEngine, openTestDatabase, postgresUrl, type TestDatabase, type World } from '../world.ts'

const rounds = 10
/** Fixes the operations of a run; their order still varies. */
const seed = 20_301

/** Asserts that one request succeeded and all others got 409. */
function assertOneWon(
  answers: readonly { readonly status: number; readonly body: { data: { message: string } } }[],
  message: string,
  exists: string,
): void {
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(answers.length - 1).fill(409)])
  assert.deepEqual(
    answers.map(({ body }) => body.data.message).toSorted(),
    [...Array(answers.length - 1).fill(exists), message].toSorted(),
  )
}

onOneEngine('Concurrent changes of contacts and books', (engine) => {
  let world: World
  let client: Client
  before(async () => {
    world = await shareWorld(engine)
    client = firstClient(world)
  })
  after(() => world.close())

  it('create one contact; the other requests answer that it exists', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const body = { mob_no: freshPhone() }
      const added = await Promise.all(Array.from({ length: 4 }, () => client.ask('POST', contacts, body)))
      assertOneWon(added, 'Contact added successfully', 'Contact already exists')
      const book = { addressbook: `Round ${round}` }
      const created = await Promise.all(Array.from({ length: 4 }, () => client.ask('POST', books, book)))
      assertOneWon(created, 'AddressBook Added Successfully', `Round ${round} already exists`)
    }
    await assertCounted(world.db)
  })

  it('never take a number or name that is in use', async () => {
    const ids = await Promise.all([0, 1, 2].map(() => client.addContact({ mob_no: freshPhone() })))
    const mob_no = freshPhone()
    const moved = await Promise.all(ids.map((id) => client.ask('PUT', `${contacts}/${id}`, { mob_no })))
    assertOneWon(moved, 'Contact Updated Successfully', 'Contact already exists')
    const bookIds = await Promise.all([0, 1, 2].map((index) => client.addBook(`Renamed ${index}`)))
    const renamed = await Promise.all(
      bookIds.map((id) => client.ask('PUT', `${books}/${id}`, { addressbook: 'One name' })),
    )
    assertOneWon(renamed, 'AddressBook Updated Successfully', 'One name already exists')
  })

  it('leave all counts right and every contact in a book', async () => {
    const defaultId = await bookOf(client, 'Default')
    const phones = Array.from({ length: 8 }, freshPhone)
    /** May contain deleted ids: requests for missing objects are part of the test. */
    const known = { books: new Set([defaultId]), contacts: new Set<string>() }
    const pick = (ids: ReadonlySet<string>, at: number) => [...ids][at % Math.max(ids.size, 1)] ?? '0'
    const step = fc.record({
      what: fc.constantFrom(
        'contact',
        'contact',
        'book',
        'move',
        'move',
        'rename',
        'out',
        'delete',
        'bulk',
        'delete book',
      ),
      a: fc.nat(50),
      b: fc.nat(50),
      c: fc.nat(50),
    })
    const run = async ({ what, a, b, c }: { what: string; a: number; b: number; c: number }): Promise<number> => {
      const id = pick(known.contacts, a)
      const some = [pick(known.books, b), pick(known.books, c)]
      const contact = `${contacts}/${id}`
      const ask = async (...question: Parameters<Client['ask']>) => {
        const { status, body } = await client.ask(...question)
        if (status === 200 && question[0] === 'POST') known[what === 'book' ? 'books' : 'contacts'].add(body.data.id)
        if (status === 200 && what === 'delete') known.contacts.delete(id)
        if (status === 200 && what === 'delete book') known.books.delete(some[0] ?? '')
        return status
      }
      if (what === 'contact')
        return ask('POST', contacts, { mob_no: phones[a % phones.length], addressbook_id: c % 3 === 0 ? [] : some })
      if (what === 'book') return ask('POST', books, { addressbook: `Book ${a % 6}` })
      if (what === 'move') return ask('PUT', contact, { addressbook_id: some })
      if (what === 'rename') return ask('PUT', contact, { mob_no: phones[b % phones.length], first_name: `${c}` })
      if (what === 'out') return ask('DELETE', `${contact}?addressbook_id=${some[0]}`)
      if (what === 'bulk')
        return ask('DELETE', contacts, {
          contacts_id: [pick(known.contacts, a), pick(known.contacts, b)],
          addressbook_id: c % 2 ? some : [],
        })
      return what === 'delete' ? ask('DELETE', contact) : ask('DELETE', `${books}/${some[0]}`)
    }
    const seen = new Map<string, Set<number>>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 4, maxLength: 10 }), { minLength: 4, maxLength: 8 }),
        async (waves) => {
          for (const wave of waves) {
            const statuses = await Promise.all(wave.map(run))
            for (const [index, { what }] of wave.entries())
              seen.set(what, (seen.get(what) ?? new Set()).add(statuses[index] ?? 0))
            assert.deepEqual(
              statuses.filter((status) => ![200, 403, 404, 409].includes(status)),
              [],
            )
          }
          await assertCounted(world.db)
        },
      ),
      { numRuns: 15, endOnFailure: true, seed },
    )
    // The test is only meaningful if every operation succeeded at least once.
    for (const [what, statuses] of seen) assert.ok(statuses.has(200), `${what}: ${[...statuses]}`)
    assert.equal(seen.size, 8)
    const { pagination } = (await client.ask('GET', contacts)).body
    assert.equal((await client.list(`${contacts}?limit=1000`)).length, pagination.totalItems)
  })
})

describe('Two processes on one database', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  let database: TestDatabase
  let apps: App[]
  before(async () => {
    database = await openTestDatabase('postgres')
    apps = [await openAppOn(database)]
    apps.push(await openAppOn(database))
  })
  after(async () => {
    for (const app of apps) await app.close()
    await database.drop()
  })

  it('create a contact and a book only once', async () => {
    const askAll = (url: string, payload: Record<string, unknown>) =>
      Promise.all(
        [...apps, ...apps].map(async (app) => {
          const { statusCode, body } = await app.http.inject({
            method: 'POST',
            url,
            headers: { authorization },
            payload,
          })
          return { status: statusCode, body: JSON.parse(body) }
        }),
      )
    for (let round = 0; round < rounds; round += 1) {
      assertOneWon(
        await askAll(contacts, { mob_no: freshPhone() }),
        'Contact added successfully',
        'Contact already exists',
      )
      assertOneWon(
        await askAll(books, { addressbook: `Round ${round}` }),
        'AddressBook Added Successfully',
        `Round ${round} already exists`,
      )
    }
    await assertCounted(database.db)
  })
})
