import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ask, command } from '../../../../test/console/people.ts'
import { type Client, newClient } from '../../../../test/contacts.ts'
import { countLeft, importFile, reportOf, upload } from '../../../../test/imports.ts'
import { shareWorld } from '../../../../test/shared-world.ts'
import { onOneEngine, type World } from '../../../../test/world.ts'
import { numberWanted } from '../../../values/custom-field.ts'

onOneEngine('contact import with fields', (engine) => {
  let world: World
  let client: Client
  before(async () => {
    world = await shareWorld(engine)
  })
  after(() => world.close())

  async function begin() {
    client = await newClient(world)
    return { accountId: client.accountId, bookId: await client.addBook('Customers') }
  }

  const shopFile =
    'Anwani,Name,Voucher,Points\n0768 941 081,Asha Mwinyi,V1,20\n+254712345678,Juma,V2,\n12,Ali,V3,5\n0768941082,,V4,x\n0768-941-081,Asha Mwinyi,,\n'
  const shopMap = '?names=split&map=Anwani:phone&map=Voucher:new:text&map=Points:new:number'

  it('reads 1.250 as 1250 in a file with semicolons, unless a point is chosen', async () => {
    const { accountId, bookId } = await begin()
    const file = 'Phone;Points\n0768941081;1.250\n0768941082;12,5\n'
    const pointsOf = async (query: string) => {
      const { body } = await ask(world, 'POST', `/accounts/${accountId}/books/${bookId}/imports/preview${query}`, {
        body: file,
        headers: { ...world.app.controlHeaders, 'content-type': 'text/csv' },
      })
      return body.contacts.map(({ fields }: { fields: { points: number } }) => fields.points)
    }
    assert.deepEqual(await pointsOf('?map=Points:new:number'), [1250, 12.5])
    assert.deepEqual(await pointsOf('?map=Points:new:number&decimals=point'), [1.25, 12.5])
    assert.deepEqual(await pointsOf('?map=Points:new:number&decimals=Points:point&decimals=comma'), [1.25, 12.5])
    assert.deepEqual(await pointsOf('?map=Points:new:number&decimals=Phone:point'), [1250, 12.5])
    await importFile(world, accountId, bookId, file, '?map=Points:new:number')
    const { body } = await command(world, 'GET', `/accounts/${accountId}/contacts?q=768941081`)
    assert.equal(body.data[0].fields.points, 1250)
  })

  it('checks a file without storing anything', async () => {
    const { accountId, bookId } = await begin()
    const left = await countLeft(world.db)
    const path = `/accounts/${accountId}/books/${bookId}/imports/preview`
    const preview = async (query: string, file = shopFile) =>
      ask(world, 'POST', `${path}${query}`, {
        body: file,
        headers: { ...world.app.controlHeaders, 'content-type': 'text/csv' },
      })
    const mapped = await preview(shopMap)
    assert.equal(mapped.status, 200, mapped.text)
    assert.deepEqual(mapped.body, {
      country: 'TZ',
      columns: [
        { column: 'Anwani', field: 'phone', suggestedType: null, examples: ['0768 941 081', '+254712345678', '12'] },
        { column: 'Name', field: 'full_name', suggestedType: null, examples: ['Asha Mwinyi', 'Juma', 'Ali'] },
        { column: 'Voucher', field: 'fields.voucher', suggestedType: null, examples: ['V1', 'V2', 'V3'] },
        { column: 'Points', field: 'fields.points', suggestedType: null, examples: ['20', '', '5'] },
      ],
      rows: 5,
      readable: 4,
      repeated: 1,
      isComplete: true,
      contacts: [
        {
          row: 1,
          written: '0768 941 081',
          phone: '255768941081',
          firstName: 'Asha',
          lastName: 'Mwinyi',
          fields: { voucher: 'V1', points: 20 },
        },
        {
          row: 2,
          written: '+254712345678',
          phone: '254712345678',
          firstName: 'Juma',
          lastName: '',
          fields: { voucher: 'V2' },
        },
        {
          row: 4,
          written: '0768941082',
          phone: '255768941082',
          firstName: '',
          lastName: '',
          fields: { voucher: 'V4' },
        },
        { row: 5, written: '0768-941-081', phone: '255768941081', firstName: 'Asha', lastName: 'Mwinyi', fields: {} },
      ],
      problems: [
        {
          row: 3,
          written: '12',
          why: 'Anwani is not a phone number of Tanzania (TZ): it has 2 digits after 0 instead of 9',
          isImported: false,
        },
        {
          row: 4,
          written: '0768941082',
          why: `Points is not imported: it ${numberWanted}`,
          isImported: true,
        },
        {
          row: 5,
          written: '0768-941-081',
          why: 'has the number of row 1 and updates its contact',
          isImported: true,
        },
      ],
    })
    const unmapped = await preview('')
    assert.deepEqual(
      unmapped.body.columns.map(({ field, suggestedType }: Record<string, string | null>) => [field, suggestedType]),
      [
        [null, 'text'],
        ['first_name', null],
        [null, 'text'],
        [null, 'text'],
      ],
    )
    assert.equal(unmapped.body.readable, 0)
    assert.deepEqual((await command(world, 'GET', `/accounts/${accountId}/contact-fields`)).body.data, [])
    assert.deepEqual(await countLeft(world.db), left)
  })

  it('creates contact fields, reads local numbers and splits names', async () => {
    const { accountId, bookId } = await begin()
    const done = await importFile(world, accountId, bookId, shopFile, shopMap)
    assert.deepEqual([done.added, done.updated, done.invalid], [3, 1, 1])
    const { outcome, why } = (await reportOf(world, accountId, done.id))[3] ?? {}
    assert.deepEqual([outcome, why], ['added', `Points is not imported: it ${numberWanted}`])
    const { body: fields } = await command(world, 'GET', `/accounts/${accountId}/contact-fields`)
    assert.deepEqual(
      fields.data.map(({ key, name, type }: Record<string, string>) => [key, name, type]),
      [
        ['voucher', 'Voucher', 'text'],
        ['points', 'Points', 'number'],
      ],
    )
    // Columns with the names of fields are mapped, and values that are not in the file stay.
    const again = await importFile(world, accountId, bookId, 'phone,POINTS\n768941081,30\n', '?map=POINTS:new:number')
    assert.deepEqual([again.updated, again.columns[1].field], [1, 'fields.points'])
    const { body } = await command(world, 'GET', `/accounts/${accountId}/contacts?q=0768%20941%20081`)
    assert.deepEqual(
      body.data.map((one: Record<string, unknown>) => [one.phone, one.firstName, one.lastName, one.fields]),
      [['255768941081', 'Asha', 'Mwinyi', { voucher: 'V1', points: 30 }]],
    )
    const csv = await command(world, 'GET', `/accounts/${accountId}/books/${bookId}/export`)
    assert.match(
      csv.text,
      /^mob_no,.*,dob,fields\.voucher,fields\.points\r\n255768941081,.*,V1,30\r\n254712345678,.*,V2,\r\n255768941082,.*,V4,\r\n$/,
    )
    const mistyped = await upload(world, accountId, bookId, shopFile, '?map=Anwani:phone&map=Points:new:text')
    assert.deepEqual([mistyped.status, mistyped.body.code], [409, 'field_exists'])
  })

  it('fails when every row is invalid', async () => {
    const { accountId, bookId } = await begin()
    const done = await importFile(world, accountId, bookId, 'phone\n1\n2\n')
    assert.deepEqual(
      [done.status, done.reason],
      [
        'failed',
        'No contact was imported. All 2 rows are invalid, the first because phone is not a phone number of Tanzania (TZ): it has 1 digits after 0 instead of 9',
      ],
    )
    assert.equal((await reportOf(world, accountId, done.id)).length, 2)
  })
})
