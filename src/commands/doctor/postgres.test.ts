import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { startPostgres, type ThrowAwayPostgres } from '../../../test/postgres.ts'
import { findPostgres } from '../../../test/postgres-programs.ts'
import { openUrl } from '../../../test/world.ts'
import { migrate } from '../../engine/db/index.ts'
import { openSecrets } from '../../engine/secrets/index.ts'
import { migrationsDirectory } from '../../migrations.ts'
import { examine } from './examine.ts'

const secret = 'a secret of more than thirty-two characters'

/** Uses a PostgreSQL server of its own, because the tests stop it and need a password and few connections. */
describe('doctor with PostgreSQL', { skip: findPostgres() === null && 'PostgreSQL is not installed' }, () => {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-doctor-'))
  let server: ThrowAwayPostgres
  let isStopped = false

  before(async () => {
    server = await startPostgres({ fsync: true, settings: { max_connections: '16' } })
  })
  after(async () => {
    if (!isStopped) await server.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  const urlOf = (change: Partial<Pick<URL, 'username' | 'password' | 'pathname'>> = {}) =>
    Object.assign(new URL(server.url), change).href

  async function query(text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    return client.query(text).finally(() => client.end())
  }

  async function find(env: Readonly<Record<string, string>> = {}) {
    const findings = await examine({
      PORT: '0',
      NGOMA_DATA: directory,
      DATABASE_URL: server.url,
      NGOMA_STAGING: 'true',
      ...env,
    })
    return {
      wrong: findings.filter(({ state }) => state !== 'ok').map(({ check, state }) => `${check}: ${state}`),
      messageOf: (check: string) => findings.find((one) => one.check === check)?.message ?? '',
      adviceOf: (check: string) => findings.find((one) => one.check === check)?.advice ?? '',
      output: JSON.stringify(findings),
    }
  }

  it('accepts an empty database and leaves it empty', async () => {
    const { wrong, messageOf } = await find()
    assert.deepEqual(wrong, [])
    assert.match(messageOf('database'), /connected to PostgreSQL \(127\.0\.0\.1:\d+\/postgres\)/)
    assert.match(messageOf('schema'), /empty/)
    assert.match(messageOf('secret'), /generated on the first start/)
    assert.match(messageOf('durability'), /commits to disk/)
    assert.deepEqual((await query(`select from pg_tables where schemaname = 'public'`)).rowCount, 0)
  })

  it('reports a wrong password, an unknown user and a missing database without printing the password', async () => {
    await query(`create role asha login password 'right'`)
    const rules = join(server.dataDir, 'pg_hba.conf')
    writeFileSync(rules, `host all asha 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`)
    await query('select pg_reload_conf()')
    const cases: readonly (readonly [change: Parameters<typeof urlOf>[0], advice: RegExp])[] = [
      [{ username: 'asha', password: 'hunter2' }, /the user name or the password in DATABASE_URL is wrong/i],
      [{ username: 'nobody-here' }, /rejected this user/],
      [{ pathname: '/missing' }, /that database does not exist/i],
    ]
    for (const [change, advice] of cases) {
      const { wrong, adviceOf, output } = await find({ DATABASE_URL: urlOf(change) })
      assert.deepEqual(wrong, ['database: problem'])
      assert.match(adviceOf('database'), advice)
      assert.doesNotMatch(output, /hunter2/)
    }
  })

  it('reports a user without the right to create tables, if tables are missing', async () => {
    const asha = { DATABASE_URL: urlOf({ username: 'asha', password: 'right' }), NGOMA_SECRET: secret }
    const { wrong, messageOf, adviceOf } = await find(asha)
    assert.deepEqual(wrong, ['schema: problem'])
    assert.match(messageOf('schema'), /cannot create tables/)
    assert.match(adviceOf('schema'), /grant create on schema public/)
    assert.match(messageOf('secret'), /will use it from the first start on/)
    await query('grant create on schema public to asha')
    assert.deepEqual((await find(asha)).wrong, [])
  })

  it('reports a read-only server', async () => {
    const readOnly = await find({ DATABASE_URL: `${server.url}?options=-cdefault_transaction_read_only%3Don` })
    assert.deepEqual(readOnly.wrong, ['database hosts: problem'])
    assert.match(readOnly.messageOf('database hosts'), /is read-only: no host accepts writes/)
    assert.match(readOnly.adviceOf('database hosts'), /DATABASE_URL/)
  })

  it('reports a full disk of the server, although it still answers', async () => {
    await query(`
      create function public.lo_from_bytea(oid, bytea) returns oid language plpgsql as $$
      begin
        raise 'could not extend file "base/5/2613": No space left on device' using errcode = '53100';
      end $$
    `)
    const full = await find({ DATABASE_URL: `${server.url}?options=-csearch_path%3Dpublic%2Cpg_catalog` })
    assert.deepEqual(full.wrong, ['database: problem'])
    assert.match(full.messageOf('database'), /^could not extend file .*: No space left on device$/)
    assert.equal(full.adviceOf('database'), 'The disk of the database server is full: free some space.')
    await query('drop function public.lo_from_bytea(oid, bytea)')
  })

  it('reports idle transactions that do not end behind a pooler, until they end for the role', async () => {
    const pooled = { NGOMA_DATABASE_LISTEN_URL: `${server.url}?application_name=listen` }
    const before = await find(pooled)
    assert.deepEqual(before.wrong, ['idle transactions: warning'])
    await query(
      before
        .adviceOf('idle transactions')
        .match(/alter role .*'5s'/)?.[0]
        .replace('USER', 'ngoma') ?? '',
    )
    assert.deepEqual((await find(pooled)).wrong, [])
  })

  it('reports too few connections', async () => {
    assert.deepEqual((await find({ NGOMA_DATABASE_CONNECTIONS: '20' })).wrong, ['connections: warning'])
  })

  it('reports a wrong or missing secret, synchronous_commit off, overdue messages and a newer schema', async () => {
    const db = openUrl(server.url)
    await migrate(db, migrationsDirectory)
    await openSecrets(db, { given: secret, mayMake: false })
    await db.close()
    const good = await find({ NGOMA_SECRET: secret })
    assert.deepEqual(good.wrong, [])
    assert.match(good.messageOf('schema'), /up to date/)
    assert.match(good.messageOf('secret'), /matches the database/)

    const other = await find({ NGOMA_SECRET: 'n'.repeat(32) })
    assert.deepEqual(other.wrong, ['secret: problem'])
    assert.match(other.adviceOf('secret'), /^Set that one; .*ngoma secret rotate/)
    const none = await find()
    assert.deepEqual(none.wrong, ['secret: problem'])
    assert.match(none.adviceOf('secret'), /Set it again/)
    assert.deepEqual((await find({ NGOMA_STAGING: 'false' })).wrong, [
      'secret: problem',
      'route: problem',
      'erasures file: warning',
    ])

    await query('alter system set synchronous_commit = off; ').then(() => query('select pg_reload_conf()'))
    await query(`
      insert into sms_batches (account_id, carrier, lane, first_message_id, last_message_id, valid_until, due_at)
      values (1, 'gone', 'single', 1, 1, now() + interval '1 day', now() - interval '10 minutes')
    `)
    await query(`delete from ngoma_migrations where name = '0002_leftovers'`)
    const behind = await find({ NGOMA_SECRET: secret })
    assert.deepEqual(behind.wrong, ['schema: warning', 'durability: warning', 'work: warning'])
    assert.match(behind.adviceOf('schema'), /ngoma migrate/)

    await query(`insert into ngoma_migrations (name) values ('0002_leftovers'), ('9999_future')`)
    const newer = await find({ NGOMA_SECRET: secret })
    assert.deepEqual(newer.wrong, ['schema: warning', 'durability: warning', 'work: warning'])
    assert.match(newer.messageOf('schema'), /schema 9999, newer than schema \d+ of this program/)

    await query(`update ngoma_migrations set oldest_code = 9998, oldest_version = '7.0.0' where name = '9999_future'`)
    const tooNew = await find({ NGOMA_SECRET: secret })
    assert.deepEqual(tooNew.wrong, ['schema: problem', 'durability: warning', 'work: warning'])
    assert.match(tooNew.adviceOf('schema'), /Start version 7\.0\.0 or later/)
  })

  it('reports a stopped server', async () => {
    isStopped = true
    await server.stop()
    const { wrong, adviceOf } = await find()
    assert.deepEqual(wrong, ['database: problem'])
    assert.match(adviceOf('database'), /check that PostgreSQL is running there/)
  })
})
