import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { startPostgres } from '../../../test/postgres.ts'
import { findPostgres, missingPostgres } from '../../../test/postgres-programs.ts'
import { stopProcessClocks } from '../../../test/still-clock.ts'
import {
  apiKey,
  apiSecret,
  authorization,
  basic,
  onOneEngine,
  openTestDatabase,
  openUrl,
  openWorld,
  postgresUrl,
  until,
  type World,
} from '../../../test/world.ts'
import { type App, openApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createClock } from '../../engine/clock.ts'
import type { Database } from '../../engine/db/index.ts'
import { createLog } from '../../engine/log.ts'
import { startCache } from './cache.ts'
import { createKey, createToken, revokeCredential } from './credentials.ts'
import type { Credential } from './store.ts'
import { findCredentialByKey } from './store.ts'

const account = 1
/** A request this long after a revocation must be refused. */
const knownWithinMs = 1_000

async function openAppOn(db: Database): Promise<App> {
  const app = await openApp({
    config: { ...readConfig({}), staging: true, apiKey, apiSecret },
    db,
    clock: createClock(),
    log: createLog('silent'),
  })
  await app.start()
  return app
}

/** Answers 400 for an authenticated request, because the amount is missing, without another query. */
async function status(app: App, header: string): Promise<number> {
  const { statusCode } = await app.http.inject({
    method: 'GET',
    url: '/v1/checkout',
    headers: { authorization: header },
  })
  return statusCode
}

/**
 * Sends requests until the status changes. A request that is sent too late must already get the new status, however
 * slow the machine is.
 */
async function changesInTime(since: number, app: App, header: string, from: number, to: number): Promise<void> {
  for (;;) {
    const askedAt = performance.now()
    const got = await status(app, header)
    if (got === to) return
    assert.equal(got, from)
    assert.ok(askedAt - since < knownWithinMs, `still ${got} in a request sent ${Math.round(askedAt - since)} ms later`)
    await nextTurn()
  }
}

onOneEngine('revocation', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  it('refuses a revoked key or token within a second, and from then on', async () => {
    const now = world.clock.now()
    const key = await world.db.transaction((tx) => createKey(tx, account, 'key', now))
    const token = await world.db.transaction((tx) => createToken(tx, account, 'token', now))
    for (const [id, header] of [
      [key.id, basic(key.apiKey, key.secret)],
      [token.id, token.token],
    ] as const) {
      assert.equal(await status(world.app, header), 400)
      assert.equal(await revokeCredential(world.app.sms, account, id), true)
      await changesInTime(performance.now(), world.app, header, 400, 401)
      assert.equal(await status(world.app, header), 401)
    }
    assert.equal(await status(world.app, authorization), 400)
  })

  it('does not cache a credential that was read before the revocation', async (test) => {
    const cache = startCache(world.db, world.app.sms.changes)
    test.after(() => cache.stop())
    const { apiKey: key, id } = await world.db.transaction((tx) => createKey(tx, account, 'key', world.clock.now()))
    const stale = await findCredentialByKey(world.db, key)
    const reading = Promise.withResolvers<Credential | null>()
    const found = cache.find(`key ${key}`, () => reading.promise)
    await cache.find('witness', async () => stale)
    await revokeCredential(world.app.sms, account, id)
    await until(
      'the change is known and the cached credential is gone',
      () => cache.find('witness', async () => null) === null,
    )
    reading.resolve(stale)
    assert.equal(await found, stale)
    const again = await cache.find(`key ${key}`, () => findCredentialByKey(world.db, key))
    assert.notEqual(again?.revokedAt, null)
  })

  it('reads a cached credential again only after a revocation, and does not cache failed reads', async (test) => {
    // A machine that stalls for a second would expire the cache.
    stopProcessClocks(test)
    const cache = startCache(world.db, world.app.sms.changes)
    test.after(() => cache.stop())
    let reads = 0
    const load = async () => {
      reads += 1
      if (reads === 1) throw new Error('away')
      return null
    }
    await assert.rejects(async () => cache.find('key nobody', load), /away/)
    assert.equal(await cache.find('key nobody', load), null)
    assert.equal(cache.find('key nobody', load), null)
    assert.equal(reads, 2)
    await sql`delete from credentials where false`.execute(world.db)
    await until('the credential is read again', () => cache.find('key nobody', load) instanceof Promise)
    assert.equal(reads, 3)
  })
})

describe('revocation on PostgreSQL', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  it('reaches another process within a second', async (test) => {
    const { db, url, drop } = await openTestDatabase('postgres')
    const first = await openAppOn({ ...db, close: async () => {} })
    const second = await openAppOn(openUrl(url ?? ''))
    test.after(async () => {
      await Promise.all([first.close(), second.close()])
      await drop()
    })
    for (const revokedBy of [first, second]) {
      const { id, apiKey: key, secret } = await db.transaction((tx) => createKey(tx, account, 'key', new Date()))
      const header = basic(key, secret)
      assert.deepEqual(await Promise.all([first, second].map((app) => status(app, header))), [400, 400])
      await revokeCredential(revokedBy.sms, account, id)
      const since = performance.now()
      await Promise.all([first, second].map((app) => changesInTime(since, app, header, 400, 401)))
    }
  })
})

describe('lost database connection', { skip: findPostgres() === null && missingPostgres() }, () => {
  it('expires the cache after a second and asks clients to retry', async (test) => {
    const server = await startPostgres()
    test.after(() => server.stop())
    const db = openUrl(server.url)
    const app = await openAppOn(db)
    // The app waits for claimed work when it closes.
    await until('no work is claimed', async () => {
      const { rows } = await sql`select 1 from periodic_tasks where lease_owner is not null or due_at <= now()`.execute(
        db,
      )
      return rows.length === 0
    })
    assert.equal(await status(app, authorization), 400)
    await server.stop()
    await changesInTime(performance.now(), app, authorization, 400, 503)

    const ask = (url: string) => app.http.inject({ method: 'GET', url, headers: { authorization } })
    for (const url of ['/v1/checkout', '/public/v1/delivery-reports?request_id=1', '/v1/nothing', '/v1/%zz']) {
      const { statusCode, headers, body } = await ask(url)
      assert.equal(statusCode, 503, url)
      assert.match(String(headers['retry-after']), /^[1-9]\d*$/)
      assert.equal(JSON.parse(body).message, 'Internal Error')
      assert.ok(headers['x-request-id'])
    }
    assert.equal((await ask('/health')).statusCode, 200)
    const { statusCode, body } = await ask('/ready')
    assert.equal(statusCode, 503)
    assert.deepEqual(JSON.parse(body), { status: 'unavailable', database: false, carrier: true, draining: false })
    await app.close()
  })
})
