import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { onBothEngines, openTestDatabase, openUrl, type TestDatabase } from '../../../test/world.ts'
import { createClock } from '../clock.ts'
import type { Database } from './database.ts'
import { createIds, type Ids, partitionSize } from './ids.ts'

interface Range {
  readonly first: number
  readonly count: number
}

async function take(ids: Ids, count: number): Promise<Range> {
  return { first: await ids.take(count), count }
}

function assertApart(ranges: readonly Range[]) {
  const sorted = ranges.toSorted((a, b) => a.first - b.first)
  for (const [index, { first, count }] of sorted.entries()) {
    const next = sorted[index + 1]
    assert.ok(
      next === undefined || first + count <= next.first,
      `${first} and ${count - 1} more reach into ${next?.first}`,
    )
  }
}

onBothEngines('ids', (engine) => {
  let test: TestDatabase
  /** The same database for another process. */
  let other: Database
  before(async () => {
    test = await openTestDatabase(engine)
    other = test.url === null ? test.db : openUrl(test.url)
  })
  after(async () => {
    if (other !== test.db) await other.close()
    await test.drop()
  })

  const clock = createClock()
  let names = 0
  /** A new row of id_blocks and a table partitioned by its ids. */
  async function newIds(nextId = 1) {
    names += 1
    const name = `test_${names}`
    await sql`insert into id_blocks (name, next_id) values (${name}, ${nextId})`.execute(test.db)
    await sql`
      create table ${sql.table(name)} (id bigint primary key, text text not null) partition by range (id);
      create index on ${sql.table(name)} (text)
    `.execute(test.db)
    return { name, partitioned: [name], clock }
  }

  async function partitions(table: string): Promise<unknown[]> {
    const { rows } = await sql`
      select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds, array_to_string(c.reloptions, ',') as options,
             (select count(*) from pg_index i where i.indrelid = c.oid) as indexes
        from pg_inherits h
        join pg_class c on c.oid = h.inhrelid
       where h.inhparent = ${table}::regclass
       order by c.oid
    `.execute(test.db)
    return rows
  }

  const bounds = (from: number, to: number) =>
    `FOR VALUES FROM ('${from * partitionSize}') TO ('${to * partitionSize}')`

  it('are allocated in consecutive ranges', async () => {
    const ids = createIds(test.db, await newIds(1_000))
    assert.equal(await ids.take(1), 1_000)
    assert.equal(await ids.take(10), 1_001)
    assert.equal(await ids.take(1), 1_011)
  })

  it('stay integers when traffic fades after the maximum block size', async () => {
    let nowMs = 0
    const ids = createIds(test.db, { ...(await newIds()), nowMs: () => nowMs })
    const ranges: Range[] = []
    for (let busy = 0; busy < 40; busy += 1) ranges.push(await take(ids, 1_000))
    for (let quiet = 0; quiet < 20; quiet += 1) {
      nowMs += 10_000
      ranges.push(await take(ids, 1))
    }
    assert.ok(ranges.every(({ first }) => Number.isInteger(first)))
    assertApart(ranges)
  })

  it('skip the rest of a block that is too short', async () => {
    const ids = createIds(test.db, await newIds())
    assert.equal(await ids.take(1), 1)
    assert.equal(await ids.take(20), 17)
    assert.equal(await ids.take(12), 37)
    assert.equal(await ids.take(1), 49)
  })

  it('of several processes are ordered by time to about a second', async () => {
    const options = await newIds()
    const time = { ms: 0 }
    const both = [test.db, other].map((db) => createIds(db, { ...options, nowMs: () => time.ms }))
    const given: number[] = []
    for (let round = 0; round < 10; round += 1) {
      for (const ids of both) given.push(await ids.take(1))
      time.ms += 1_001
    }
    assert.deepEqual(
      given.toSorted((a, b) => a - b),
      given,
    )
  })

  it('come in blocks that grow and shrink with the demand', async () => {
    const options = await newIds()
    const time = { ms: 0 }
    const ids = createIds(test.db, { ...options, nowMs: () => time.ms })
    const reserved = async () =>
      (await sql<{ next: number }>`select next_id as next from id_blocks where name = ${options.name}`.execute(test.db))
        .rows[0]?.next ?? 0
    const sizeOfNext = async () => {
      const before = await reserved()
      while ((await reserved()) === before) await ids.take(8)
      return (await reserved()) - before
    }
    const busy = [await sizeOfNext(), await sizeOfNext(), await sizeOfNext()]
    assert.deepEqual(busy, [16, 32, 64])
    const quiet: number[] = []
    for (let round = 0; round < 3; round += 1) {
      time.ms += 1_001
      quiet.push(await sizeOfNext())
    }
    assert.deepEqual(quiet, [32, 16, 16])
  })

  it('may span a range larger than a block', async () => {
    const options = await newIds()
    const ids = createIds(test.db, options)
    const beside = createIds(other, options)
    assertApart([
      await take(ids, 5),
      await take(beside, 5),
      await take(ids, 123_456),
      await take(beside, 10_000),
      await take(ids, 10_001),
      await take(ids, 1),
    ])
  })

  it('are unique across two concurrent allocators', async () => {
    const options = await newIds()
    const allocators = [createIds(test.db, options), createIds(other, options)] as const
    const given: Range[] = []
    const counts = fc.array(
      fc.tuple(
        fc.constantFrom(0, 1),
        fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constantFrom(4_999, 9_999, 10_000, 10_001, 25_000)),
      ),
      {
        maxLength: 20,
      },
    )
    await fc.assert(
      fc.asyncProperty(counts, async (takes) => {
        given.push(...(await Promise.all(takes.map(([which, count]) => take(allocators[which === 0 ? 0 : 1], count)))))
        assertApart(given)
      }),
      { numRuns: 20 },
    )
  })

  it('are unique when small requests arrive together with a new block', async () => {
    const ids = createIds(test.db, await newIds())
    const given: Promise<Range>[] = [take(ids, 10_000)]
    await given[0]
    for (let round = 0; round < 3; round += 1) {
      given.push(take(ids, 10_000))
      // On the embedded engine this runs right after the block arrives; then one small request in every microtask.
      await sql`select 1`.execute(test.db)
      for (let turn = 0; turn < 200; turn += 1) {
        given.push(take(ids, 1))
        await null
      }
      await Promise.all(given)
    }
    assertApart(await Promise.all(given))
  })

  it('have partitions created one ahead, for inserts of any process', async () => {
    const options = await newIds()
    const ids = createIds(test.db, options)
    const id = await ids.take(1)
    await sql`insert into ${sql.table(options.name)} values (${id}, 'first')`.execute(other)
    assert.deepEqual(await partitions(options.name), [
      { name: `${options.name}_p0`, bounds: bounds(0, 1), options: 'fillfactor=70', indexes: 2 },
      { name: `${options.name}_p1`, bounds: bounds(1, 2), options: 'fillfactor=70', indexes: 2 },
    ])
  })

  it('may cross into a new partition within a range', async () => {
    const options = await newIds()
    await createIds(test.db, options).take(1)
    await sql`update id_blocks set next_id = ${2 * partitionSize - 5} where name = ${options.name}`.execute(test.db)

    const ids = createIds(test.db, options)
    const first = await ids.take(10)
    assert.equal(first, 2 * partitionSize - 5)
    await sql`insert into ${sql.table(options.name)} select id, 'x' from generate_series(${first}::bigint, ${first + 9}::bigint) as id`.execute(
      test.db,
    )
    const { rows } =
      await sql`select tableoid::regclass::text as partition, count(*) from ${sql.table(options.name)} group by 1 order by 1`.execute(
        test.db,
      )
    assert.deepEqual(rows, [
      { partition: `${options.name}_p1`, count: 5 },
      { partition: `${options.name}_p2`, count: 5 },
    ])
    assert.equal((await partitions(options.name)).length, 4)
  })

  it('have partitions created by the allocator that reaches them', async () => {
    const options = await newIds()
    const ids = createIds(test.db, options)
    await ids.take(1)
    await sql`update id_blocks set next_id = ${7 * partitionSize - 5_000} where name = ${options.name}`.execute(test.db)
    const first = await ids.take(9_999 + 2)
    assert.equal(first, 7 * partitionSize - 5_000)
    for (const id of [first, first + 10_000])
      await sql`insert into ${sql.table(options.name)} values (${id}, 'x')`.execute(test.db)
  })

  it('have each partition created once when several processes need it', async () => {
    const options = await newIds(partitionSize - 1)
    const given = await Promise.all([test.db, other, test.db, other].map((db) => take(createIds(db, options), 10_000)))
    assertApart(given)
    assert.equal((await partitions(options.name)).length, 3)
  })

  it('continue after an error', async () => {
    const ids = createIds(test.db, { name: 'not there yet', partitioned: [], clock })
    await assert.rejects(ids.take(1), { message: 'no id block named not there yet' })
    await sql`insert into id_blocks values ('not there yet', 7)`.execute(test.db)
    assert.equal(await ids.take(1), 7)
  })

  describe('of a partition', () => {
    const day = 86_400_000
    /** Takes one id for each time, in days, each from a new block. */
    async function takeAt(nextId: number, times: readonly number[]): Promise<number[]> {
      const options = await newIds(nextId)
      let [nowMs, today] = [0, 0]
      const ids = createIds(test.db, {
        ...options,
        nowMs: () => nowMs,
        clock: { now: () => new Date(today * day) },
      })
      const taken: number[] = []
      for (const time of times) {
        nowMs += 10_000
        today = time
        taken.push(await ids.take(1))
        await sql`insert into ${sql.table(options.name)} values (${taken.at(-1)}, 'x')`.execute(other)
      }
      return taken
    }

    it('end after a week', async () => {
      assert.deepEqual(await takeAt(1, [0, 6.9, 7, 13.9, 14, 100]), [
        1,
        17,
        partitionSize,
        partitionSize + 16,
        2 * partitionSize,
        3 * partitionSize,
      ])
    })

    it('begin a new week when they pass a bound', async () => {
      const size = partitionSize
      assert.deepEqual(await takeAt(size - 17, [0, 6, 12, 13]), [size - 17, size - 1, size + 15, 2 * size])
      assert.deepEqual(await takeAt(size - 16, [0, 6, 12, 13]), [size - 16, size, size + 16, 2 * size])
    })

    it('follow a clock that is set back', async () => {
      assert.deepEqual(await takeAt(1, [50, 10, 16, 17]), [1, 17, 33, partitionSize])
    })
  })
})
