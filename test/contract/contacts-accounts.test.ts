import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertCounted, bookOf, books, type Client, contacts, freshPhone, newClient } from '../contacts.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'

const missing = '999999999'

onOneEngine("Another account's contacts and address books", (engine) => {
  let world: World
  let client: Client
  let other: Client
  let own: { readonly contact: string; readonly book: string }
  let theirs: { readonly contact: string; readonly book: string; readonly defaultBook: string; readonly phone: string }
  before(async () => {
    world = await shareWorld(engine)
    client = await newClient(world)
    other = await newClient(world)
    const make = async (one: Client) => {
      const book = await one.addBook('Friends')
      const phone = freshPhone()
      return {
        book,
        phone,
        contact: await one.addContact({ mob_no: phone, first_name: 'Somebody', addressbook_id: [book] }),
        defaultBook: await bookOf(one, 'Default'),
      }
    }
    own = await make(client)
    theirs = await make(other)
  })
  after(async () => {
    await assertCounted(world.db)
    await world.close()
  })

  /** An answer without its request id and date. */
  async function look(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
    const { status, text, headers } = await client.ask(method, path, body)
    const { 'x-request-id': _, date: __, ...seen } = headers as Record<string, unknown>
    return { status, text, headers: seen }
  }

  it('look missing, and stay unchanged', async () => {
    const before = [await other.list(books), await other.list(contacts)]
    const contact = [theirs.contact]
    const book = [theirs.book, theirs.defaultBook]
    const calls: readonly [ids: readonly string[], call: (id: string) => ReturnType<typeof look>][] = [
      [book, (id) => look('PUT', `${books}/${id}`, { addressbook: 'Mine now' })],
      [book, (id) => look('PUT', `${books}/${id}`, { addressbook: 'Friends' })],
      [book, (id) => look('PUT', `${books}/${id}`, {})],
      [book, (id) => look('DELETE', `${books}/${id}`)],
      [book, (id) => look('GET', `${contacts}?addressbook_id=${id}`)],
      [book, (id) => look('GET', `${contacts}?addressbook_id=${id}&q=somebody`)],
      [book, (id) => look('GET', `${contacts}?addressbook_id=${id}&sortBy=first_name`)],
      [book, (id) => look('POST', contacts, { mob_no: '255712345678', addressbook_id: [id] })],
      [book, (id) => look('POST', contacts, { mob_no: '255712345678', addressbook_id: [own.book, id] })],
      [book, (id) => look('PUT', `${contacts}/${own.contact}`, { addressbook_id: [id] })],
      [
        book,
        (id) => look('PUT', `${contacts}/${own.contact}`, { addressbook_id: [own.book, id], first_name: 'Moved' }),
      ],
      [book, (id) => look('DELETE', `${contacts}/${own.contact}?addressbook_id=${id}`)],
      [book, (id) => look('DELETE', contacts, { contacts_id: [own.contact], addressbook_id: [id] })],
      [contact, (id) => look('PUT', `${contacts}/${id}`, { first_name: 'Mine now' })],
      [contact, (id) => look('PUT', `${contacts}/${id}`, { mob_no: theirs.phone })],
      [contact, (id) => look('PUT', `${contacts}/${id}`, { mob_no: 'x' })],
      [contact, (id) => look('DELETE', `${contacts}/${id}`)],
      [contact, (id) => look('DELETE', `${contacts}/${id}?addressbook_id=${own.book}`)],
      [contact, (id) => look('DELETE', `${contacts}/${id}?addressbook_id=${theirs.book}`)],
      [contact, (id) => look('DELETE', contacts, { contacts_id: [id] })],
      [contact, (id) => look('DELETE', contacts, { contacts_id: [own.contact, id] })],
      [contact, (id) => look('DELETE', contacts, { contacts_id: [id], addressbook_id: [theirs.book] })],
      [[String(other.accountId)], (id) => look('GET', `${books}?parent_vendor_id=${id}`)],
    ]
    for (const [ids, call] of calls) {
      const wanted = await call(missing)
      for (const id of ids) assert.deepEqual(await call(id), wanted, String(call))
    }
    assert.deepEqual([await other.list(books), await other.list(contacts)], before)
    assert.deepEqual((await client.contact(own.contact)).addressbook_id, [own.book])
    assert.deepEqual(await client.counts(), { Default: 0, Friends: 1 })
  })

  it('do not block numbers and names', async () => {
    assert.ok(await client.addContact({ mob_no: theirs.phone }))
    assert.ok(await client.addBook('Only theirs'))
    assert.ok(await other.addBook('only THEIRS'))
    assert.deepEqual(
      (await other.list(`${contacts}?q=${theirs.phone}`)).map(({ id }) => id),
      [theirs.contact],
    )
  })
})
