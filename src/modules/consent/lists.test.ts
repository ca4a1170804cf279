import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { callFor } from '../../../test/account-api.ts'
import { ask, command } from '../../../test/console/people.ts'
import { newClient } from '../../../test/contacts.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'

const optOuts = '/accounts/1/optouts'
const consents = '/accounts/1/consents'

onOneEngine('lists of opt-outs, do-not-disturb numbers and consents', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const upload = (path: string, file: string | Buffer) =>
    ask(world, 'POST', `${path}/import`, {
      body: file,
      headers: { ...world.app.controlHeaders, 'content-type': 'text/csv' },
    })
  const list = async (path: string, query = '') => (await command(world, 'GET', `${path}${query}`)).body.data
  const phones = async (path: string, query = '') =>
    (await list(path, query)).map(({ phone }: { phone: string }) => phone)
  const file = async (path: string) => {
    const { status, text } = await command(world, 'GET', `${path}.csv`)
    assert.equal(status, 200)
    return text
  }
  async function count(table: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(world.db)
    return rows[0]?.count ?? 0
  }

  it('import valid numbers, count repeated ones, and name the invalid rows', async () => {
    await command(world, 'POST', optOuts, { phone: '255712400001' })
    const rows = [
      'Name,Phone number,Since',
      'Asha,255712400001,',
      'Juma,+255 712 400 002,2026-01-31 08:00',
      'Ali,0712 400 003,',
      'Ali,0712,',
      'Ali,2.55712E+11,',
      'Ali,,',
      'Neema,255712400004,2026-02-30',
      'Neema,255712400005,2999-01-31',
      'Neema,255712400002,',
      '',
      "Rehema,'+255712400006,",
    ]
    const { status, body } = await upload(optOuts, rows.join('\r\n'))
    assert.equal(status, 200)
    const { invalidRows, ...counts } = body
    assert.deepEqual(counts, { rows: 10, added: 3, existing: 2, invalid: 5 })
    assert.deepEqual(
      invalidRows.map((one: { row: number; number: string; why: string }) => [
        one.row,
        one.number,
        one.why.split(/ a|:| by/)[0],
      ]),
      [
        [4, '0712', 'phone is not'],
        [5, '2.55712E+11', 'phone was shortened'],
        [6, '', 'phone is empty'],
        [7, '255712400004', 'created_at must be'],
        [8, '255712400005', 'created_at must be'],
      ],
    )
    assert.equal(
      invalidRows[0].why,
      'phone is not a phone number of Tanzania (TZ): it has 3 digits after 0 instead of 9',
    )
    assert.deepEqual(
      (await list(optOuts, '?q=0712%204000')).map(({ phone, source }: Record<string, string>) => [phone, source]),
      [
        ['255712400001', 'person'],
        ['255712400002', 'import'],
        ['255712400003', 'import'],
        ['255712400006', 'import'],
      ],
    )
    assert.equal((await list(optOuts, '?q=255712400002'))[0].createdAt, '2026-01-31T08:00:00.000Z')
    assert.deepEqual(await upload(optOuts, rows.join('\n')).then((again) => again.body.added), 0)
  })

  it('accept a plain list of numbers, and reject files without numbers', async () => {
    assert.deepEqual((await upload('/do-not-disturb', '255712410001\n255712410002\n255712410001')).body, {
      rows: 3,
      added: 2,
      existing: 1,
      invalid: 0,
      invalidRows: [],
    })
    const refused: readonly [file: string | Buffer, message: string][] = [
      ['', 'The file is empty.'],
      ['phone\n', 'The file has no rows.'],
      ['Name,Notes\nAsha,255712410003\n', 'No column of the file has phone numbers.'],
      ['hello\n', 'No column of the file has phone numbers.'],
      [Buffer.from('\uFEFFphone\n', 'utf16le'), 'The encoding of the file is not UTF-8.'],
    ]
    for (const [content, message] of refused) {
      const { status, body } = await upload('/do-not-disturb', content)
      assert.deepEqual([status, body.detail], [400, message])
    }
    assert.equal((await upload(consents, 'phone\n255712410003')).body.detail, 'The file has no column at.')
    assert.deepEqual(await phones('/do-not-disturb'), ['255712410001', '255712410002'])
  })

  it('reject files without any valid row', async () => {
    const { status, body, headers } = await upload('/do-not-disturb', 'phone\n0712410001\n0712410002')
    assert.deepEqual([status, body.detail], [400, 'Every row of the file is invalid.'])
    assert.match(String(headers['ngoma-hint']), /^2 invalid rows; row 1: phone must be a phone number with/)
  })

  it('keep the rows before a broken connection, without the incomplete last one', async () => {
    await world.app.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.app.http.server.address() as AddressInfo
    const before = await count('sms_optouts')
    const numbers = Array.from({ length: 10_000 }, (_, index) => String(255_713_000_000 + index))
    const { url: path, headers: named } = callFor('POST', `${optOuts}/import`)
    const headers = { 'content-type': 'text/csv', ...named, ...world.app.controlHeaders }
    const target = request({ port, host: '127.0.0.1', method: 'POST', path, headers })
    const failed = new Promise((resolve) => target.on('error', resolve))
    target.write(`phone\n${numbers.join('\n')}\n2557140000`)
    await until('a batch is stored', async () => (await count('sms_optouts')) > before)
    target.destroy()
    await failed
    assert.deepEqual(await phones(optOuts, '?q=255714'), [])
    const stored = (await count('sms_optouts')) - before
    const { body } = await upload(optOuts, `phone\n${numbers.join('\n')}\n255714000000`)
    assert.equal(body.rows, 10_001)
    assert.equal(body.added + body.existing, 10_001)
    assert.ok(body.existing >= stored && stored > 0, `${body.existing} of ${stored}`)
    assert.equal(await count('sms_optouts'), before + 10_001)
  })

  it('survive an export and an import unchanged', async () => {
    const other = await newClient(world)
    const file1 = await file(optOuts)
    assert.match(file1, /^phone,source,created_at\r\n/)
    assert.match(file1, /255712400002,import,2026-01-31T08:00:00.000Z/)
    const copy = `/accounts/${other.accountId}/optouts`
    assert.equal((await upload(copy, file1)).body.invalid, 0)
    const withoutSource = (text: string) => text.replaceAll(/,(person|import),/g, ',')
    assert.equal(withoutSource(await file(copy)), withoutSource(file1))

    const texts = ['I agree to offers, and "news".', '=2+2', 'Ndiyo\nnakubali']
    for (const [index, text] of texts.entries())
      await command(world, 'POST', consents, {
        phone: '255712420001',
        source: '@form',
        text,
        at: `2026-01-0${index + 1}`,
      })
    await command(world, 'POST', consents, {
      phone: '255712420001',
      source: 'call',
      at: '2026-01-03',
      status: 'withdrawn',
    })
    const exported = await file(consents)
    const copied = `/accounts/${other.accountId}/consents`
    assert.deepEqual((await upload(copied, exported)).body, {
      rows: 4,
      added: 4,
      existing: 0,
      invalid: 0,
      invalidRows: [],
    })
    const shown = async (path: string) =>
      (await list(path)).map(({ id, recordedAt, ...rest }: Record<string, unknown>) => rest)
    assert.deepEqual(await shown(copied), await shown(consents))
    assert.equal((await upload(copied, exported)).body.existing, 4)

    const listed = await file('/do-not-disturb')
    assert.deepEqual((await upload('/do-not-disturb', listed)).body.added, 0)
  })

  it('show where an opt-out comes from, and filter by it', async () => {
    const { accountId } = await newClient(world)
    const path = `/accounts/${accountId}/optouts`
    await command(world, 'POST', path, { phone: '255712430002' })
    await upload(path, '255712430003')
    await sql`insert into sms_optouts (account_id, phone, source, created_at) values (${accountId}, '255712430004', 'stop', now())`.execute(
      world.db,
    )
    for (const [source, phone] of [
      ['person', '255712430002'],
      ['import', '255712430003'],
      ['stop', '255712430004'],
    ]) {
      assert.deepEqual(await phones(path, `?source=${source}`), [phone], source)
      assert.match(
        (await command(world, 'GET', `${path}.csv?source=${source}`)).text,
        new RegExp(`^[^\\n]+\\n${phone}`),
      )
    }
    assert.deepEqual(await phones(path, '?source=api'), [])
    assert.equal((await list(path))[0].source, 'person')
    assert.equal((await command(world, 'GET', `${path}?source=none`)).status, 400)
  })

  it('remove the stored form of a number before its national reading', async () => {
    for (const phone of ['+687 234 567', '0687 234 567']) await command(world, 'POST', optOuts, { phone })
    assert.equal((await command(world, 'DELETE', `${optOuts}/687234567`)).status, 204)
    assert.deepEqual(await phones(optOuts, '?q=%2B687'), [])
    assert.equal((await command(world, 'DELETE', `${optOuts}/687234567`)).status, 204)
    assert.deepEqual(await phones(optOuts, '?q=0687'), [])
  })

  it('keep the source of the first opt-out', async () => {
    await command(world, 'POST', optOuts, { phone: '255712440001' })
    await upload(optOuts, '255712440001')
    assert.equal((await list(optOuts, '?q=255712440001'))[0].source, 'person')
  })

  it('add and remove do-not-disturb numbers with a note', async () => {
    const path = '/do-not-disturb'
    const added = await command(world, 'POST', path, { phone: '255712450001', note: 'by letter' })
    assert.deepEqual([added.status, added.body], [201, { phone: '255712450001' }])
    const [{ source, note }] = await list(path, '?q=25571245')
    assert.deepEqual([source, note], ['person', 'by letter'])
    assert.equal((await command(world, 'POST', path, { phone: '0712450001' })).status, 400)
    assert.equal((await command(world, 'POST', path, { phone: '255712450001', note: 'x'.repeat(201) })).status, 400)
    assert.equal((await command(world, 'POST', `${path}/remove`, { phone: '255712450001' })).status, 204)
    assert.equal((await command(world, 'POST', `${path}/remove`, { phone: '255712450001' })).status, 404)
  })

  it('reject consents without a source, from the future, or with too much text', async () => {
    const given = { phone: '255712460001', source: 'form' }
    const refused = [
      { ...given, source: '' },
      { ...given, source: ' ' },
      { ...given, source: 'x'.repeat(101) },
      { ...given, text: 'x'.repeat(1_001) },
      { ...given, at: '2999-01-01' },
      { ...given, at: 'yesterday' },
      { ...given, phone: '0712' },
      { ...given, status: 'perhaps' },
    ]
    for (const body of refused) assert.equal((await command(world, 'POST', consents, body)).status, 400)
    const added = await command(world, 'POST', consents, { ...given, text: 'x'.repeat(1_000) })
    assert.deepEqual([added.status, added.body.status], [201, 'given'])
    assert.deepEqual(await phones(consents, '?q=255712460001'), ['255712460001'])
  })
})
