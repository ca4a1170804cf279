import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openLine } from '../../../test/line.ts'
import { slowness } from '../../../test/pace.ts'
import { startPostgres, type ThrowAwayPostgres } from '../../../test/postgres.ts'
import { findPostgres } from '../../../test/postgres-programs.ts'
import { openUrl, postgresUrl, until } from '../../../test/world.ts'
import { createDatabase, type Database } from './database.ts'
import { isOutage } from './errors.ts'
import { readHostStates } from './host-states.ts'
import { openPostgres } from './postgres.ts'

const open = (hosts: string, connectionsMax = 4, connectMsMax = 10_000 * slowness) =>
  createDatabase(openPostgres({ url: `postgresql://ngoma:hunter2@${hosts}`, connectionsMax, connectMsMax }))

const portOf = async (db: Database) =>
  (await sql<{ port: number }>`select inet_server_port() as port`.execute(db)).rows[0]?.port

describe('a PostgreSQL URL with several hosts', {
  skip: findPostgres() === null && 'PostgreSQL is not installed',
}, () => {
  let primary: ThrowAwayPostgres
  let standby: ThrowAwayPostgres
  before(async () => {
    primary = await startPostgres()
    standby = await startPostgres({ standbyOf: primary })
    await until('the standby streams', async () => {
      const [state] = await readHostStates(primary.url, 5_000)
      return state !== undefined && 'standbys' in state && state.standbys === 1
    })
  })
  after(async () => {
    await standby.stop()
    await primary.stop()
  })
  const host = ({ port }: ThrowAwayPostgres) => `127.0.0.1:${port}`

  it('uses the host that matches target_session_attrs', async () => {
    const hosts = `${host(standby)},${host(primary)}/postgres`
    for (const [kind, port] of [
      ['', primary.port],
      ['?target_session_attrs=read-write', primary.port],
      ['?target_session_attrs=any', standby.port],
      ['?target_session_attrs=prefer-standby', standby.port],
    ] as const) {
      const db = open(`${hosts}${kind}`)
      assert.equal(await portOf(db), port, kind)
      await db.close()
    }
    const none = open(`${host(primary)},127.0.0.1:1/postgres?target_session_attrs=prefer-standby`)
    assert.equal(await portOf(none), primary.port)
    await none.close()
  })

  it('reports the state of each host', async () => {
    const url = `postgres://ngoma:hunter2@${host(standby)},127.0.0.1:1,${host(primary)}/postgres`
    const [second, absent, first] = await readHostStates(url, 5_000)
    const settings = { synchronousCommit: 'on', synchronousStandbyNames: '' }
    assert.deepEqual(first, {
      name: host(primary),
      isStandby: false,
      isReadOnly: false,
      ...settings,
      standbys: 1,
      synchronous: 0,
    })
    assert.deepEqual(second, {
      name: host(standby),
      isStandby: true,
      isReadOnly: true,
      ...settings,
      standbys: 0,
      synchronous: 0,
    })
    assert.deepEqual(absent, { name: '127.0.0.1:1', problem: 'connect ECONNREFUSED 127.0.0.1:1' })
  })

  it('switches to the promoted standby when the primary vanishes with open connections', async () => {
    const line = await openLine(primary.url)
    // Every attempt waits so long for the frozen host before it tries the other one.
    const db = open(`${line.host},${host(standby)}/postgres`, 4, 2_000 * slowness)
    const heard: string[] = []
    const unlisten = await db.listen('news', (payload) => heard.push(payload))
    await sql`create table notes (note text)`.execute(db)
    const lost = Promise.allSettled([1, 2, 3, 4].map(() => sql`select pg_sleep(60)`.execute(db)))
    const watching = openUrl(primary.url)
    await until('all connections of the pool have a statement', async () => {
      const { rows } = await sql`
        select from pg_stat_activity where application_name = 'ngoma' and query like 'select pg_sleep%'
      `.execute(watching)
      return rows.length === 4
    })
    await watching.close()

    line.freeze()
    const promoted = openUrl(standby.url)
    await sql`select pg_promote()`.execute(promoted)
    await until('the database can be written to', () =>
      sql`insert into notes values ('after')`.execute(db).then(
        () => true,
        (error: unknown) => {
          assert.ok(isOutage(error), String(error))
          return false
        },
      ),
    )
    for (const one of await lost) assert.ok(one.status === 'rejected' && isOutage(one.reason), one.status)
    await until('notifications are heard again', () => heard.length === 2)
    await sql`notify news, 'moved'`.execute(promoted)
    await until('a notification is heard', () => heard.includes('moved'))

    await unlisten()
    await promoted.close()
    await db.close()
    await line.close()
  })

  it('names the reason for each unusable host, without the password', async () => {
    const db = open(`127.0.0.1:1,${host(standby)}/postgres?target_session_attrs=standby`)
    await assert.rejects(sql`select 1`.execute(db), (error: Error) => {
      assert.ok(isOutage(error))
      assert.match(error.message, /127\.0\.0\.1:1: connect ECONNREFUSED/)
      assert.match(error.message, new RegExp(`${host(standby)} is the primary`))
      assert.doesNotMatch(`${error.stack}${JSON.stringify(error)}`, /hunter2/)
      return true
    })
    await db.close()
  })
})

describe('a connection that becomes read-only', {
  skip: postgresUrl === null && 'PostgreSQL is not installed',
}, () => {
  it('is replaced together with all other open connections', async () => {
    const { host, pathname } = new URL(postgresUrl ?? '')
    const db = open(`${host}${pathname}`, 1)
    await sql`set default_transaction_read_only = on`.execute(db)
    await assert.rejects(sql`create table notes (note text)`.execute(db), { code: '25006' })
    await sql`create temporary table notes (note text)`.execute(db)
    await db.close()
  })
})
