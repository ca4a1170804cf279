import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { openJobs } from '../../../test/jobs.ts'
import { slowness } from '../../../test/pace.ts'
import { startPostgres } from '../../../test/postgres.ts'
import { findPostgres, missingPostgres } from '../../../test/postgres-programs.ts'
import { openUrl, until } from '../../../test/world.ts'
import { done } from './work.ts'

describe('workers while PostgreSQL restarts', { skip: findPostgres() === null && missingPostgres() }, () => {
  it('lose no rows, repeat no finished ones and continue by themselves', async (context) => {
    const server = await startPostgres()
    context.after(() => server.stop())
    const db = openUrl(server.url)
    context.after(() => db.close())
    const jobs = await openJobs(context, db)
    await sql`create table written (payload text not null)`.execute(db)
    const count = 120
    await jobs.insert(
      ...Array.from({ length: count }, (_, index) => ({ key: `key ${index % 5}`, payload: String(index) })),
    )
    const restarts = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    let begun = 0
    await jobs.workers([
      {
        concurrency: 8,
        leaseSeconds: 4 * slowness,
        retryAfterSeconds: [1, 1, 1],
        async run({ payload }) {
          begun += 1
          // With other runs before it and remaining work after it.
          if (begun === 15) server.restart('fast').then(restarts[0].resolve, restarts[0].reject)
          if (begun === 60)
            restarts[0].promise.then(() => server.restart('immediate')).then(restarts[1].resolve, restarts[1].reject)
          await sql`select pg_sleep(0.02)`.execute(db)
          return done(async (tx) => void (await sql`insert into written values (${payload})`.execute(tx)))
        },
      },
    ])
    await Promise.all(restarts.map(({ promise }) => promise))
    await until('all rows are deleted', async () => (await jobs.list()).length === 0, 60)

    const { rows } = await sql<{ payload: string }>`select payload from written order by payload::int`.execute(db)
    assert.deepEqual(
      rows.map(({ payload }) => payload),
      Array.from({ length: count }, (_, index) => String(index)),
    )
    assert.deepEqual(
      jobs.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'work failed; no retries left'),
      [],
    )
  })
})
