import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertCounted, bookOf, books, type Client, contacts, firstClient, freshPhone, newClient } from '../contacts.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'

const refused = (message: string) => ({ data: { message, status: 'false' } })

onOneEngine('Address books', (engine) => {
  let world: World
  let client: Client
  before(async () => {
    world = await shareWorld(engine)
    client = firstClient(world)
  })
  after(async () => {
    await assertCounted(world.db)
    await world.close()
  })

  it('include Default in every account', async () => {
    for (const one of [client, await newClient(world)]) {
      const { status, body } = await one.ask('GET', books)
      assert.equal(status, 200)
      const [{ id, created, ...book }] = body.data
      assert.match(id, /^[1-9]\d*$/)
      assert.match(created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.deepEqual(book, { addressbook: 'Default', description: '', contacts_count: 0 })
      assert.deepEqual(Object.keys(body.data[0]), ['id', 'addressbook', 'description', 'contacts_count', 'created'])
      assert.equal(body.pagination.totalItems, 1)
    }
  })

  it('are created, and listed unchanged', async () => {
    const { status, body } = await client.ask('POST', books, {
      addressbook: '  Customers ',
      description: 'Who bought something',
      more: 'ignored',
    })
    assert.equal(status, 200)
    assert.deepEqual(body, { data: { id: body.data.id, message: 'AddressBook Added Successfully', status: 'true' } })
    assert.match(body.data.id, /^\d+$/)
    const [{ created, ...book }] = await client.list(`${books}?q=customers`)
    assert.equal(created, new Date(created).toISOString())
    assert.deepEqual(book, {
      id: body.data.id,
      addressbook: 'Customers',
      description: 'Who bought something',
      contacts_count: 0,
    })

    for (const [index, description] of [undefined, null, ''].entries()) {
      const { body: added } = await client.ask('POST', books, { addressbook: `Wordless ${index}`, description })
      const [found] = await client.list(`${books}?q=Wordless%20${index}`)
      assert.deepEqual([found.id, found.description], [added.data.id, ''])
    }
  })

  it('require a name', async () => {
    for (const body of [{}, { addressbook: null }, { addressbook: '' }, { addressbook: ' \n' }, { description: 'x' }]) {
      const answer = await client.ask('POST', books, body)
      assert.deepEqual([answer.status, answer.body], [400, refused('addressbook is required')], JSON.stringify(body))
    }
    const wrong: readonly [body: Record<string, unknown>, message: string][] = [
      [{ addressbook: 5 }, 'addressbook must be text'],
      [{ addressbook: ['x'] }, 'addressbook must be text'],
      [{ addressbook: 'x'.repeat(101) }, 'addressbook must have at most 100 characters'],
      [{ addressbook: 'ok', description: 5 }, 'description must be text'],
      [{ addressbook: 'ok', description: 'x'.repeat(1_001) }, 'description must have at most 1000 characters'],
    ]
    for (const [body, message] of wrong) {
      const answer = await client.ask('POST', books, body)
      assert.deepEqual([answer.status, answer.body], [400, refused(message)])
    }
    assert.equal(
      (await client.ask('POST', books, { addressbook: 'y'.repeat(100), description: 'x'.repeat(1_000) })).status,
      200,
    )
  })

  it('have unique names, in any case and script', async () => {
    const names: readonly [name: string, same: readonly string[]][] = [
      ['Friends', ['Friends', 'friends', 'FRIENDS', ' friends ']],
      ['Ärzte', ['ärzte', 'ÄRZTE', 'A\u0308rzte']],
      ['Покупатели', ['ПОКУПАТЕЛИ', 'покупатели']],
      ['100%_\\', ['100%_\\']],
    ]
    for (const [name, same] of names) {
      const id = await client.addBook(name)
      for (const other of same) {
        const answer = await client.ask('POST', books, { addressbook: other })
        assert.deepEqual([answer.status, answer.body], [409, refused(`${other.trim()} already exists`)])
      }
      assert.equal(await bookOf(client, name), id)
    }
    for (const name of ['default', 'DEFAULT']) {
      assert.deepEqual((await client.ask('POST', books, { addressbook: name })).body, refused(`${name} already exists`))
    }
    // Names are unique per account.
    assert.ok(await (await newClient(world)).addBook('Friends'))
  })

  it('are updated, and omitted fields keep their values', async () => {
    const id = await client.addBook('Old name', 'Old words')
    const put = async (body: unknown) => {
      const answer = await client.ask('PUT', `${books}/${id}`, body)
      assert.deepEqual(
        [answer.status, answer.body],
        [200, { data: { id, message: 'AddressBook Updated Successfully', status: 'true' } }],
      )
      const [{ addressbook, description }] = (await client.list(`${books}?limit=1000`)).filter((book) => book.id === id)
      return [addressbook, description]
    }
    assert.deepEqual(await put({ addressbook: 'New name' }), ['New name', 'Old words'])
    assert.deepEqual(await put({ description: 'New words' }), ['New name', 'New words'])
    assert.deepEqual(await put({ addressbook: null, description: '' }), ['New name', ''])
    assert.deepEqual(await put({}), ['New name', ''])
    assert.deepEqual(await put({ addressbook: 'NEW NAME' }), ['NEW NAME', ''])
    // The old name can be used again, the new one is in use.
    await client.addBook('Old name')
    assert.deepEqual(
      (await client.ask('PUT', `${books}/${id}`, { addressbook: 'old NAME' })).body,
      refused('old NAME already exists'),
    )
    assert.deepEqual(
      (await client.ask('PUT', `${books}/${id}`, { addressbook: ' ' })).body,
      refused('addressbook is required'),
    )
    assert.equal((await client.ask('PUT', `${books}/${id}`, { addressbook: 'x'.repeat(101) })).status, 400)
    assert.equal(await bookOf(client, 'NEW NAME'), id)
  })

  it('allow a new description of Default, but not a new name', async () => {
    const id = await bookOf(client, 'Default')
    const renamed = await client.ask('PUT', `${books}/${id}`, { addressbook: 'Mine' })
    assert.deepEqual(
      [renamed.status, renamed.body],
      [403, refused('You do not have permission to rename the Default group')],
    )
    assert.equal(
      (await client.ask('PUT', `${books}/${id}`, { addressbook: 'DEFAULT', description: 'Everybody' })).status,
      200,
    )
    const [book] = await client.list(`${books}?q=default`)
    assert.deepEqual([book.addressbook, book.description], ['Default', 'Everybody'])
  })

  it('can be deleted, except Default; missing ones answer 404', async () => {
    const id = await client.addBook('Short-lived')
    const gone = await client.ask('DELETE', `${books}/${id}`)
    assert.deepEqual(
      [gone.status, gone.body],
      [200, { data: { message: 'AddressBook Deleted successfully', status: 'true' } }],
    )
    for (const missing of [id, '0', '999999999', 'x', '-1', '1.5', '9'.repeat(30), '%00', '%20']) {
      for (const [method, body] of [
        ['DELETE', undefined],
        ['PUT', { addressbook: 'Anything' }],
      ] as const) {
        const answer = await client.ask(method, `${books}/${missing}`, body)
        assert.deepEqual([answer.status, answer.body], [404, refused('AddressBook Not Found')], `${method} ${missing}`)
      }
    }
    const kept = await client.ask('DELETE', `${books}/${await bookOf(client, 'Default')}`)
    assert.deepEqual([kept.status, kept.body], [403, refused('You do not have permission to delete the Default group')])
    assert.ok(await bookOf(client, 'Default'))
  })

  it('keep their contacts when deleted: contacts in no other book move to Default', async () => {
    const own = await newClient(world)
    const [one, two] = [await own.addBook('One'), await own.addBook('Two')]
    const defaultId = await bookOf(own, 'Default')
    const alone = await own.addContact({ mob_no: freshPhone(), addressbook_id: [one] })
    const both = await own.addContact({ mob_no: freshPhone(), addressbook_id: [one, two] })
    const there = await own.addContact({ mob_no: freshPhone(), addressbook_id: [one, defaultId] })
    assert.deepEqual(await own.counts(), { Default: 1, One: 3, Two: 1 })
    assert.equal((await own.ask('DELETE', `${books}/${one}`)).status, 200)
    assert.deepEqual(await own.counts(), { Default: 2, Two: 1 })
    assert.deepEqual((await own.contact(alone)).addressbook_id, [defaultId])
    assert.deepEqual((await own.contact(both)).addressbook_id, [two])
    assert.deepEqual((await own.contact(there)).addressbook_id, [defaultId])
    assert.equal((await own.ask('DELETE', `${books}/${two}`)).status, 200)
    assert.deepEqual(await own.counts(), { Default: 3 })
    assert.equal((await own.ask('GET', contacts)).body.pagination.totalItems, 3)
  })
})
