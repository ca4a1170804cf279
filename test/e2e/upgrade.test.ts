import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { schema } from '../../src/version.ts'
import { copyProgram, homeIn, programIn } from '../ngoma.ts'
import { openTestDatabase, postgresUrl, type TestDatabase } from '../world.ts'
import { untilDelivered } from './load.ts'
import { type RetryingLoad, startRetrying } from './retrying.ts'
import { type Server, startServer } from './server.ts'

const phone = '255712345678'
const clients = 2
const nextSchema = schema + 1
/** The migration is tried again while a table is locked, so the load can delay it. */
const upgradeSecondsMax = 180
/**
 * Adds a column to every table, so that a statement whose result depends on the columns of a table fails. It locks all
 * tables at once, because a statement of the load that uses two of them could get into a deadlock between two changes.
 */
const nextMigration = `
  do $$
  declare
    names text[] := array(
      select tablename
      from pg_tables
      where schemaname = current_schema()
        and not (select relispartition from pg_class where oid = tablename::regclass)
    );
    name text;
  begin
    execute 'lock table ' || array_to_string(names, ', ');
    foreach name in array names loop
      execute format('alter table %I add column added_later text default %L', name, 'x');
    end loop;
  end $$;
  create index sms_messages_added_later on sms_messages (added_later);
`

describe('A rolling upgrade of one of two processes, and its rollback', {
  skip: postgresUrl === null && 'PostgreSQL is not installed',
}, () => {
  const next = mkdtempSync(join(tmpdir(), 'ngoma-next-'))
  const started: Server[] = []
  let database: TestDatabase
  let load: RetryingLoad | undefined
  before(async () => {
    database = await openTestDatabase('postgres')
    copyProgram(next)
    writeFileSync(join(next, 'migrations', `${String(nextSchema).padStart(4, '0')}_next.sql`), nextMigration)
  })
  after(async () => {
    await load?.stop()
    await Promise.all(started.map((server) => server.kill('SIGKILL')))
    await database.drop()
    rmSync(next, { recursive: true, force: true })
  })

  async function start(version: 'this' | 'next'): Promise<Server> {
    const settings = { DATABASE_URL: database.url ?? '', NGOMA_STAGING: 'true', NGOMA_SIMULATOR_DELAY_MS: '100' }
    const server =
      version === 'this'
        ? await startServer(settings)
        : await startServer({ ...settings, ...homeIn(next) }, 'all', undefined, upgradeSecondsMax, programIn(next))
    started.push(server)
    return server
  }

  it('lose nothing under load, and answer nothing worse than 503', async (context) => {
    const running = await Promise.all([start('this'), start('this')])
    load = startRetrying(() => running.map(({ address }) => address), clients, phone)
    await load.accept(10)

    async function replace(index: number, version: 'this' | 'next'): Promise<void> {
      assert.equal(await running[index]?.kill('SIGTERM'), 0)
      running[index] = await start(version)
      await load?.accept(10)
    }
    // The other process of this version goes on, on the schema of the next one.
    await replace(0, 'next')
    assert.match(running[0]?.output() ?? '', /"applied":\["\d{4}_next"\]/)
    await replace(0, 'this')
    await load.stop()

    const { sent } = load
    const counts = Object.entries(Object.groupBy(sent, ({ status }) => String(status))).map(
      ([status, some]) => `${some?.length} × ${status}`,
    )
    context.diagnostic(`answers: ${counts.join(', ')}`)
    assert.deepEqual(
      sent.filter(({ status }) => status !== 200 && status !== 503 && status !== null),
      [],
    )
    await untilDelivered(running[0]?.address ?? '', phone, sent, 30)
    assert.match(
      running[0]?.output() ?? '',
      new RegExp(`"databaseSchema":${nextSchema},"msg":"the database schema is newer`),
    )
    const faults = started.flatMap((server) =>
      server
        .output()
        .split('\n')
        .filter((line) => /"level":(50|60)/.test(line)),
    )
    assert.deepEqual(faults, [])
  })
})
