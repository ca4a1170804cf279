import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertCounted, bookOf, type Client, contacts, freshPhone, newClient } from '../contacts.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'

const refused = (message: string) => ({ data: { message, status: 'false' } })
const badNumber = { status: 400, message: 'Invalid Mobile Number' }
const deleted = { data: { message: 'Contacts Deleted Successfully', status: 'true' } }
const missingIds = ['0', '999999999', 'x', '-1', '1.5', '9'.repeat(30), '%00']

onOneEngine('A contact', (engine) => {
  let world: World
  let client: Client
  let defaultId: string
  let one: string
  let two: string
  before(async () => {
    world = await shareWorld(engine)
    client = await newClient(world)
    defaultId = await bookOf(client, 'Default')
    one = await client.addBook('One')
    two = await client.addBook('Two')
  })
  after(async () => {
    await assertCounted(world.db)
    await world.close()
  })

  const put = (id: string, body: unknown) => client.ask('PUT', `${contacts}/${id}`, body)
  const add = (...addressbook_id: string[]) => client.addContact({ mob_no: freshPhone(), addressbook_id })
  const booksOf = async (id: string) => (await client.contact(id))?.addressbook_id
  /** The changes of the book counts during `work`. */
  async function changeOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await client.counts()
    await work()
    await assertCounted(world.db)
    const now = await client.counts()
    return Object.fromEntries(
      Object.keys(now).flatMap((name) =>
        now[name] === before[name] ? [] : [[name, (now[name] ?? 0) - (before[name] ?? 0)]],
      ),
    )
  }

  it('is updated by field, under new or old names; omitted and null fields keep their values', async () => {
    const phone = freshPhone()
    const id = await client.addContact({
      mob_no: phone,
      mob_no2: freshPhone(),
      title: 'Ms',
      first_name: 'Amina',
      email: 'a@example.com',
      dob: '1990-01-31',
    })
    const before = await client.contact(id)
    const answer = await put(id, {})
    assert.deepEqual(
      [answer.status, answer.body],
      [200, { data: { id, message: 'Contact Updated Successfully', status: 'true' } }],
    )
    assert.deepEqual(await client.contact(id), before)
    assert.equal((await put(id, Object.fromEntries(Object.keys(before).map((name) => [name, null])))).status, 200)
    assert.deepEqual(await client.contact(id), before)

    assert.equal((await put(id, { lname: 'Juma', address_city: 'Moshi' })).status, 200)
    assert.deepEqual(await client.contact(id), {
      ...before,
      last_name: 'Juma',
      lname: 'Juma',
      address_city: 'Moshi',
      city: 'Moshi',
    })
    assert.equal(
      (await put(id, { last_name: '', city: '', mob_no2: '', birth_date: '', title: '', email: '' })).status,
      200,
    )
    assert.deepEqual(await client.contact(id), {
      ...before,
      mob_no2: '',
      dob: '',
      birth_date: '',
      title: '',
      email: '',
    })

    const other = freshPhone()
    assert.equal((await put(id, { mob_no: other, first_name: 'Asha' })).status, 200)
    assert.deepEqual(
      (await client.list(`${contacts}?q=${other}`)).map(({ id, fname }) => [id, fname]),
      [[id, 'Asha']],
    )
    assert.deepEqual(await client.list(`${contacts}?q=${phone}`), [])
    assert.deepEqual(await client.list(`${contacts}?q=amina`), [])
    // The old number can be used again, and keeping the own number is no conflict.
    assert.ok(await client.addContact({ mob_no: phone }))
    assert.equal((await put(id, { mob_no: other })).status, 200)
  })

  it('moves to exactly the given books', async () => {
    const id = await add()
    assert.deepEqual(await changeOf(() => put(id, { addressbook_id: [one, two] })), { Default: -1, One: 1, Two: 1 })
    assert.deepEqual(await booksOf(id), [one, two])
    assert.deepEqual(await changeOf(() => put(id, { addressbook_id: [two, defaultId] })), { Default: 1, One: -1 })
    assert.deepEqual(await changeOf(() => put(id, { addressbook_id: null, first_name: 'Still there' })), {})
    assert.deepEqual(await changeOf(() => put(id, { addressbook_id: [defaultId, two] })), {})
    assert.deepEqual(await changeOf(() => put(id, { addressbook_id: one })), { Default: -1, One: 1, Two: -1 })
    assert.deepEqual(await changeOf(() => put(id, { addressbook_id: [] })), { Default: 1, One: -1 })
    assert.deepEqual(await booksOf(id), [defaultId])
    assert.deepEqual(
      (await put(id, { addressbook_id: [one, '999999999'], first_name: 'Lost' })).body,
      refused('Addressbook Not Found'),
    )
    assert.deepEqual([await booksOf(id), (await client.contact(id)).first_name], [[defaultId], 'Still there'])
  })

  it('reports the first of several errors: the contact, its number, its books, a duplicate number, its fields', async () => {
    const taken = freshPhone()
    await client.addContact({ mob_no: taken })
    const id = await add()
    const before = await client.contact(id)
    const all: readonly [fault: Record<string, unknown>, status: number, body: unknown][] = [
      [{ mob_no: 'x' }, 400, badNumber],
      [{ mob_no: '' }, 400, badNumber],
      [{ mob_no2: 'x' }, 400, badNumber],
      [{ addressbook_id: Array(1_001).fill(one) }, 400, refused('addressbook_id must have at most 1000 ids')],
      [{ addressbook_id: ['x'] }, 404, refused('Addressbook Not Found')],
      [{ mob_no: taken }, 409, refused('Contact already exists')],
      [{ gender: 'x'.repeat(33) }, 400, refused('gender must have at most 32 characters')],
      [{ dob: '1990-02-30' }, 400, refused('dob must be a date, as YYYY-MM-DD')],
    ]
    for (let first = 0; first < all.length; first += 1) {
      const faults = Object.assign(
        {},
        ...all
          .slice(first)
          .map(([fault]) => fault)
          .toReversed(),
      )
      const answer = await put(id, faults)
      assert.deepEqual([answer.status, answer.body], all[first]?.slice(1), JSON.stringify(faults))
      for (const missing of missingIds) {
        const none = await put(missing, faults)
        assert.deepEqual([none.status, none.body], [404, refused('Contact Not Found')], missing)
      }
    }
    assert.deepEqual(await client.contact(id), before)
  })

  it('is deleted from all its books', async () => {
    const [id, stays] = [await add(one, two), await add(one)]
    assert.deepEqual(
      await changeOf(async () => {
        const answer = await client.ask('DELETE', `${contacts}/${id}`)
        assert.deepEqual([answer.status, answer.body], [200, deleted])
      }),
      { One: -1, Two: -1 },
    )
    assert.equal(await client.contact(id), undefined)
    assert.deepEqual(await booksOf(stays), [one])
    for (const missing of [id, ...missingIds]) {
      for (const query of ['', `?addressbook_id=${one}`, '?addressbook_id=x']) {
        const answer = await client.ask('DELETE', `${contacts}/${missing}${query}`)
        assert.deepEqual([answer.status, answer.body], [404, refused('Contact Not Found')], `${missing}${query}`)
      }
    }
  })

  it('is removed from a given book, and deleted with its last book', async () => {
    const id = await add(one, two)
    const out = (of: string, book: string) => client.ask('DELETE', `${contacts}/${of}?addressbook_id=${book}`)
    for (const book of [defaultId, ...missingIds, '%20', `${one}&addressbook_id=${two}`]) {
      const answer = await out(id, book)
      assert.deepEqual([answer.status, answer.body], [404, refused('Contact Not Found')], book)
    }
    assert.deepEqual(await booksOf(id), [one, two])
    assert.deepEqual(await changeOf(async () => assert.deepEqual((await out(id, one)).body, deleted)), { One: -1 })
    assert.deepEqual(await booksOf(id), [two])
    assert.equal((await out(id, one)).status, 404)
    assert.deepEqual(await changeOf(async () => assert.deepEqual((await out(id, two)).body, deleted)), { Two: -1 })
    assert.equal(await client.contact(id), undefined)
    // An empty id is an unknown book: a client with an unset variable must not delete a contact from all books.
    const other = await add(one, two)
    assert.deepEqual(await changeOf(async () => assert.equal((await out(other, '')).status, 404)), {})
  })

  it('is deleted with others by a request body, all or none', async () => {
    const remove = (body: unknown) => client.ask('DELETE', contacts, body)
    const [first, second, third, fourth] = [await add(one), await add(one, two), await add(two), await add()]
    const refusals: readonly [body: Record<string, unknown>, status: number, message: string][] = [
      [{}, 400, 'contacts_id is required'],
      [{ contacts_id: null, addressbook_id: [one] }, 400, 'contacts_id is required'],
      [{ contacts_id: [] }, 404, 'Contact Not Found'],
      [{ contacts_id: [first, '999999999'] }, 404, 'Contact Not Found'],
      [{ contacts_id: [first, 'x'] }, 404, 'Contact Not Found'],
      [{ contacts_id: [first, null] }, 404, 'Contact Not Found'],
      [{ contacts_id: [first, third], addressbook_id: [one] }, 404, 'Contact Not Found'],
      [{ contacts_id: [first], addressbook_id: ['999999999'] }, 404, 'Contact Not Found'],
      [{ contacts_id: [first], addressbook_id: ['x'] }, 404, 'Contact Not Found'],
      [{ contacts_id: [first], addressbook_id: [] }, 404, 'Contact Not Found'],
      [{ contacts_id: Array(1_001).fill(first) }, 400, 'contacts_id must have at most 1000 ids'],
      [
        { contacts_id: [first], addressbook_id: Array(1_001).fill(one) },
        400,
        'addressbook_id must have at most 1000 ids',
      ],
    ]
    for (const [body, status, message] of refusals) {
      assert.deepEqual(
        await changeOf(async () => {
          const answer = await remove(body)
          assert.deepEqual([answer.status, answer.body], [status, refused(message)], JSON.stringify(body).slice(0, 100))
        }),
        {},
      )
    }
    const done = async (body: unknown) =>
      assert.deepEqual(await remove(body).then(({ status, body }) => [status, body]), [200, deleted])
    // The first contact is in no other book and is deleted; the second is.
    assert.deepEqual(await changeOf(() => done({ contacts_id: [first, second], addressbook_id: [one] })), { One: -2 })
    assert.equal(await client.contact(first), undefined)
    assert.deepEqual(await booksOf(second), [two])
    // A single id works like a list, and numbers work like strings.
    assert.deepEqual(await changeOf(() => done({ contacts_id: Number(second), addressbook_id: [one, Number(two)] })), {
      Two: -1,
    })
    assert.equal(await client.contact(second), undefined)
    assert.deepEqual(await changeOf(() => done({ contacts_id: [third, fourth, third] })), { Default: -1, Two: -1 })
    assert.deepEqual([await client.contact(third), await client.contact(fourth)], [undefined, undefined])
  })
})
