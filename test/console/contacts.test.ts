import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../src/engine/db/index.ts'
import { csvHeader, exportBook } from '../../src/modules/contacts/export.ts'
import { newContact } from '../../src/modules/contacts/rules.ts'
import { insertContacts, insertMemberships } from '../../src/modules/contacts/store.ts'
import type { Phone } from '../../src/values/phone.ts'
import { assertCounted, freshPhone } from '../contacts.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'
import { addAccount, command, consolePath } from './people.ts'

onOneEngine('contacts and address books in the console API', (engine) => {
  let world: World
  let accountId: number
  let defaultId: number
  before(async () => {
    world = await shareWorld(engine)
    accountId = await addAccount(world)
    defaultId = (await ask('GET', '/books')).body.data[0].id
  })
  after(async () => {
    await assertCounted(world.db)
    await world.close()
  })

  const ask = (method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    command(world, method, `/accounts/${accountId}${path}`, body)

  it('returns console field names', async () => {
    const created = await ask('POST', '/books', { name: 'Friends', description: 'Of ours' })
    assert.equal(created.status, 201)
    const { id, createdAt, ...book } = created.body
    assert.deepEqual([typeof id, new Date(createdAt).toISOString()], ['number', createdAt])
    assert.deepEqual(book, { name: 'Friends', description: 'Of ours', isDefault: false, contactsCount: 0 })
    const whole = {
      phone: freshPhone(),
      phone2: freshPhone(),
      title: 'Dr',
      firstName: 'Amina',
      lastName: 'Juma',
      gender: 'female',
      email: 'amina@example.com',
      country: 'Tanzania',
      city: 'Moshi',
      area: 'Soweto',
      birthDate: '1990-01-31',
      fields: {},
    }
    const added = await ask('POST', '/contacts', { ...whole, bookIds: [id, defaultId] })
    assert.equal(added.status, 201)
    const { id: contactId, createdAt: _, bookIds, ...contact } = added.body
    assert.deepEqual([contact, bookIds.toSorted(), typeof contactId], [whole, [defaultId, id].toSorted(), 'number'])
    assert.deepEqual((await ask('GET', `/contacts/${contactId}`)).body, added.body)
    assert.deepEqual((await ask('GET', `/contacts?book=${id}&q=AMI`)).body.data, [added.body])
    assert.deepEqual((await ask('GET', `/books?sortBy=contactsCount&sortOrder=desc&q=friends`)).body.data, [
      { ...created.body, contactsCount: 1 },
    ])

    const changed = await ask('PUT', `/contacts/${contactId}`, { firstName: 'Asha', bookIds: [id] })
    assert.deepEqual([changed.status, changed.body], [200, { ...added.body, firstName: 'Asha', bookIds: [id] }])
    const renamed = await ask('PUT', `/books/${id}`, { name: 'Best friends' })
    assert.deepEqual([renamed.status, renamed.body], [200, { ...created.body, name: 'Best friends', contactsCount: 1 }])
    assert.equal((await ask('DELETE', `/contacts/${contactId}?book=${defaultId}`)).status, 404)
    assert.equal((await ask('DELETE', `/contacts/${contactId}?book=${id}`)).status, 204)
    assert.equal((await ask('GET', `/contacts/${contactId}`)).status, 404)
    assert.equal((await ask('DELETE', `/books/${id}`)).status, 204)
    assert.equal((await ask('GET', `/books/${id}`)).status, 404)
  })

  it('rejects invalid input with a message', async () => {
    const phone = freshPhone()
    await ask('POST', '/contacts', { phone })
    const refused: readonly [
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body: unknown,
      code: number,
      message: string,
    ][] = [
      ['POST', '/books', {}, 400, 'The body is invalid: name is required.'],
      ['POST', '/books', { name: 'default' }, 409, 'Another address book has the name.'],
      ['POST', '/books', [], 400, 'The body is invalid.'],
      ['POST', '/books', '{', 400, 'The body is invalid.'],
      ['DELETE', `/books/${defaultId}`, undefined, 403, 'The address book Default cannot be renamed or deleted.'],
      ['GET', '/books/x', undefined, 404, 'The address book does not exist.'],
      ['GET', '/books/999999999/export', undefined, 404, 'The address book does not exist.'],
      ['POST', '/contacts', { phone: 'x' }, 400, 'A phone number is not valid for the country of the account.'],
      ['POST', '/contacts', { phone }, 409, 'Another contact has the phone number.'],
      ['POST', '/contacts', { phone: freshPhone(), bookIds: [999_999_999] }, 404, 'The address book does not exist.'],
      [
        'POST',
        '/contacts',
        { phone: freshPhone(), firstName: 5 },
        400,
        'The body is invalid: first_name must be text.',
      ],
      [
        'POST',
        '/contacts',
        { phone: freshPhone(), birthDate: 'x' },
        400,
        'The body is invalid: birth_date must be a date, as YYYY-MM-DD.',
      ],
      ['PUT', '/contacts/999999999', { phone: 'x' }, 404, 'The contact does not exist.'],
      ['DELETE', '/contacts/x', undefined, 404, 'The contact does not exist.'],
    ]
    for (const [method, path, body, code, message] of refused) {
      const answer = await ask(method, path, body)
      assert.deepEqual([answer.status, answer.body.detail], [code, message], `${method} ${path}`)
    }
    assert.equal((await ask('GET', '/contacts?cursor=x')).body.detail, 'The parameter cursor is invalid.')
    assert.equal((await ask('GET', '/books?sort_by=email')).body.detail, 'The parameter sort_by is invalid.')
  })

  it('exports CSV with quotes, line breaks and formulas escaped', async () => {
    const book = (await ask('POST', '/books', { name: 'To export\r\nX: "1"' })).body.id
    const add = (fields: Record<string, unknown>) => ask('POST', '/contacts', { bookIds: [book], ...fields })
    await add({
      phone: '255711000001',
      firstName: 'A "B", C',
      lastName: 'two\nlines',
      email: 'a@example.com, b@example.com',
    })
    await add({
      phone: '255711000002',
      firstName: '=HYPERLINK("x")',
      lastName: '-1',
      city: "'+1",
      area: "'t Hart",
      birthDate: '1990-01-31',
    })
    const answer = await ask('GET', `/books/${book}/export`)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(answer.headers['content-disposition'], `attachment; filename="contacts-${book}.csv"`)
    assert.equal(
      answer.text,
      [
        'mob_no,mob_no2,title,first_name,last_name,gender,email,address_country,address_city,address_area,dob',
        '255711000001,,,"A ""B"", C","two\nlines",,"a@example.com, b@example.com",,,,',
        `255711000002,,,"'=HYPERLINK(""x"")",'-1,,,,''+1,'t Hart,1990-01-31`,
        '',
      ].join('\r\n'),
    )
    const head = await ask('HEAD', `/books/${book}/export`)
    assert.deepEqual([head.status, head.text, head.headers['content-type']], [200, '', 'text/csv; charset=utf-8'])
    assert.equal(
      (await ask('GET', `/books/${(await ask('POST', '/books', { name: 'Empty' })).body.id}/export`)).text,
      csvHeader([]),
    )
  })

  it('streams an export to the last contact, and stops when the client stops reading', async () => {
    const count = 12_000
    const bookId: number = (await ask('POST', '/books', { name: 'Large' })).body.id
    const contacts = Array.from({ length: count }, (_, index) =>
      newContact(`26070${String(index).padStart(7, '0')}` as Phone, { firstName: 'n'.repeat(90) }),
    )
    await world.db.transaction(async (tx) => {
      const ids = await insertContacts(tx, accountId, contacts, world.clock.now())
      await insertMemberships(tx, accountId, [bookId], [...ids.values()])
    })
    const path = `${consolePath}/accounts/${accountId}/books/${bookId}/export`
    const whole = (await command(world, 'GET', path)).text.trimEnd().split('\r\n')
    assert.deepEqual(
      whole.slice(1).map((line) => line.split(',', 1)[0]),
      contacts.map(({ phone }) => phone),
    )

    let steps = 0
    const counting = {
      getExecutor() {
        steps += 1
        return world.db.getExecutor()
      },
    }
    const stream = exportBook(counting as Database, accountId, bookId)
    const [first] = (await once(
      stream.once('readable', () => {}),
      'readable',
    ).then(() => [stream.read()])) as [Buffer]
    assert.ok(first.toString().startsWith(csvHeader([])))
    // One step fills the stream's buffer, so no further step is read until the client reads.
    await setImmediate()
    await world.db.transaction(async () => {})
    assert.ok(steps <= 2, `${steps} steps`)
    stream.destroy()
    await once(stream, 'close')
    assert.ok(steps <= 2, `${steps} steps`)
  })
})
