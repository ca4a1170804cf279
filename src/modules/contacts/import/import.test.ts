import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../../test/console/people.ts'
import { assertCounted, bookOf, type Client, contacts, newClient } from '../../../../test/contacts.ts'
import { cursorAfter } from '../../../../test/cursors.ts'
import { countLeft, importFile, reportOf, upload } from '../../../../test/imports.ts'
import { onOneEngine, openWorld, type World } from '../../../../test/world.ts'
import { data } from '../data.ts'

const day = 86_400_000

onOneEngine('contact import', (engine) => {
  let world: World
  let client: Client
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  /** Creates an account with its own book for each test. */
  async function begin() {
    client = await newClient(world)
    return { accountId: client.accountId, bookId: await client.addBook('Customers') }
  }

  it('adds a file to a book and reports each kind of row', async () => {
    const { accountId, bookId } = await begin()
    const file = [
      'Phone,First name,Notes,"E-mail",Birthday',
      '+255 712 345 678,Asha,x,"a@example.com, b@example.com",1990-01-31',
      '255712000002,"Juma ""JJ"", of\nMoshi",,,',
      '',
      '07123456,Ali,,,',
      ',,,,',
      '2.55712E+11,Ali,,,',
      '255712000003,Ali,,nobody,',
      '255712000004,Ali',
      '255712000005,Ali,,,,,too much',
      '255712000002,Juma,,,',
    ].join('\r\n')
    const done = await importFile(world, accountId, bookId, Buffer.from(`\uFEFF${file}`), '?name=customers.csv')
    const { id, createdAt, finishedAt, ...rest } = done
    assert.deepEqual(rest, {
      bookId: Number(bookId),
      fileName: 'customers.csv',
      status: 'done',
      reason: null,
      columns: [
        { column: 'Phone', field: 'phone' },
        { column: 'First name', field: 'first_name' },
        { column: 'Notes', field: null },
        { column: 'E-mail', field: 'email' },
        { column: 'Birthday', field: 'birth_date' },
      ],
      bytes: Buffer.byteLength(file) + 3,
      rowsTotal: 8,
      rowsDone: 8,
      added: 3,
      updated: 1,
      invalid: 4,
    })
    assert.ok(Date.parse(createdAt) <= Date.parse(finishedAt))
    const report = await reportOf(world, accountId, id)
    assert.deepEqual(
      report.map(({ row, outcome, phone, why }) => [row, outcome, phone, why]),
      [
        [1, 'added', '255712345678', null],
        [2, 'added', '255712000002', null],
        [
          3,
          'invalid',
          '07123456',
          'Phone is not a phone number of Tanzania (TZ): it has 7 digits after 0 instead of 9',
        ],
        [
          4,
          'invalid',
          '2.55712E+11',
          'Phone was shortened by a spreadsheet: make the column text, enter the number again and save the file again',
        ],
        [
          5,
          'added',
          '255712000003',
          'E-mail is not imported: it must be an email address, or several separated by commas',
        ],
        [6, 'invalid', '255712000004', 'has 2 cells, but the header has 5'],
        [7, 'invalid', '255712000005', 'has 7 cells, but the header has 5'],
        [8, 'updated', '255712000002', null],
      ],
    )
    assert.deepEqual(
      (await reportOf(world, accountId, id, '&outcome=invalid')).map(({ row }) => row),
      [3, 4, 6, 7],
    )
    const page = await command(world, 'GET', `/accounts/${accountId}/imports/${id}/rows?cursor=${cursorAfter({}, '6')}`)
    assert.deepEqual({ rows: page.body.data.length, total: page.body.total }, { rows: 2, total: 8 })
    const csv = await command(world, 'GET', `/accounts/${accountId}/imports/${id}/report`)
    assert.match(String(csv.headers['content-type']), /^text\/csv/)
    assert.equal(csv.text.split('\r\n').length, 10)
    assert.match(
      csv.text,
      /^row,outcome,mob_no,why\r\n1,added,255712345678,\r\n2,added,255712000002,\r\n3,invalid,07123456,Phone is not a phone number/,
    )

    const [third, second, first] = await client.list(contacts)
    assert.deepEqual([third.mob_no, third.email], ['255712000003', ''])
    assert.deepEqual(
      [first.mob_no, first.first_name, first.email, first.dob],
      ['255712345678', 'Asha', 'a@example.com, b@example.com', '1990-01-31'],
    )
    assert.deepEqual([second.mob_no, second.first_name, second.addressbook_id], ['255712000002', 'Juma', [bookId]])
    assert.deepEqual(await client.counts(), { Default: 0, Customers: 3 })
    await assertCounted(world.db)
  })

  it('updates existing contacts, keeps fields that are not in the file, and adds them to the book', async () => {
    const { accountId, bookId } = await begin()
    await client.addContact({ mob_no: '255712000001', first_name: 'Asha', last_name: 'Mwinyi', address_city: 'Moshi' })
    const done = await importFile(
      world,
      accountId,
      bookId,
      'mob_no;fname;lname;city\n255712000001;Aisha;;Arusha\n255712000009;New;;\n',
    )
    assert.deepEqual([done.added, done.updated, done.invalid], [1, 1, 0])
    const known = (await client.list(contacts)).find(({ mob_no }) => mob_no === '255712000001')
    assert.deepEqual([known.first_name, known.last_name, known.address_city], ['Aisha', 'Mwinyi', 'Arusha'])
    assert.deepEqual(known.addressbook_id, [await bookOf(client, 'Default'), bookId])
    const again = await importFile(world, accountId, bookId, 'mob_no\tsurname\n255712000001\tJuma\n255712000009\t\n')
    assert.deepEqual([again.added, again.updated, again.invalid], [0, 2, 0])
    assert.deepEqual(await client.counts(), { Default: 1, Customers: 2 })
    await assertCounted(world.db)
  })

  it('processes many pieces in order: later rows win across pieces', async () => {
    const { accountId, bookId } = await begin()
    const rows = 4_300
    const lines = Array.from({ length: rows }, (_, i) => `${255_720_000_000 + (i % 4_000)},name ${i}`)
    const done = await importFile(world, accountId, bookId, `phone,name\r${lines.join('\r')}`)
    assert.deepEqual(
      [done.rowsTotal, done.rowsDone, done.added, done.updated, done.invalid],
      [rows, rows, 4_000, 300, 0],
    )
    const { rows: stored } = await sql<{ phone: string; name: string }>`
      select phone, first_name as name from contacts where account_id = ${accountId} and phone in ('255720000000', '255720000299', '255720000300') order by phone
    `.execute(world.db)
    assert.deepEqual(
      stored.map(({ name }) => name),
      ['name 4000', 'name 4299', 'name 300'],
    )
    const last = await command(
      world,
      'GET',
      `/accounts/${accountId}/imports/${done.id}/rows?cursor=${cursorAfter({}, '4290')}`,
    )
    assert.deepEqual(
      last.body.data.map(({ row }: { row: number }) => row),
      Array.from({ length: 10 }, (_, i) => 4_291 + i),
    )
    const updated = await command(
      world,
      'GET',
      `/accounts/${accountId}/imports/${done.id}/rows?outcome=updated&limit=300`,
    )
    assert.deepEqual([updated.body.data.at(-1).row, updated.body.total], [rows, 300])
    assert.deepEqual(await client.counts(), { Default: 0, Customers: 4_000 })
    await assertCounted(world.db)
    assert.equal((await countLeft(world.db)).pieces, 0)
  })

  it('maps columns by the given names', async () => {
    const { accountId, bookId } = await begin()
    const file = 'Simu: ya mkononi,Jina,Phone\n255712000001,Asha,x\n'
    const done = await importFile(
      world,
      accountId,
      bookId,
      file,
      `?map=${encodeURIComponent('Simu: ya mkononi:mob_no')}&map=jina:first_name`,
    )
    assert.deepEqual(
      [done.added, done.columns.map(({ field }: { field: string | null }) => field)],
      [1, ['phone', 'first_name', null]],
    )
    for (const map of ['Jina', 'Jina:shoe size', 'Kiatu:last_name']) {
      assert.equal((await upload(world, accountId, bookId, file, `?map=${encodeURIComponent(map)}`)).status, 400, map)
    }
  })

  it('rejects characters that the database cannot store', async () => {
    const { accountId, bookId } = await begin()
    const rows = ['phone,name', '255712000001,a\0b', '\0,x', '255712000002,latin ', '255712000003,fine']
    const file = Buffer.from(rows.join('\n'))
    const at = file.indexOf('latin ') + 5
    file[at] = 0xe9
    const done = await importFile(world, accountId, bookId, file, `?name=${encodeURIComponent('a\0b.csv')}`)
    assert.equal(done.fileName, 'ab.csv')
    assert.deepEqual(
      (await reportOf(world, accountId, done.id)).map(({ outcome, phone, why }) => [outcome, phone, why]),
      [
        ['invalid', '255712000001', 'name contains a NUL character'],
        ['invalid', '?', 'phone contains a NUL character'],
        ['invalid', '255712000002', 'name has characters that are not UTF-8'],
        ['added', '255712000003', null],
      ],
    )
  })

  it('removes an old import with its report', async () => {
    const { accountId, bookId } = await begin()
    const { id } = await importFile(world, accountId, bookId, 'phone\n255712000001\n')
    world.clock.moveForward(29 * day)
    await importFile(world, accountId, bookId, 'phone\n255712000001\n')
    assert.equal((await reportOf(world, accountId, id)).length, 1)
    world.clock.moveForward(2 * day)
    const before = new Date(world.clock.now().getTime() - 30 * day)
    for (const rule of data.flatMap(({ rules }) => rules(world.app.sms)))
      while ((await rule.remove({ accountId: null, before }, 1_000)) > 0);
    assert.equal((await command(world, 'GET', `/accounts/${accountId}/imports/${id}`)).status, 404)
    assert.equal((await countLeft(world.db)).rows, 1)
    assert.equal((await client.list(contacts)).length, 1)
  })
})
