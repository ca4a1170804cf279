import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase, postgresUrl } from '../../../../../test/world.ts'
import { createLock } from './lock.ts'

describe('archive lock', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  it('excludes other processes, and reports when it was lost', async (test) => {
    const { db, drop } = await openTestDatabase('postgres')
    test.after(drop)
    const steps: string[] = []
    const [one, other] = [createLock(db), createLock(db)]
    let waiting: Promise<unknown> = Promise.resolve()
    await one(async (held) => {
      await held.confirm()
      waiting = other(async () => void steps.push('other'))
      steps.push('first')
      // As if the connection of a frozen process had been closed.
      await sql`
        select pg_terminate_backend(pid)
          from pg_locks
         where locktype = 'advisory'
           and granted
           and database = (select oid from pg_database where datname = current_database())
      `.execute(db)
      await assert.rejects(held.confirm())
    })
    await waiting
    assert.deepEqual(steps, ['first', 'other'])
  })
})
