import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { onBothEngines, openTestDatabase, openUrl, postgresUrl, type TestDatabase } from '../../../test/world.ts'
import type { Database } from './database.ts'
import { dropPartitions, listEndedPartitions } from './drop-partitions.ts'
import { createIds, partitionSize } from './ids.ts'

const dayMs = 86_400_000

/** Two tables with three weeks of partitions. */
async function makeWeeks(db: Database) {
  const blocks = { name: 'weeks', partitioned: ['weeks', 'weeks_more'] }
  await sql`insert into id_blocks (name, next_id) values ('weeks', 1)`.execute(db)
  for (const table of blocks.partitioned)
    await sql`create table ${sql.id(table)} (id bigint primary key) partition by range (id)`.execute(db)
  let day = 0
  const ids = createIds(db, { ...blocks, clock: { now: () => new Date(day * dayMs) } })
  for (; day < 21; day += 7) {
    const id = await ids.take(1)
    for (const table of blocks.partitioned) await sql`insert into ${sql.id(table)} values (${id})`.execute(db)
  }
  return blocks
}

const first = { from: 0, to: partitionSize }
const idsOf = async (db: Database, table: string) =>
  (await sql<{ id: number }>`select id from ${sql.id(table)} order by id`.execute(db)).rows.map(({ id }) => id)

onBothEngines('partitions', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  it('are listed and dropped after they have ended', async () => {
    const blocks = await makeWeeks(test.db)
    const second = { from: partitionSize, to: 2 * partitionSize }
    assert.deepEqual(await listEndedPartitions(test.db, blocks), {
      ended: [first, second],
      current: { from: 2 * partitionSize, to: 3 * partitionSize },
      currentSince: new Date(14 * dayMs),
    })
    const drop = () => test.db.transaction((tx) => dropPartitions(tx, blocks.partitioned, first))
    assert.equal(await drop(), true)
    // A repetition has no effect.
    assert.equal(await drop(), true)
    for (const table of blocks.partitioned)
      assert.deepEqual(await idsOf(test.db, table), [partitionSize, 2 * partitionSize])
    assert.deepEqual((await listEndedPartitions(test.db, blocks)).ended, [second])

    // One that another process creates again is listed and dropped again.
    await sql`
      create table weeks_p0 (like weeks including all);
      alter table weeks attach partition weeks_p0 for values from (0) to (${sql.lit(partitionSize)})
    `.execute(test.db)
    assert.deepEqual((await listEndedPartitions(test.db, blocks)).ended, [first, second])
    assert.equal(await drop(), true)
    assert.deepEqual((await listEndedPartitions(test.db, blocks)).ended, [second])
  })
})

describe('a partition in use', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  let test: TestDatabase
  let reader: Database
  before(async () => {
    test = await openTestDatabase('postgres')
    reader = openUrl(test.url ?? '')
  })
  after(async () => {
    await reader.close()
    await test.drop()
  })

  it('is not dropped, and lets others work between its tries', async () => {
    const blocks = await makeWeeks(test.db)
    const { promise: isRead, resolve: endRead } = Promise.withResolvers<void>()
    const { promise: isReading, resolve: beginRead } = Promise.withResolvers<void>()
    // As a backup does.
    const reading = reader.transaction(async (tx) => {
      await sql`lock table weeks in access share mode`.execute(tx)
      beginRead()
      await isRead
    })
    await isReading
    let inserted = 0
    let isOver = false
    const others = (async () => {
      for (let id = 2 * partitionSize + 100; !isOver; id += 1) {
        await sql`insert into weeks values (${id})`.execute(reader)
        inserted += 1
      }
    })()
    const noted = await test.db.transaction(async (tx) => {
      await sql`insert into weeks values (7)`.execute(tx)
      inserted = 0
      const dropped = await dropPartitions(tx, blocks.partitioned, first, 3)
      assert.ok(inserted >= 2, `${inserted} statements of others between three tries`)
      // The transaction has not failed, and its settings are as before.
      const { rows } =
        await sql`select current_setting('lock_timeout') as lock, count(*) from weeks where id = 7`.execute(tx)
      return { dropped, rows }
    })
    isOver = true
    await others
    assert.deepEqual(noted, { dropped: false, rows: [{ lock: '0', count: 1 }] })
    endRead()
    await reading
    assert.equal(await test.db.transaction((tx) => dropPartitions(tx, blocks.partitioned, first)), true)
    assert.equal((await idsOf(test.db, 'weeks'))[0], partitionSize)
  })

  it('can be dropped by another process at the same time', async () => {
    const second = { from: partitionSize, to: 2 * partitionSize }
    const tables = ['weeks', 'weeks_more']
    const both = await reader.transaction(async (old) => {
      // This transaction still sees the catalog of before the drop.
      await sql`set transaction isolation level repeatable read`.execute(old)
      await sql`select from pg_class limit 1`.execute(old)
      const dropped = await test.db.transaction((tx) => dropPartitions(tx, tables, second))
      return [dropped, await dropPartitions(old, tables, second)]
    })
    assert.deepEqual(both, [true, true])
    assert.deepEqual((await listEndedPartitions(test.db, { name: 'weeks', partitioned: tables })).ended, [])
  })
})
