import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertCounted, bookOf, books, type Client, contacts, firstClient, freshPhone, newClient } from '../contacts.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'

const refused = (message: string) => ({ data: { message, status: 'false' } })
const badNumber = { status: 400, message: 'Invalid Mobile Number' }

/** All fields of a contact, by their new names. */
const whole = {
  mob_no2: '255754000001',
  title: 'Dr',
  first_name: 'Amina',
  last_name: 'Juma',
  gender: 'female',
  email: 'amina@example.com , a.juma@example.org',
  address_country: 'Tanzania',
  address_city: 'Arusha',
  address_area: 'Njiro',
  dob: '1990-02-28',
}

/** The contact as lists return it. */
const listed = (fields: typeof whole) => ({
  ...fields,
  fname: fields.first_name,
  lname: fields.last_name,
  country: fields.address_country,
  city: fields.address_city,
  area: fields.address_area,
  birth_date: fields.dob,
})
const unknown = Object.fromEntries(Object.keys(whole).map((name) => [name, ''])) as typeof whole

onOneEngine('A new contact', (engine) => {
  let world: World
  let client: Client
  let defaultId: string
  before(async () => {
    world = await shareWorld(engine)
    client = firstClient(world)
    defaultId = await bookOf(client, 'Default')
  })
  after(async () => {
    await assertCounted(world.db)
    await world.close()
  })

  const post = (body: unknown, headers = {}) => client.ask('POST', contacts, body, headers)

  it('is created, and listed under new and old field names', async () => {
    const phone = freshPhone()
    const { status, body } = await post({ ...whole, mob_no: phone, more: 'ignored' })
    assert.equal(status, 200)
    assert.deepEqual(body, { data: { id: body.data.id, message: 'Contact added successfully', status: 'true' } })
    const { created, ...contact } = await client.contact(body.data.id)
    assert.match(created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.deepEqual(contact, { id: body.data.id, mob_no: phone, addressbook_id: [defaultId], ...listed(whole) })
  })

  it('accepts the field names of older clients; the new name takes precedence', async () => {
    const {
      first_name: fname,
      last_name: lname,
      address_country: country,
      address_city: city,
      address_area: area,
      dob: birth_date,
      ...others
    } = whole
    const id = await client.addContact({
      mob_no: freshPhone(),
      fname,
      lname,
      country,
      city,
      area,
      birth_date,
      ...others,
    })
    const { created: _, mob_no: __, ...contact } = await client.contact(id)
    assert.deepEqual(contact, { id, addressbook_id: [defaultId], ...listed(whole) })
    const both = await client.addContact({
      mob_no: freshPhone(),
      first_name: 'New',
      fname: 'Old',
      last_name: null,
      lname: 'Known',
    })
    const { first_name, last_name } = await client.contact(both)
    assert.deepEqual([first_name, last_name], ['New', 'Known'])
  })

  it('requires only a number; omitted, null and empty fields are empty', async () => {
    const nulls = Object.fromEntries(Object.keys(listed(whole)).map((name) => [name, null]))
    for (const fields of [{}, nulls, listed(unknown), { first_name: '  ' }]) {
      const phone = freshPhone()
      const id = await client.addContact({ mob_no: phone, ...fields })
      const { created: _, ...contact } = await client.contact(id)
      assert.deepEqual(contact, { id, mob_no: phone, addressbook_id: [defaultId], ...listed(unknown) })
    }
  })

  it('belongs to the given books, or to Default', async () => {
    const own = await newClient(world)
    const [one, two, first] = [await own.addBook('One'), await own.addBook('Two'), await bookOf(own, 'Default')]
    const cases: readonly [given: unknown, books: readonly string[]][] = [
      [undefined, [first]],
      [null, [first]],
      [[], [first]],
      [[one], [one]],
      [
        [two, one, two],
        [one, two],
      ],
      [
        [Number(one), first],
        [one, first],
      ],
      [one, [one]],
    ]
    for (const [given, wanted] of cases) {
      const id = await own.addContact({ mob_no: freshPhone(), addressbook_id: given })
      assert.deepEqual((await own.contact(id)).addressbook_id.toSorted(), wanted.toSorted(), JSON.stringify(given))
    }
    assert.deepEqual(await own.counts(), { Default: 4, One: 4, Two: 1 })
    for (const missing of [
      ['999999999'],
      [one, '999999999'],
      ['x'],
      [null],
      [''],
      'x',
      '0',
      { id: one },
      [[one]],
      [1.5],
      [-1],
    ]) {
      const answer = await own.ask('POST', contacts, { mob_no: freshPhone(), addressbook_id: missing })
      assert.deepEqual([answer.status, answer.body], [404, refused('Addressbook Not Found')], JSON.stringify(missing))
    }
    assert.equal(
      (await own.ask('POST', contacts, { mob_no: freshPhone(), addressbook_id: Array(1_001).fill(one) })).status,
      400,
    )
    assert.deepEqual(await own.counts(), { Default: 4, One: 4, Two: 1 })
  })

  it('requires valid phone numbers, also as second number', async () => {
    const bad = [
      '',
      ' ',
      '0712345678',
      '+255712345678',
      '255 712',
      '12',
      '2557123456789012',
      'x',
      255712345678,
      true,
      [],
      {},
      '٢٥٥٧١٢٣٤٥٦٧٨',
    ]
    for (const mob_no of [undefined, null, ...bad]) {
      const answer = await post({ mob_no })
      assert.deepEqual([answer.status, answer.body], [400, badNumber], JSON.stringify(mob_no))
    }
    for (const mob_no2 of bad.filter((number) => number !== '')) {
      const answer = await post({ mob_no: freshPhone(), mob_no2 })
      assert.deepEqual([answer.status, answer.body], [400, badNumber], JSON.stringify(mob_no2))
    }
  })

  it('has a unique number in its account', async () => {
    const mob_no = freshPhone()
    await client.addContact({ mob_no, first_name: 'First' })
    const answer = await post({ mob_no, first_name: 'Second', addressbook_id: [await client.addBook('Another')] })
    assert.deepEqual([answer.status, answer.body], [409, refused('Contact already exists')])
    assert.equal((await client.list(`${contacts}?q=${mob_no}`))[0].first_name, 'First')
    assert.ok(await (await newClient(world)).addContact({ mob_no }))
    // A second number need not be unique.
    assert.ok(await client.addContact({ mob_no: freshPhone(), mob_no2: mob_no }))
  })

  it('validates every field', async () => {
    const wrong: readonly [field: string, value: unknown, wanted: string][] = [
      ['title', 'x'.repeat(33), 'must have at most 32 characters'],
      ['gender', 'x'.repeat(33), 'must have at most 32 characters'],
      ['first_name', 'x'.repeat(101), 'must have at most 100 characters'],
      ['fname', 'x'.repeat(101), 'must have at most 100 characters'],
      ['last_name', 5, 'must be text'],
      ['address_city', ['x'], 'must be text'],
      ['country', {}, 'must be text'],
      ...[
        'x',
        'a@b',
        'a@example.com,',
        ',a@example.com',
        'a@example.com,,b@example.com',
        'a@example.com;b@example.com',
        'a@example.com b@example.com',
      ].map((email): [string, unknown, string] => [
        'email',
        email,
        'must be an email address, or several separated by commas',
      ]),
      ...[
        'x',
        '1990-02-30',
        '1990-13-01',
        '1900-02-29',
        '90-02-01',
        '1990-2-1',
        '19900201',
        '0000-01-01',
        '1990/02/01',
      ].map((dob): [string, unknown, string] => ['dob', dob, 'must be a date, as YYYY-MM-DD']),
      ['birth_date', '1990-02-30', 'must be a date, as YYYY-MM-DD'],
      ['dob', '1990-02-01T00:00', 'must have at most 10 characters'],
      ['dob', 19900201, 'must be text'],
    ]
    for (const [field, value, wanted] of wrong) {
      const answer = await post({ mob_no: freshPhone(), [field]: value })
      assert.deepEqual(
        [answer.status, answer.body],
        [400, refused(`${field} ${wanted}`)],
        `${field} ${JSON.stringify(value)}`,
      )
    }
    const right = {
      title: 'x'.repeat(32),
      gender: 'y'.repeat(32),
      first_name: 'z'.repeat(100),
      dob: '2000-02-29',
      email: 'a@example.com,b@example.com  ,  c@example.com',
    }
    const { title, gender, first_name, dob, email } = await client.contact(
      await client.addContact({ mob_no: freshPhone(), ...right }),
    )
    assert.deepEqual({ title, gender, first_name, dob, email }, right)
    for (const dob of ['0001-01-01', '9999-12-31'])
      assert.equal((await client.contact(await client.addContact({ mob_no: freshPhone(), dob }))).dob, dob)
  })

  it('reports the first of several errors: its number, its books, a duplicate number, its fields', async () => {
    const taken = freshPhone()
    await client.addContact({ mob_no: taken })
    const all: readonly [fault: Record<string, unknown>, status: number, body: unknown][] = [
      [{ mob_no: 'x' }, 400, badNumber],
      [{ mob_no2: 'x' }, 400, badNumber],
      [{ addressbook_id: ['999999999'] }, 404, refused('Addressbook Not Found')],
      [{ mob_no: taken }, 409, refused('Contact already exists')],
      [{ title: 'x'.repeat(33) }, 400, refused('title must have at most 32 characters')],
      [{ first_name: 5 }, 400, refused('first_name must be text')],
      [{ email: 'x' }, 400, refused('email must be an email address, or several separated by commas')],
      [{ dob: 'x' }, 400, refused('dob must be a date, as YYYY-MM-DD')],
    ]
    for (let first = 0; first < all.length; first += 1) {
      // In reverse order, so that the earlier of two faults in one field wins.
      const faults = Object.assign(
        { mob_no: freshPhone() },
        ...all
          .slice(first)
          .map(([fault]) => fault)
          .toReversed(),
      )
      const answer = await post(faults)
      assert.deepEqual([answer.status, answer.body], all[first]?.slice(1), JSON.stringify(faults))
    }
  })

  it('of a lenient client may have phone numbers with a plus or as JSON numbers', async () => {
    const lenient = await newClient(world, { lenient: true })
    const id = await lenient.addContact({ mob_no: '+255713000001', mob_no2: 255713000002, first_name: 7 })
    const { mob_no, mob_no2, first_name } = await lenient.contact(id)
    assert.deepEqual([mob_no, mob_no2, first_name], ['255713000001', '255713000002', '7'])
    assert.deepEqual(
      (await lenient.ask('POST', contacts, { mob_no: 255713000001 })).body,
      refused('Contact already exists'),
    )
    assert.equal((await lenient.ask('PUT', `${contacts}/${id}`, { mob_no: 255713000003 })).status, 200)
    for (const mob_no of ['++255713000004', 255.5, -255713000004])
      assert.deepEqual((await lenient.ask('POST', contacts, { mob_no })).body, badNumber)
  })

  it('of a lenient client may have numeric book IDs', async () => {
    const lenient = await newClient(world, { lenient: true })
    const { status, body } = await lenient.ask('POST', books, { addressbook: 2026 })
    assert.equal(status, 200)
    assert.equal((await lenient.ask('PUT', `${books}/${body.data.id}`, { addressbook: 2027 })).status, 200)
    assert.equal(await bookOf(lenient, '2027'), body.data.id)
    assert.deepEqual((await client.ask('POST', books, { addressbook: 2026 })).body, refused('addressbook must be text'))
  })
})
