import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { contentsOf, linesOf, migratedDatabase, openScope, smallDatabase } from '../../../test/backups.ts'
import { onBothEngines, openWorld, postgresUrl, until, type World } from '../../../test/world.ts'
import { migrationsDirectory, seededTables } from '../../migrations.ts'
import type { Database } from './database.ts'
import { dump, restore } from './index.ts'

const numbers = async (db: Database, query: RawBuilder<{ n: number }>) => (await query.execute(db)).rows[0]?.n

/** Invariants of a consistent snapshot, with the number of violations. */
const broken: Readonly<Record<string, RawBuilder<{ n: number }>>> = {
  'requests without all their messages': sql`
    select count(*) as n from sms_requests r where r.valid <> (select count(*) from sms_messages m where m.request_id = r.id)
  `,
  'messages without a request': sql`
    select count(*) as n from sms_messages m where not exists (select from sms_requests r where r.id = m.request_id)
  `,
  'batches without all their messages': sql`
    select count(*) as n
      from sms_batches b
     where b.last_message_id - b.first_message_id + 1 <> (select count(*) from sms_messages m where m.id between b.first_message_id and b.last_message_id)
  `,
  'requests without their idempotency key': sql`
    select count(*) as n from sms_requests r where not exists (select from idempotency_keys k where k.answer::text like '%' || r.id || '%')
  `,
  'ids that were given out and will be again': sql`
    select count(*) as n from sms_messages m where m.id >= (select next_id from id_blocks where name = 'sms_messages')
  `,
}

/** Three messages, some of them scheduled, so that there is always pending work. */
async function sendOne(world: World, number: number): Promise<void> {
  const recipients = [1, 2, 3].map((id) => ({ recipient_id: id, dest_addr: `2557${10_000_000 + number * 10 + id}` }))
  const later = number % 2 === 0 ? { schedule_time: '2099-01-01 00:00' } : {}
  const { status } = await world.send({ recipients, ...later }, { 'idempotency-key': `send ${number}` })
  assert.equal(status, 200)
}

describe('a backup of a running installation', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  it('does not block writers and contains one snapshot', async (context) => {
    const world = await openWorld('postgres')
    context.after(() => world.close())
    const before = 30
    for (let number = 1; number <= before; number += 1) await sendOne(world, number)

    // A slow reader: messages are accepted between the first lines.
    let number = before
    const lines: string[] = []
    for await (const line of dump(world.db)) {
      lines.push(line)
      if (lines.length % 25 === 0 || line.startsWith('{"ngoma":"table"')) await sendOne(world, ++number)
    }
    assert.ok(number > before + 50)
    assert.equal(await numbers(world.db, sql`select count(*) as n from sms_requests`), number)

    const target = await migratedDatabase(context, 'postgres')
    async function* again() {
      yield* lines
    }
    await restore(target.db, again(), { migrationsDirectory, seeded: seededTables })
    for (const [what, query] of Object.entries(broken)) assert.equal(await numbers(target.db, query), 0, what)
    assert.equal(await numbers(target.db, sql`select count(*) as n from sms_requests`), before)
    assert.ok(((await numbers(target.db, sql`select count(*) as n from sms_batches`)) ?? 0) >= before / 2)
  })

  it('fails when it loses its connection, without affecting the database', async (context) => {
    const { db } = await smallDatabase(context, 'postgres')
    await sql`insert into sms_optouts select 1, n::text, now(), 'stop' from generate_series(1, 5000) n`.execute(db)
    const iterator = dump(db)
    await iterator.next()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`.execute(
      db,
    )
    await assert.rejects(async () => {
      for await (const _ of iterator);
    })
    assert.ok((await linesOf(dump(db))).length > 5_000)
  })

  it('fetches rows only as fast as its reader consumes them', async (context) => {
    const { db } = await smallDatabase(context, 'postgres')
    await sql`insert into sms_optouts select 1, n::text || repeat('x', 100000), now(), 'stop' from generate_series(1, 300) n`.execute(
      db,
    )
    const steps: number[] = []
    let read = 0
    for await (const _ of dump(db, { onProgress: ({ rows }) => steps.push(rows) })) {
      read += 1
      assert.ok((steps.at(-1) ?? 0) < read)
    }
    // After the first fetch, rows of 100 kB are fetched about ten at a time.
    const sizes = steps.map((step, index) => step - (steps[index - 1] ?? 0))
    assert.ok(
      sizes.slice(-5).every((size) => size <= 10),
      String(sizes),
    )
  })
})

onBothEngines('dump', (engine) => {
  const scope = openScope()
  let db: Database
  before(async () => {
    ;({ db } = await smallDatabase(scope, engine))
    await sql`insert into sms_optouts select 1, n::text, now(), 'stop' from generate_series(1, 600) n`.execute(db)
  })
  after(() => scope.close())

  const left = async (db: Database) =>
    numbers(
      db,
      sql`select count(*) as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )

  const ways: readonly (readonly [title: string, stop: (db: Database) => Promise<void>])[] = [
    [
      'before the first line',
      async (db) => {
        await dump(db).return()
      },
    ],
    [
      'after the first line',
      async (db) => {
        for await (const _ of dump(db)) break
      },
    ],
    [
      'in the middle of a table',
      async (db) => {
        let count = 0
        for await (const _ of dump(db)) if (++count > 300) break
      },
    ],
    [
      'by an error',
      async (db) => {
        const failing = async () => {
          for await (const _ of dump(db)) throw new Error('no')
        }
        await assert.rejects(failing, { message: 'no' })
      },
    ],
    [
      'by an error in onProgress',
      async (db) => {
        const onProgress = () => {
          throw new Error('no')
        }
        await assert.rejects(linesOf(dump(db, { onProgress })), { message: 'no' })
      },
    ],
  ]
  for (const [title, stop] of ways) {
    it(`leaves no open transaction when the reader stops early: ${title}`, async () => {
      const before = await contentsOf(db)
      await stop(db)
      assert.equal(await left(db), 0)
      // More often than there are connections, to detect a leak.
      for (let count = 0; count < 12; count += 1) await stop(db)
      await sql`insert into sms_optouts values (2, '1', now(), 'stop')`.execute(db)
      await sql`delete from sms_optouts where account_id = 2`.execute(db)
      assert.deepEqual(await contentsOf(db), before)
    })
  }

  it('serves others between batches and after an early stop', async () => {
    const iterator = dump(db)
    await iterator.next()
    let served = false
    const other = sql`select 1`.execute(db).then(() => {
      served = true
    })
    if (engine === 'postgres') await until('the other statement runs in between', () => served)
    await iterator.return()
    await other
    assert.ok(served)
  })

  it('throws inside a transaction', async () => {
    await db.transaction(async () => {
      await assert.rejects(linesOf(dump(db)), /used inside a transaction/)
    })
  })

  it('throws when the database has no schema', async () => {
    await sql`drop schema public cascade; create schema public`.execute(db)
    await assert.rejects(linesOf(dump(db)), { message: 'nothing to back up: the database has no schema yet' })
    assert.equal(await left(db), 0)
  })
})
