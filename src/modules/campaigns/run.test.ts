import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { openShop, type Shop } from '../../../test/campaigns.ts'
import { command, type Method } from '../../../test/console/people.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { onOneEngine, until } from '../../../test/world.ts'

onOneEngine('campaigns', (engine) => {
  let shop: Shop
  before(async () => {
    shop = await openShop(engine)
  })
  after(() => shop.world.close())

  it('read a file, exclude books and numbers, and send to every number once', async () => {
    const { world, submits, bookId, get, post, newBook, create, upload, untilStatus } = shop
    const excluded = await newBook('Staff', [{ phone: '255712340033' }])
    const { id } = await create({
      text: '{name|Sir}: {code}{city|}',
      audience: { bookIds: [bookId], exclude: { bookIds: [excluded], numbers: ['0712 340 012'] } },
    })
    const rows = [
      'Phone,Name,Code',
      '0712340030,Asha,A1',
      '+255 712 340 030,again,A2',
      '0712340031,,A3',
      'oops,Juma,A4',
      '0712340033,Staff,A5',
      '0712340010,Own row,A6',
    ]
    const { status, body, text } = await upload(id, rows)
    assert.equal(status, 200, text)
    assert.deepEqual(body.file, { name: 'recipients.csv', rows: 5, invalid: 1, columns: ['name', 'code'] })
    const { recipients, excluded: left } = await get(`/campaigns/${id}/preview`)
    assert.deepEqual([recipients.total, recipients.valid, recipients.duplicates, left], [9, 5, 2, 2])
    const before = submits.length
    const stop = { from: '255712340011', to: '15001', text: 'STOP' }
    assert.equal((await command(world, 'POST', '/inbound/simulate', stop)).status, 202)
    await post(`/campaigns/${id}/start`)
    const { progress } = await untilStatus(id, 'done')
    // Two rows, the row of a contact, and the contacts that are not excluded; one opted out.
    assert.deepEqual([progress.recipients, progress.queued, progress.optedOut], [5, 4, 1])
    const sent = submits.slice(before).map(({ phone, parts }) => [phone, parts.join('')])
    assert.deepEqual(sent.sort(), [
      ['255712340003', 'Juma: '],
      ['255712340010', 'Own row: A6'],
      ['255712340030', 'Asha: A1'],
      ['255712340031', 'Sir: A3'],
    ])
    const { rows: kept } = await sql`select from campaign_files where campaign_id = ${id}`.execute(world.db)
    assert.equal(kept.length, 0)
  })

  it('refuse invalid files, texts and audiences, and change as long as they are drafts', async () => {
    const { bookId, call, create, upload } = shop
    const { id } = await create()
    const problemOf = async (method: Method, path: string, change?: unknown) =>
      (await call(method, path, change)).body.code
    for (const [file, code] of [
      [['Name', 'Asha'], 'phone_column_missing'],
      [['phone,1st', '0712340010,x'], 'invalid_file'],
      [['phone', 'x'], 'no_valid_rows'],
      [['phone'], 'file_without_rows'],
    ] as const)
      assert.equal((await upload(id, file)).body.code, code, file.join())
    for (const [change, code] of [
      [{ text: '{link nowhere}' }, 'invalid_link'],
      [{ audience: { bookIds: [999_999] } }, 'book_not_found'],
      [{ audience: { segmentIds: [999_999] } }, 'segment_not_found'],
      [{ audience: { exclude: { numbers: ['12'] } } }, 'invalid_phone'],
      [{ schedule: { at: 'tomorrow', zone: 'account' } }, 'invalid_time'],
      [{ schedule: { at: '2030-06-15T09:00', zone: 'Mars' } }, 'invalid_zone'],
      [{ sendWindow: { from: '25:00', to: '09:00' } }, 'invalid_send_window'],
    ] as const)
      assert.equal(await problemOf('PUT', `/campaigns/${id}`, change), code)
    for (const [change, code] of [
      [{ text: ' ' }, 'invalid_message'],
      [{ text: 'Hello {frist_name}' }, 'unknown_placeholder'],
      [{ text: 'Hello', from: 'NOBODY' }, 'unknown_sender'],
      [{ from: 'INFO', audience: {} }, 'campaign_without_audience'],
      [{ audience: { bookIds: [bookId] }, schedule: { at: '2020-01-01T09:00', zone: 'recipient' } }, 'time_in_past'],
    ] as const) {
      assert.equal((await call('PUT', `/campaigns/${id}`, change)).status, 200)
      assert.equal(await problemOf('POST', `/campaigns/${id}/start`), code)
    }
    assert.equal(await problemOf('POST', `/campaigns/${id}/pause`), 'campaign_state')
    assert.equal(await problemOf('POST', `/campaigns/${id}/resend`), 'campaign_state')
    assert.equal((await call('DELETE', `/campaigns/${id}`)).status, 204)
    assert.equal(await problemOf('GET', `/campaigns/${id}`), 'campaign_not_found')
    assert.equal(
      (await call('POST', '/messages', { from: 'INFO', to: ['0712340010'], text: '{link https://example.com}' })).body
        .code,
      'links_need_campaign',
    )
  })

  it('start at the local time of each recipient', async () => {
    const { world, post, newBook, create, find, untilStatus, textsTo } = shop
    const abroad = await newBook('Abroad', [{ phone: '254712340041' }, { phone: '233241234567' }])
    const [day = ''] = new Date(world.clock.now().getTime() + 86_400_000).toISOString().split('T')
    const { id } = await create({
      audience: { bookIds: [abroad] },
      schedule: { at: `${day}T09:00`, zone: 'recipient' },
    })
    const { status, startsAt } = await post(`/campaigns/${id}/start`)
    assert.equal(status, 'scheduled')
    assert.equal(Date.parse(startsAt), Date.parse(`${day}T09:00:00Z`) - 14 * 3_600_000)
    const forwardTo = (time: string) => world.clock.moveForward(Date.parse(time) - world.clock.now().getTime())
    forwardTo(`${day}T05:59:00Z`)
    await until('the audience is fixed', async () => (await find(id)).status === 'sending')
    assert.equal((await find(id)).progress.processed, 0)
    // 9:00 in Kenya, then in Ghana.
    forwardTo(`${day}T06:00:01Z`)
    await until('Kenya has its message', async () => textsTo('254712340041').length === 1)
    assert.equal((await find(id)).progress.processed, 1)
    forwardTo(`${day}T09:00:01Z`)
    await until('Ghana has its message', async () => textsTo('233241234567').length === 1)
    await untilStatus(id, 'done')
  })

  it('keep their pace, and continue after a pause where they stopped', async () => {
    const { world, call, post, newBook, create, find, untilStatus, textsTo } = shop
    const phones = Array.from({ length: 8 }, (_, index) => `25571234005${index}`)
    const many = await newBook(
      'Many',
      phones.map((phone) => ({ phone })),
    )
    const { id } = await create({ audience: { bookIds: [many] }, pace: 12, text: 'Paced {first_name|you}' })
    await post(`/campaigns/${id}/start`)
    const processed = async () => (await find(id)).progress.processed
    await until('the first step was taken', async () => (await processed()) === 2)
    world.clock.moveForward(10_500)
    await until('the second step was taken', async () => (await processed()) === 4)
    assert.equal((await post(`/campaigns/${id}/pause`)).status, 'paused')
    world.clock.moveForward(60_000)
    world.app.sms.work.announce('campaigns')
    const other = await create({ audience: { bookIds: [many] }, text: 'Beside' })
    await post(`/campaigns/${other.id}/start`)
    await untilStatus(other.id, 'done')
    assert.equal(await processed(), 4)
    assert.equal((await call('PUT', `/campaigns/${id}`, { text: 'Other' })).body.code, 'campaign_started')
    assert.equal((await call('PUT', `/campaigns/${id}`, { pace: null })).status, 200)
    assert.equal((await post(`/campaigns/${id}/resume`)).status, 'sending')
    const { progress } = await untilStatus(id, 'done')
    assert.deepEqual([progress.recipients, progress.queued], [8, 8])
    assert.deepEqual(
      phones.map((phone) => textsTo(phone).filter((text) => text === 'Paced you').length),
      phones.map(() => 1),
    )
  })

  it('wait while the sending window is closed for all, and hold queued messages while paused', async () => {
    const { world, submits, call, post, newBook, create, find, untilStatus } = shop
    const hourMs = 3_600_000
    const abroad = await newBook('Two zones', [{ phone: '255712340061' }, { phone: '233241234560' }])
    const timeIn = (hours: number) => new Date(world.clock.now().getTime() + hours * hourMs).toISOString().slice(11, 16)
    // Opens in half an hour in Ghana, and three hours earlier in Tanzania, where it is closed again.
    const sendWindow = { from: timeIn(0.5), to: timeIn(1.5) }
    const { id } = await create({ sendWindow, validity: 1_200, audience: { bookIds: [abroad] }, text: 'Held' })
    await post(`/campaigns/${id}/start`)
    await until('the audience is fixed', async () => (await find(id)).status === 'sending')
    assert.equal((await find(id)).progress.queued, 0)
    world.clock.moveForward(0.6 * hourMs)
    await until('Ghana has its message', () => submits.some(({ phone }) => phone === '233241234560'))
    assert.equal((await find(id)).progress.queued, 2)

    await post(`/campaigns/${id}/pause`)
    await sql`update sms_batches set due_at = ${world.clock.now()}`.execute(world.db)
    const later = await create({ text: 'Not held' })
    await post(`/campaigns/${later.id}/start`)
    await untilStatus(later.id, 'done')
    assert.equal((await post(`/campaigns/${id}/cancel`)).status, 'cancelled')
    await until('all are cancelled', async () => {
      world.app.sms.work.announce('campaigns')
      world.clock.moveForward(1_000)
      return (await find(id)).endedAt !== null
    })
    const { results, progress } = await find(id)
    assert.deepEqual([results.cancelled, results.sent, results.price, progress.pending], [1, 1, '1.0000', 0])
    assert.equal(submits.filter(({ parts }) => parts.join('') === 'Held').length, 1)
    assert.equal((await call('POST', `/campaigns/${id}/resume`)).body.code, 'campaign_state')
    await assertLedger(world.db)
  })

  it('are paused when the credit runs out, and continue after a top-up', async () => {
    const { world, post, create, untilStatus, setCredit } = shop
    const { id } = await create({ text: 'Costly' })
    await setCredit('2')
    await post(`/campaigns/${id}/start`)
    const paused = await untilStatus(id, 'paused')
    assert.equal(paused.pauseReason, 'insufficient_balance')
    assert.equal(paused.progress.queued, 2)
    await setCredit('1000')
    await post(`/campaigns/${id}/resume`)
    const { progress } = await untilStatus(id, 'done')
    assert.deepEqual([progress.recipients, progress.queued, progress.optedOut], [4, 3, 1])
    await assertLedger(world.db)
  })

  it('are sent again once, as far as the credit lasts', async () => {
    const { world, call, post, newBook, create, untilStatus, setCredit } = shop
    // Switched off.
    const phones = Array.from({ length: 5 }, (_, index) => `2557125${index}0003`)
    const off = await newBook(
      'Off',
      phones.map((phone) => ({ phone })),
    )
    const { id } = await create({ audience: { bookIds: [off] }, text: 'Lost' })
    await post(`/campaigns/${id}/start`)
    assert.equal((await untilStatus(id, 'done')).results.failed, 5)
    const stop = { from: phones[0], to: '15001', text: 'STOP' }
    assert.equal((await command(world, 'POST', '/inbound/simulate', stop)).status, 202)
    await setCredit('2')
    const again = await post(`/campaigns/${id}/resend`, undefined, 201)
    assert.equal((await call('POST', `/campaigns/${id}/resend`)).body.code, 'already_resent')
    const paused = await untilStatus(again.id, 'paused')
    assert.deepEqual([paused.progress.queued, paused.progress.optedOut, paused.progress.duplicates], [2, 1, 0])
    await setCredit('1000')
    await post(`/campaigns/${again.id}/resume`)
    const { progress } = await untilStatus(again.id, 'done')
    assert.deepEqual(
      [progress.recipients, progress.processed, progress.queued, progress.optedOut, progress.duplicates],
      [5, 5, 4, 1, 0],
    )
    assert.equal((await call('DELETE', `/campaigns/${id}`)).status, 204)
    await assertLedger(world.db)
  })

  it('store long rows of an upload in parts of about a megabyte', async () => {
    const { world, create, upload } = shop
    const { id } = await create()
    const columns = Array.from({ length: 49 }, (_, column) => `c${column}`)
    const values = columns.map(() => 'x'.repeat(1_000))
    const rows = Array.from({ length: 40 }, (_, row) => [`07123${String(row).padStart(5, '0')}`, ...values].join())
    const { status, text } = await upload(id, [['phone', ...columns].join(), ...rows])
    assert.equal(status, 200, text)
    const { rows: parts } = await sql<{ rows: number }>`
      select jsonb_array_length(f.rows) as rows
        from campaign_files f join campaigns c on c.file_upload = f.upload
       where c.id = ${id}
       order by f.place
    `.execute(world.db)
    assert.deepEqual(parts, [{ rows: 22 }, { rows: 18 }])
  })

  it('keep all rows of an upload that ends after another one', async () => {
    const { world, create, upload } = shop
    const { id } = await create()
    const uploads = [1, 2].map((prefix) =>
      upload(id, [
        'phone',
        ...Array.from({ length: 3_000 }, (_, index) => `25571${prefix}${String(index).padStart(6, '0')}`),
      ]),
    )
    for (const { status, text } of await Promise.all(uploads)) assert.equal(status, 200, text)
    const { rows } = await sql<{ rows: number; stored: number }>`
      select c.file_rows as rows, (select sum(jsonb_array_length(f.rows)) from campaign_files f where f.upload = c.file_upload)::integer as stored
        from campaigns c
       where c.id = ${id}
    `.execute(world.db)
    assert.deepEqual(rows, [{ rows: 3_000, stored: 3_000 }])
  })
})
