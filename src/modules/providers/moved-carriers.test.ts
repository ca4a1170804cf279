import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { someSettings } from '../../../test/airtime.ts'
import { asLines, linesOf } from '../../../test/backups.ts'
import { command } from '../../../test/console/people.ts'
import { onOneEngine, openEmptyDatabase, openWorld, secret } from '../../../test/world.ts'
import { dump, migrate, restore } from '../../engine/db/index.ts'
import { openSecrets } from '../../engine/secrets/index.ts'
import { migrationsDirectory, seededTables } from '../../migrations.ts'

onOneEngine('a backup with carriers in a table of their own', (engine) => {
  it('restores carriers with settings, secrets, routes and URLs, beside other providers', async (context) => {
    const before = await openEmptyDatabase(engine)
    context.after(before.drop)
    await migrate(before.db, migrationsDirectory, { upTo: '0003_waiting_deliveries' })
    const secrets = await openSecrets(before.db, { given: secret, mayMake: true })
    const sealed = (use: string, name: string, values: object) => secrets.seal(use, JSON.stringify(values), name)
    const smpp = JSON.stringify({ systemId: 'ngoma', port: 9, host: '127.0.0.1' })
    const send = { url: 'http://127.0.0.1:9/send', body: { to: '{phone}' } }
    const receipts = { reference: 'id', state: 's', states: { delivered: ['1'], undelivered: ['0'] } }
    await sql`
      insert into routing_carriers (name, kind, settings, secrets, paused, failover_seconds, health, created_at, changed_at)
      values ('north', 'smpp', ${smpp}::json, ${sealed('carrier', 'north', { password: 'hush' })}, true, 5,
              '{"errorsAbove": null, "outSeconds": 120}', now(), now()),
             ('web', 'http', ${JSON.stringify({ send, receipts })}::json,
              ${sealed('carrier', 'web', { receipts: 'a-secret-of-the-url' })}, false, 30, '{}', now(), now())
    `.execute(before.db)
    await sql`
      insert into routing_routes (prefix, carrier, place, created_at) values ('255', 'north', 1, now())
    `.execute(before.db)
    await sql`
      insert into routing_connections (carrier, place, changed_at) values ('north', 1, now())
    `.execute(before.db)
    await sql`
      insert into providers (product, name, settings, secrets, created_at, changed_at)
      values ('airtime', 'shop', ${JSON.stringify(someSettings)}::json, ${sealed('airtime provider', 'shop', { key: 'hush' })}, now(), now())
    `.execute(before.db)

    const after = await openEmptyDatabase(engine)
    context.after(after.drop)
    await restore(after.db, asLines(await linesOf(dump(before.db))), { migrationsDirectory, seeded: seededTables })
    const world = await openWorld(engine, { database: after, config: { secret } })
    context.after(() => world.close())
    const { data } = (await command(world, 'GET', '/providers')).body
    const [north, web] = data
    assert.deepEqual(
      data.map((one: Record<string, unknown>) => [one.product, one.name, one.paused, one.secrets, one.state]),
      [
        ['sms', 'north', true, ['password'], 'paused'],
        ['sms', 'web', false, ['receipts'], 'up'],
        ['airtime', 'shop', false, ['key'], 'up'],
      ],
    )
    assert.deepEqual(Object.entries(north.settings), [
      ['systemId', 'ngoma'],
      ['port', 9],
      ['host', '127.0.0.1'],
      ['failoverSeconds', 5],
      ['health', { errorsAbove: 1, outSeconds: 120 }],
    ])
    assert.deepEqual([north.carrier.connections.length, north.carrier.failoverSeconds], [1, 5])
    assert.deepEqual([web.settings, web.carrier.failoverSeconds], [{ send, receipts }, 30])
    assert.equal(web.callbackUrl, '/carriers/web/receipts/a-secret-of-the-url')
    assert.equal((await command(world, 'GET', '/routes')).body.data[0].carrier, 'north')
    assert.equal((await command(world, 'PUT', '/providers/north', { settings: north.settings })).status, 200)
    assert.equal((await command(world, 'DELETE', '/providers/north')).status, 204)
    assert.deepEqual((await command(world, 'GET', '/routes')).body.data, [])
  })
})
