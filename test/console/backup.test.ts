import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { readBackup, restore } from '../../src/engine/db/index.ts'
import { migrationsDirectory, seededTables } from '../../src/migrations.ts'
import { migratedDatabase } from '../backups.ts'
import { onOneEngine, openWorld } from '../world.ts'
import { adminEmail, adminPassword, ask, consolePath, invite, signIn, signInAdmin } from './people.ts'

const signIns = ['auth_sessions', 'auth_verifications', 'auth_rate_limits', 'auth_used_codes', 'sign_in_failures']

onOneEngine('console data in a backup', (engine) => {
  it('restores users but no sessions, so that users sign in again', async (context) => {
    const world = await openWorld(engine, { config: { adminPassword } })
    context.after(() => world.close())
    const operator = await signInAdmin(world)
    await invite(world, 1, 'viewer')
    assert.equal((await signIn(world, adminEmail, 'not the password')).status, 401)
    await sql`insert into auth_rate_limits values ('1', 'somebody', 1, 1)`.execute(world.db)
    await sql`insert into auth_used_codes select "id", 'a code', now() from auth_users`.execute(world.db)
    for (const table of signIns)
      assert.notEqual((await sql`select from ${sql.table(table)}`.execute(world.db)).rows.length, 0, table)

    const { statusCode, rawPayload } = await world.app.http.inject({
      url: `${consolePath}/backup`,
      headers: world.app.controlHeaders,
    })
    assert.equal(statusCode, 200)
    const { rows } = JSON.parse(gunzipSync(rawPayload).toString().trimEnd().split('\n').at(-1) ?? '')
    for (const table of signIns) assert.equal(rows[table], 0, table)
    assert.equal(rows.auth_users, 2)

    const target = await migratedDatabase(context, engine)
    await restore(target.db, readBackup(Readable.from([rawPayload])), { migrationsDirectory, seeded: seededTables })
    const restored = await openWorld(engine, { config: { adminPassword: 'another one, of no use' }, database: target })
    try {
      assert.equal((await operator.ask('GET', '/me')).status, 200)
      assert.equal((await ask(restored, 'GET', '/me', { cookie: operator.cookie })).status, 401)
      assert.equal((await (await signInAdmin(restored)).ask('GET', '/me')).status, 200)
    } finally {
      await restored.close()
    }
  })
})

describe('backup of a running server on the embedded engine', () => {
  it('creates several backups in a row', async (context) => {
    const world = await openWorld('embedded')
    context.after(() => world.close())
    for (const time of ['first', 'second', 'third']) {
      const { statusCode, rawPayload } = await world.app.http.inject({
        url: `${consolePath}/backup`,
        headers: world.app.controlHeaders,
      })
      assert.equal(statusCode, 200, time)
      assert.match(gunzipSync(rawPayload).toString().trimEnd().split('\n').at(-1) ?? '', /"sha256"/, time)
    }
  })
})
