import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { onBothEngines, openTestDatabase, postgresUrl } from '../../../test/world.ts'
import { createDatabase, type Database, prepared } from './database.ts'
import { openPostgres } from './postgres.ts'

const answer = async (db: Database, value: number) =>
  (await sql<{ answer: number }>`${prepared} select ${value}::int + 1 as answer`.execute(db)).rows[0]?.answer

onBothEngines('a prepared statement', (engine) => {
  it('returns the same result as an unprepared one', async (context) => {
    const { db, drop } = await openTestDatabase(engine)
    context.after(drop)
    assert.deepEqual([await answer(db, 1), await answer(db, 2), await answer(db, 3)], [2, 3, 4])
    await assert.rejects(sql`${prepared} select ${'x'}::int`.execute(db), /invalid input syntax/)
    assert.equal(await answer(db, 4), 5)
  })

  it('accepts arrays with any elements', async (context) => {
    const { db, drop } = await openTestDatabase(engine)
    context.after(drop)
    const texts = [['a', 'b'], [''], ['NULL', 'null'], ['{a,b}', ' c '], ['"'], ['\\', '\\"$&', null], ['a', null], []]
    const numbers = [[1, -2, 9_007_199_254_740_991], [0], [1, null], [null], []]
    const truths = [
      [true, false],
      [null, true],
    ]
    const read = async (type: 'text' | 'bigint' | 'boolean', all: readonly unknown[][]) => {
      const found: unknown[] = []
      for (const one of all)
        found.push(
          (await sql<{ same: unknown }>`${prepared} select ${one}::${sql.raw(type)}[] as same`.execute(db)).rows[0]
            ?.same,
        )
      return found
    }
    assert.deepEqual(await read('text', texts), texts)
    assert.deepEqual(await read('bigint', numbers), numbers)
    assert.deepEqual(await read('boolean', truths), truths)
  })
})

describe('a prepared statement on PostgreSQL', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  const open = (listenUrl: string) =>
    createDatabase(openPostgres({ url: postgresUrl ?? '', listenUrl, connectionsMax: 1 }))
  const names = async (db: Database) =>
    (
      await sql<{
        name: string
      }>`select name from pg_prepared_statements where statement like '%+ 1 as answer'`.execute(db)
    ).rows

  it('is stored in its connection', async (context) => {
    const db = open(postgresUrl ?? '')
    context.after(() => db.close())
    for (const value of [1, 2]) await answer(db, value)
    assert.equal((await names(db)).length, 1)
  })

  it('is not stored behind a pooler, which shares connections', async (context) => {
    const db = open(`${postgresUrl}?application_name=elsewhere`)
    context.after(() => db.close())
    await answer(db, 1)
    assert.deepEqual(await names(db), [])
  })
})

describe('a connection to PostgreSQL', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  const readSettings = async (listenUrl?: string) => {
    const url = postgresUrl ?? ''
    const db = createDatabase(openPostgres({ url, connectionsMax: 1, listenUrl: listenUrl || undefined }))
    try {
      const settings = sql`
        select current_setting('jit') as jit, current_setting('idle_in_transaction_session_timeout') as idle
      `
      return (await settings.execute(db)).rows[0]
    } finally {
      await db.close()
    }
  }

  it('compiles no statements and ends idle transactions, but changes no settings behind a pooler', async () => {
    assert.deepEqual(await readSettings(), { jit: 'off', idle: '5s' })
    assert.deepEqual(await readSettings(`${postgresUrl}?application_name=other`), { jit: 'on', idle: '0' })
  })
})
