import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { openShop, type Shop } from '../../../test/campaigns.ts'
import { addAccount, command } from '../../../test/console/people.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { onOneEngine, until } from '../../../test/world.ts'
import type { ReportRow } from '../../contract/account/reports.ts'
import type { ReportGroup } from '../../values/reports.ts'
import { mergeOldHours, noteQueues } from './jobs.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

onOneEngine('reports', (engine) => {
  let shop: Shop
  let campaignId: number
  before(async () => {
    shop = await openShop(engine)
    const { world, create, post, untilStatus } = shop
    // Delivered, delivered, switched off, and a number that the network rejects.
    const to = ['255712345678', '254712345678', '255712340003', '255712340000']
    await post('/messages', { from: 'INFO', text: 'Habari', to }, 201)
    const { id } = await create()
    campaignId = id
    await post(`/campaigns/${id}/start`)
    await untilStatus(id, 'done')
    await until('all messages are final', async () => (await report('by=day')).total.pending === 0)
    await assertLedger(world.db)
  })
  after(() => shop.world.close())

  async function report(query: string) {
    const { status, body, text } = await shop.call('GET', `/reports?${query}`)
    assert.equal(status, 200, text)
    return body
  }
  const brief = ({ key, messages, delivered, failed }: ReportRow) => [key, messages, delivered, failed]
  const briefRows = async (query: string) => (await report(query)).rows.map(brief)

  it('group messages, and the figures of every report add up', async () => {
    const { total, currency, rows } = await report('by=day')
    assert.equal(currency, 'TZS')
    assert.deepEqual([total.messages, total.sent, total.delivered, total.failed, total.pending], [8, 7, 5, 3, 0])
    assert.equal(total.deliveryRate, 62.5)
    assert.equal(rows.length, 30)
    assert.deepEqual(brief(rows.at(-1)), ['2030-06-15', 8, 5, 3])
    assert.deepEqual(await briefRows('by=carrier'), [['simulator', 8, 5, 3]])
    assert.deepEqual(await briefRows('by=country'), [
      ['TZ', 7, 4, 3],
      ['KE', 1, 1, 0],
    ])
    assert.deepEqual(await briefRows('by=sender'), [['INFO', 8, 5, 3]])
    assert.deepEqual((await briefRows('by=campaign')).sort(), [
      ['0', 4, 2, 2],
      [String(campaignId), 4, 3, 1],
    ])
    assert.deepEqual(await briefRows('by=reason'), [
      ['absent_subscriber', 2, 0, 2],
      ['refused_by_network', 1, 0, 1],
    ])
    assert.equal((await briefRows('by=hour&from=2030-06-15&to=2030-06-15')).length, 10)
    for (const by of ['hour', 'carrier', 'country', 'sender', 'campaign'] satisfies ReportGroup[]) {
      const one = await report(`by=${by}`)
      assert.deepEqual(one.total, total, by)
      const sum = (field: 'messages' | 'delivered' | 'failed') =>
        one.rows.reduce((all: number, row: ReportRow) => all + row[field], 0)
      assert.deepEqual([sum('messages'), sum('delivered'), sum('failed')], [8, 5, 3], by)
    }
    const overview = await shop.get('/overview')
    assert.deepEqual(overview.today, { day: '2030-06-15', ...total })
  })

  it('have the money of the ledger', async () => {
    const { rows } = await sql<{ spent: string }>`
      select sum(-amount)::text as spent from ledger_entries where kind = 'spend' and product = 'SMS'
    `.execute(shop.world.db)
    assert.ok(Number(rows[0]?.spent) !== 0)
    assert.equal(Number((await report('')).total.spent), Math.abs(Number(rows[0]?.spent)))
    const failed = (await report('by=reason')).rows.map(({ key, spent }: ReportRow) => [key, Number(spent) > 0])
    assert.deepEqual(failed, [
      ['absent_subscriber', true],
      ['refused_by_network', false],
    ])
  })

  it('filter, name groups, and use the days of a time zone', async () => {
    assert.deepEqual(await briefRows('by=country&campaign=0&sender=INFO&carrier=simulator'), [
      ['TZ', 3, 1, 2],
      ['KE', 1, 1, 0],
    ])
    assert.deepEqual(await briefRows('by=campaign&country=KE'), [['0', 1, 1, 0]])
    assert.deepEqual(await briefRows('by=carrier&reason=absent_subscriber'), [['simulator', 2, 0, 2]])
    assert.deepEqual(await briefRows('by=sender&sender=OTHER'), [])
    const labelsOf = async (by: string) => (await report(`by=${by}`)).rows.map(({ label }: ReportRow) => label)
    assert.deepEqual(await labelsOf('country'), ['Tanzania', 'Kenya'])
    assert.deepEqual((await labelsOf('campaign')).sort(), ['June', 'No campaign'])
    assert.deepEqual(await labelsOf('reason'), [
      'The phone is switched off or out of coverage.',
      'The network rejects this number.',
    ])
    // 09:00 in UTC is the next day at 23:00 on Kiritimati, which is 14 hours ahead.
    shop.world.clock.moveForward(2 * hourMs)
    const early = await report('from=2030-06-15&to=2030-06-16&timeZone=Pacific/Kiritimati')
    assert.deepEqual(early.rows.map(brief), [
      ['2030-06-15', 8, 5, 3],
      ['2030-06-16', 0, 0, 0],
    ])
    assert.deepEqual(
      (await report('by=hour&from=2030-06-15&to=2030-06-15&timeZone=Asia/Kolkata')).rows[0].label,
      '2030-06-14 23:30',
    )
  })

  it('refuse invalid ranges and filters', async () => {
    for (const query of [
      'by=week',
      'from=2030-02-30',
      'from=2030-06-16&to=2030-06-15',
      'from=2028-01-01',
      'by=hour&from=2030-05-01',
      'by=hour&from=2030-01-01&to=2030-01-02',
      'timeZone=Mars',
      'timeZone=%2B03:00',
      'campaign=x',
      'country=XX',
    ])
      assert.equal((await shop.call('GET', `/reports?${query}`)).status, 400, query)
  })

  it('are exported as CSV', async () => {
    const { text, headers } = await shop.call('GET', '/reports.csv?by=country')
    assert.match(String(headers['content-disposition']), /report-country-2030-05-17-2030-06-15\.csv/)
    const [header, first] = text.split('\r\n')
    assert.equal(
      header,
      'country,label,messages,sent,delivered,failed,pending,delivery_rate,delivery_seconds,spent,currency',
    )
    assert.match(first ?? '', /^TZ,Tanzania,7,6,4,3,0,57\.1,/)
  })

  it('show operators all accounts, and accounts only themselves', async () => {
    const { world } = shop
    const other = await addAccount(world, 'Other')
    const { body } = await command(world, 'GET', '/reports?by=account')
    assert.deepEqual(
      body.rows.map(({ key, messages }: ReportRow) => [key, messages]),
      [['1', 8]],
    )
    assert.equal((await command(world, 'GET', `/reports?account=${other}`)).body.total.messages, 0)
    assert.equal((await command(world, 'GET', `/accounts/${other}/reports`)).body.total.messages, 0)
    assert.equal((await command(world, 'GET', '/reports?account=x')).status, 400)
    const { body: quality } = await command(world, 'GET', '/reports/carriers')
    assert.deepEqual([quality.carriers[0].carrier, quality.carriers[0].days.length], ['simulator', 30])
    assert.equal(quality.carriers[0].days.at(-1).deliveryRate, 62.5)
    await sql`update accounts set currency = 'KES' where id = ${other}`.execute(world.db)
    const { body: mixed } = await command(world, 'GET', '/reports')
    assert.deepEqual([mixed.currency, mixed.total.spent, mixed.rows[0].spent], ['', null, null])
  })

  it('note the longest wait of each hour', async () => {
    const { world } = shop
    const ages = [40, 90, 10]
    for (const age of ages) {
      const queue = { ...world.app.sms.queue, read: async () => true, ageSeconds: () => age }
      await noteQueues({ ...world.app.sms, queue })
    }
    const { body } = await command(world, 'GET', '/reports/queues?carrier=simulator')
    assert.deepEqual(body.hours, [{ hour: '2030-06-15T11:00:00.000Z', carrier: 'simulator', ageSeconds: 90 }])
  })

  it('stay the same when messages are removed and old hours are merged', async () => {
    const { world } = shop
    const range = 'from=2030-06-01&to=2030-06-16'
    const earlier = await report(`by=day&${range}`)
    await sql`delete from sms_messages`.execute(world.db)
    const { db, clock } = world.app.sms
    const later = { ...clock, now: () => new Date(clock.now().getTime() + 110 * dayMs) }
    await mergeOldHours({ db, clock: later })
    await mergeOldHours({ db, clock: later })
    assert.deepEqual(await report(`by=day&${range}`), earlier)
    const { rows } = await sql<{ hour: Date }>`select distinct hour from sms_hours`.execute(db)
    assert.deepEqual(
      rows.map(({ hour }) => hour.toISOString()),
      ['2030-06-15T12:00:00.000Z'],
    )
  })
})
