import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { command } from '../../../test/console/people.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import type { LedgerState } from './check.ts'
import type { Wrong } from './store-check.ts'

onOneEngine('ledger check', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
    await command(world, 'POST', '/accounts', { name: 'Second' })
    // One message accepted by a carrier, one rejected and one pending: every kind of entry, and an open hold.
    for (const number of ['255712000107', '255712000000'])
      await world.send({ message: 'x'.repeat(161), recipients: [{ recipient_id: 1, dest_addr: number }] })
    const later = [1, 2, 3].map((n) => ({ recipient_id: n, dest_addr: `25571200010${n}` }))
    const [held] = await Promise.all(
      [1, 2, 3].map(() => world.send({ schedule_time: '2099-01-01 00:00', recipients: later })),
    )
    assert.equal(held?.body.code, 100)
    await command(world, 'POST', '/accounts/1/credit', { product: 'SMS', amount: '-3.5' })
    await until('nothing else is held', async () => (await one('held')) === '9.0000')
  })
  after(() => world.close())

  const one = async (column: string): Promise<string | undefined> =>
    (
      await sql<{
        value: string
      }>`select ${sql.ref(column)}::text as value from balances where account_id = 1 and product = 'SMS'`.execute(
        world.db,
      )
    ).rows[0]?.value
  const check = async (): Promise<LedgerState> => (await command(world, 'GET', '/ledger/check')).body

  /** Breaks something, returns the findings and repairs it. */
  async function broken(
    breaks: readonly RawBuilder<unknown>[],
    repairs: readonly RawBuilder<unknown>[],
  ): Promise<readonly Wrong[]> {
    for (const statement of breaks) await statement.execute(world.db)
    const { clean, wrong } = await check()
    for (const statement of repairs) await statement.execute(world.db)
    assert.deepEqual([clean, (await check()).wrong], [wrong.length === 0, []])
    return wrong
  }
  const ofSms = { accountId: 1, product: 'SMS', currency: 'TZS' }

  it('finds nothing in a correct ledger and counts the checked rows', async () => {
    const { clean, balances, entries, wrong } = await check()
    assert.deepEqual({ clean, balances, wrong }, { clean: true, balances: 18, wrong: [] })
    assert.ok(entries >= 18 + 6, String(entries))
  })

  it('finds an available amount without entries', async () => {
    const add = (amount: number) =>
      sql`update balances set available = available + ${amount} where account_id = 1 and product = 'SMS'`
    const available = await one('available')
    const [wrong, ...others] = await broken([add(1)], [add(-1)])
    assert.deepEqual(wrong, {
      ...ofSms,
      what: 'available',
      expected: available,
      found: (Number(available) + 1).toFixed(4),
    })
    assert.deepEqual(others, [])
  })

  it('finds a held amount without entries and messages', async () => {
    const add = (amount: number) =>
      sql`update balances set held = held + ${amount} where account_id = 1 and product = 'SMS'`
    assert.deepEqual(await broken([add(0.25)], [add(-0.25)]), [
      { ...ofSms, what: 'held', expected: '9.0000', found: '9.2500' },
      { ...ofSms, what: 'held for messages', expected: '9.0000', found: '9.2500' },
    ])
  })

  it('finds a removed and a changed entry', async () => {
    const entry = sql`(select min(id) from ledger_entries where account_id = 2 and product = 'OTP')`
    const wrong = await broken(
      [sql`update ledger_entries set amount = 5 where id = ${entry}`],
      [sql`update ledger_entries set amount = 1000000 where id = ${entry}`],
    )
    assert.deepEqual(wrong, [
      { accountId: 2, product: 'OTP', currency: 'TZS', what: 'available', expected: '5.0000', found: '1000000.0000' },
    ])
    const gone = await broken(
      [
        sql`create table removed as select * from ledger_entries where kind = 'credit' and account_id = 2`,
        sql`delete from ledger_entries where kind = 'credit' and account_id = 2`,
      ],
      [sql`insert into ledger_entries overriding system value select * from removed`, sql`drop table removed`],
    )
    assert.equal(gone.length, 9)
    assert.deepEqual(gone[0], {
      accountId: 2,
      product: 'AIRTIME',
      currency: 'TZS',
      what: 'available',
      expected: '0.0000',
      found: '1000000.0000',
    })
  })

  it('finds a message that was charged early and one without a hold', async () => {
    const waiting = sql`(select max(id) from sms_messages where status = 'PENDING')`
    const early = await broken(
      [sql`update sms_messages set submitted_at = now() where id = ${waiting}`],
      [sql`update sms_messages set submitted_at = null where id = ${waiting}`],
    )
    assert.deepEqual(early, [
      { ...ofSms, what: 'held for messages', expected: '8.0000', found: '9.0000' },
      { ...ofSms, what: 'spent for messages', expected: '3.0000', found: '2.0000' },
    ])
    const dearer = await broken(
      [sql`update sms_messages set price = 2 where id = ${waiting}`],
      [sql`update sms_messages set price = 1 where id = ${waiting}`],
    )
    assert.deepEqual(
      dearer.map(({ what }) => what.replace(/\d+/g, 'N').replace(/requests? .*/, 'requests')),
      ['held for messages', 'entry N, hold for requests'],
    )
  })

  it('finds a hold without its requests and one without a subject', async () => {
    const last = sql`(select max(id) from ledger_entries where kind = 'hold')`
    const { rows } = await sql<{ id: number; subject: string; amount: string }>`
      select id, subject, amount::text from ledger_entries where id = ${last}
    `.execute(world.db)
    const [hold] = rows
    assert.match(hold?.subject ?? '', /^requests? \d+/)
    const name = (subject: string) => sql`update ledger_entries set subject = ${subject} where id = ${hold?.id}`
    for (const subject of [
      'requests 999999998 to 999999999',
      'request 999999999',
      'nothing',
      'request',
      'request 99999999999999999999',
    ]) {
      assert.deepEqual(await broken([name(subject)], [name(hold?.subject ?? '')]), [
        { ...ofSms, what: `entry ${hold?.id}, hold for ${subject}`, expected: '0.0000', found: hold?.amount },
      ])
    }
  })

  it('uses the sums of removed messages in their place', async () => {
    const copies = ['sms_messages', 'sms_requests', 'ledger_removals']
    for (const table of copies)
      await sql`create table ${sql.id(`copy_${table}`)} as select * from ${sql.id(table)}`.execute(world.db)
    const restore = copies.flatMap((table) => [
      sql`delete from ${sql.id(table)}`,
      sql`insert into ${sql.id(table)} select * from ${sql.id(`copy_${table}`)}`,
    ])
    const remove = [
      sql`delete from sms_messages where status <> 'PENDING'`,
      sql`delete from sms_requests where due_at < now()`,
    ]
    const today = new Date().toISOString().slice(0, 10)
    const disable = sql`alter table sms_messages disable trigger count_removed`
    const enable = sql`alter table sms_messages enable trigger count_removed`
    assert.deepEqual(await broken(remove, restore), [])
    // The day has removals, but not of this message.
    const first = sql`delete from sms_messages where id = (select min(id) from sms_messages)`
    assert.deepEqual(await broken([first, disable, ...remove, enable], restore), [
      { ...ofSms, what: 'released for messages', expected: '0.0000', found: '2.0000' },
      { ...ofSms, what: `holds for messages of ${today}`, expected: '11.0000', found: '13.0000' },
    ])
    const uncounted = await broken([disable, ...remove, enable], restore)
    assert.deepEqual(
      uncounted.map(({ what }) => what.replace(/^entry \d+, (hold for request) \d+$/, '$1')),
      ['spent for messages', 'released for messages', 'hold for request', 'hold for request'],
    )
    for (const column of ['hold', 'spend', 'release'])
      assert.equal(
        (await broken([...remove, sql`update ledger_removals set ${sql.id(column)} = 3`], restore)).length,
        1,
        column,
      )
    for (const table of copies) await sql`drop table ${sql.id(`copy_${table}`)}`.execute(world.db)
  })

  it('finds a balance below its floor and a wrong floor', async () => {
    const available = await one('available')
    const set = (floor: string) =>
      sql`update balances set floor = ${floor}::numeric where account_id = 1 and product = 'SMS'`
    assert.deepEqual(await broken([set('-5')], [set('0')]), [
      { ...ofSms, what: 'floor', expected: '0.0000', found: '-5.0000' },
    ])
    const below = await broken(
      [
        sql`alter table balances drop constraint balances_enough`,
        sql`update balances set available = -1 where account_id = 1 and product = 'SMS'`,
      ],
      [
        sql`update balances set available = ${available}::numeric where account_id = 1 and product = 'SMS'`,
        sql`alter table balances add constraint balances_enough check (available >= floor)`,
      ],
    )
    assert.deepEqual(below, [
      { ...ofSms, what: 'available', expected: available, found: '-1.0000' },
      { ...ofSms, what: 'below the floor', expected: '0.0000', found: '-1.0000' },
    ])
  })

  it('uses one snapshot while messages come and go', async () => {
    let sending = true
    const senders = Array.from({ length: 8 }, async (_, index) => {
      for (let n = 0; sending; n += 1)
        await world.send({
          recipients: [{ recipient_id: 1, dest_addr: String(255_713_000_007 + (index * 1_000 + n) * 10) }],
        })
    })
    for (let n = 0; n < 10; n += 1) assert.deepEqual((await check()).wrong, [])
    sending = false
    await Promise.all(senders)
  })
})
