import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { openContacts } from '../../src/modules/contacts/context.ts'
import { cleanRemovedFields } from '../../src/modules/contacts/fields/fields.ts'
import { markFieldRemoved } from '../../src/modules/contacts/fields/store.ts'
import { books, type Client, contacts, newClient } from '../contacts.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'
import { addAccount, command } from './people.ts'

onOneEngine('contact fields and segments in the account API', (engine) => {
  let world: World
  let client: Client
  before(async () => {
    world = await shareWorld(engine)
    client = await newClient(world)
  })
  after(() => world.close())

  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    command(world, method, `/accounts/${client.accountId}${path}`, body)
  const addContact = async (phone: string, fields: Record<string, unknown>): Promise<number> => {
    const { status, text, body } = await ask('POST', '/contacts', { phone, fields })
    assert.equal(status, 201, text)
    return body.id
  }
  const phonesOf = (body: { data: { phone: string }[] }) => body.data.map(({ phone }) => phone)

  it('defines fields, keeps their keys, and stores values by type', async () => {
    const voucher = await ask('POST', '/contact-fields', { name: 'Voucher', type: 'text' })
    assert.equal(voucher.status, 201, voucher.text)
    const { id, createdAt: _, ...field } = voucher.body
    assert.deepEqual(field, { key: 'voucher', name: 'Voucher', type: 'text', choices: [] })
    const renamed = await ask('PUT', `/contact-fields/${id}`, { name: 'Voucher code' })
    assert.deepEqual([renamed.body.key, renamed.body.name], ['voucher', 'Voucher code'])
    await ask('POST', '/contact-fields', { name: 'Points', type: 'number' })
    await ask('POST', '/contact-fields', { name: 'Tier', type: 'choice', choices: ['Gold', 'Silver'] })
    const listed = await ask('GET', '/contact-fields?limit=2')
    assert.deepEqual([listed.body.data.length, listed.body.total, listed.body.next === null], [2, 3, false])
    const found = await ask('GET', '/contact-fields?q=VOUCHER%20C')
    assert.deepEqual(
      found.body.data.map(({ key }: { key: string }) => key),
      ['voucher'],
    )

    const contact = await addContact('0712 000 001', { voucher: 'A1', points: '20', tier: 'gold' })
    const { body } = await ask('GET', `/contacts/${contact}`)
    assert.deepEqual([body.phone, body.fields], ['255712000001', { voucher: 'A1', points: 20, tier: 'Gold' }])
    const changed = await ask('PUT', `/contacts/${contact}`, { fields: { points: 30, voucher: null } })
    assert.deepEqual(changed.body.fields, { points: 30, tier: 'Gold' })

    // The public API neither shows nor changes them.
    const [shown] = await client.list(contacts)
    assert.equal('fields' in shown, false)
    const updated = await client.ask('PUT', `${contacts}/${contact}`, {
      first_name: 'Asha',
      fields: { points: 1 },
      points: 1,
    })
    assert.equal(updated.status, 200)
    assert.deepEqual((await ask('GET', `/contacts/${contact}`)).body.fields, { points: 30, tier: 'Gold' })
  })

  it('rejects invalid fields and values with a code and the name of the field', async () => {
    const refused: readonly [path: string, body: unknown, status: number, code: string, detail: RegExp][] = [
      ['/contact-fields', { name: 'POINTS', type: 'text' }, 409, 'field_exists', /named "POINTS"/],
      [
        '/contact-fields',
        { name: 'Town', key: 'city', type: 'text' },
        409,
        'field_key_taken',
        /key is the name of a standard field/,
      ],
      ['/contact-fields', { name: 'X', type: 'choice' }, 400, 'invalid_field', /choices/],
      ['/contact-fields', { name: 'X', type: 'colour' }, 400, 'invalid_request', /type/],
      [
        '/contacts',
        { phone: '0712000009', fields: { points: 'x' } },
        400,
        'invalid_field_value',
        /^fields.points must be/,
      ],
      ['/contacts', { phone: '0712000009', fields: { pts: 1 } }, 400, 'unknown_field', /"pts"/],
      ['/contacts', { phone: '071200000' }, 400, 'invalid_phone', /./],
      ['/segments', { name: 'X', filter: { match: 'all', conditions: [] } }, 400, 'invalid_request', /./],
      [
        '/segments',
        { name: 'X', filter: { match: 'all', conditions: [{ field: 'points', op: 'gt', value: 'x' }] } },
        400,
        'invalid_condition',
        /^Condition 1 is invalid: points must be a number/,
      ],
    ]
    for (const [path, body, status, code, detail] of refused) {
      const answer = await ask('POST', path, body)
      assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
      assert.match(answer.body.detail, detail)
    }
  })

  it('selects contacts by a saved filter, in pages', async () => {
    for (const n of [2, 3, 4, 5]) await addContact(`071200000${n}`, { points: n * 10 })
    const filter = { match: 'all', conditions: [{ field: 'points', op: 'gte', value: 30 }, { lastMessage: 'never' }] }
    const preview = await ask('POST', '/segments/preview', { filter })
    assert.deepEqual([preview.status, preview.body.count, preview.body.isEstimate], [200, 4, false])
    assert.equal(preview.body.examples[0].phone, '255712000005')

    const segment = await ask('POST', '/segments', { name: 'Loyal', filter })
    assert.deepEqual([segment.status, segment.body.filter], [201, filter])
    const { id } = segment.body
    assert.equal((await ask('POST', '/segments', { name: 'loyal', filter })).body.code, 'segment_exists')
    const first = await ask('GET', `/contacts?segment=${id}&limit=3`)
    assert.deepEqual(phonesOf(first.body), ['255712000005', '255712000004', '255712000003'])
    const second = await ask('GET', `/contacts?segment=${id}&limit=3&cursor=${first.body.next}`)
    assert.deepEqual([phonesOf(second.body), second.body.next], [['255712000001'], null])
    assert.deepEqual(phonesOf((await ask('GET', `/contacts?segment=${id}&q=0712000003`)).body), ['255712000003'])
    const recent = await ask('PUT', `/segments/${id}`, {
      filter: { match: 'any', conditions: [{ lastMessage: 'after', days: 7 }] },
    })
    assert.deepEqual([recent.body.name, recent.body.filter.match], ['Loyal', 'any'])
    assert.deepEqual((await ask('GET', `/segments/${id}/count`)).body, { count: 0, isEstimate: false })
    assert.equal((await ask('GET', '/contacts?segment=999999')).body.code, 'segment_not_found')
    assert.equal((await ask('DELETE', `/segments/${id}`)).status, 204)
    assert.equal((await ask('GET', `/segments/${id}`)).status, 404)
  })

  it('keeps a book that segments use, and refuses segments whose book the public API deleted', async () => {
    const book = Number(await client.addBook('Do not text'))
    const filter = { match: 'all', conditions: [{ book, op: 'not_in' }] }
    const ids = []
    for (const name of ['Others', 'Rest']) ids.push((await ask('POST', '/segments', { name, filter })).body.id)
    const refused = await ask('DELETE', `/books/${book}`)
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.detail],
      [409, 'book_in_use', 'Segments use this address book: "Others", "Rest".'],
    )
    assert.equal((await client.ask('DELETE', `${books}/${book}`)).status, 200)
    const { data } = (await ask('GET', '/segments')).body
    assert.deepEqual(
      data.map(({ missingBookIds }: { missingBookIds: number[] }) => missingBookIds),
      [[book], [book]],
    )
    for (const path of [`/segments/${ids[0]}/count`, `/contacts?segment=${ids[0]}`])
      assert.equal((await ask('GET', path)).body.code, 'segment_incomplete')
    const order = { from: 'INFO', text: 'Habari', segmentIds: [ids[0]] }
    assert.equal((await ask('POST', '/quotes', order)).body.code, 'segment_incomplete')
    assert.equal((await ask('POST', '/segments', { name: 'X', filter })).body.code, 'book_not_found')
    for (const id of ids) assert.equal((await ask('DELETE', `/segments/${id}`)).status, 204)
  })

  it('lists contacts newest first, by cursor', async () => {
    const first = await ask('GET', '/contacts?limit=3')
    assert.deepEqual([phonesOf(first.body)[0], first.body.total], ['255712000005', 5])
    const second = await ask('GET', `/contacts?limit=3&cursor=${first.body.next}`)
    assert.deepEqual([phonesOf(second.body), second.body.next], [['255712000002', '255712000001'], null])
    const found = await ask('GET', '/contacts?q=071200000&limit=2')
    assert.deepEqual([phonesOf(found.body), found.body.total], [['255712000005', '255712000004'], null])
  })

  it('deletes a field with its values, unless a segment uses it', async () => {
    const [, points] = (await ask('GET', '/contact-fields')).body.data
    const filter = { match: 'all', conditions: [{ field: 'points', op: 'set' }] }
    const segment = await ask('POST', '/segments', { name: 'With points', filter })
    assert.equal((await ask('DELETE', `/contact-fields/${points.id}`)).body.code, 'field_in_use')
    assert.equal((await ask('DELETE', `/segments/${segment.body.id}`)).status, 204)

    // A large account keeps the values until a task has deleted them.
    await world.db.transaction((tx) => markFieldRemoved(tx, client.accountId, points.id, new Date()))
    const [newest] = (await ask('GET', '/contacts?limit=1')).body.data
    assert.deepEqual(newest.fields, {})
    const again = { name: 'Points', type: 'text' }
    assert.equal((await ask('POST', '/contact-fields', again)).body.code, 'field_being_removed')
    await cleanRemovedFields(openContacts(world.app.sms))
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from contacts where account_id = ${client.accountId} and fields ? 'points'`.execute(
      world.db,
    )
    assert.equal(rows[0]?.count, 0)
    const created = await ask('POST', '/contact-fields', again)
    assert.deepEqual([created.status, created.body.key], [201, 'points'])
    assert.equal((await ask('DELETE', `/contact-fields/${created.body.id}`)).status, 204)
    assert.equal((await ask('GET', `/contact-fields/${created.body.id}`)).status, 404)
  })

  it('hides fields and segments from other accounts', async () => {
    const other = await addAccount(world)
    const [field] = (await ask('GET', '/contact-fields')).body.data
    for (const method of ['GET', 'DELETE'] as const)
      assert.equal((await command(world, method, `/accounts/${other}/contact-fields/${field.id}`)).status, 404)
    assert.deepEqual((await command(world, 'GET', `/accounts/${other}/contact-fields`)).body.data, [])
  })
})
