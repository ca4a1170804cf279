import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { someSettings } from '../../../test/airtime.ts'
import { someCarrier } from '../../../test/carriers.ts'
import { openCheckout } from '../../../test/checkout.ts'
import { addPerson, ask as askConsole, command, type Person } from '../../../test/console/people.ts'
import { findInDatabase, pinTo, watchCarrier } from '../../../test/otp.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { addEndpoint, type TestEndpoint, verify } from '../../../test/webhooks.ts'
import {
  onOneEngine,
  openTestDatabase,
  openWorld,
  secret,
  type TestDatabase,
  until,
  type World,
} from '../../../test/world.ts'
import { modules } from '../../app/modules.ts'
import type { Config } from '../../config.ts'
import type { ProcessRole } from '../../context.ts'
import { collect } from '../../module.ts'
import { openSecrets, type RootSecrets, resetRoot, rotateWork } from './index.ts'
import { resealStep } from './sweep.ts'

const sealedColumns = collect(modules, 'sealed')

const next = 'the next secret of more than thirty-two characters'

onOneEngine('rotation of the root secret', (engine) => {
  let database: TestDatabase
  let receiver: Receiver
  let endpoint: TestEndpoint
  let person: Person
  let world: World
  before(async () => {
    database = await openTestDatabase(engine)
    receiver = await startReceiver()
    world = await openWorld(engine, { database })
    await command(world, 'PUT', '/providers/mno', someCarrier)
    await command(world, 'PUT', '/providers/shop', {
      product: 'airtime',
      kind: 'http',
      settings: someSettings,
      secrets: { key: 'hush' },
    })
    const headers = { 'x-key': 'hush' }
    endpoint = await addEndpoint(world, 'delivery-report', receiver.url, { headers })
    person = await addPerson(world, 1, 'owner')
  })
  after(async () => {
    await world.close()
    await receiver.close()
    await database.drop()
  })

  const reopen = async (config: Pick<Config, 'secret' | 'secretPrevious'>, role: ProcessRole = 'all') => {
    await world.close()
    world = await openWorld(engine, { database, config, role })
  }
  const status = async () => (await command(world, 'GET', '/secret?values=true')).body
  const pin = async (phone: string) => {
    const seen = watchCarrier(world)
    const { body } = await world.request('POST', '/v1/request', { body: { appId: 1, msisdn: phone } })
    return { pinId: body.data.pinId as string, pin: await pinTo(seen, phone) }
  }
  const isRight = async (one: { pinId: string; pin: string }) =>
    (await world.request('POST', '/v1/verify', { body: one })).body.data.message.code === 117

  /** Runs the given number of steps of the background work. */
  async function carryOut(secrets: RootSecrets, steps: number): Promise<void> {
    const work = rotateWork({ db: world.db, clock: world.clock, secrets }, sealedColumns)
    const { rows } = await sql<{ id: number }>`select id from secret_rotations order by id desc`.execute(world.db)
    const id = rows[0]?.id ?? 0
    const row = { id, state: 'preparing', toFingerprint: Buffer.alloc(0) } as const
    await secrets.refresh()
    await until('the new secret is current', async () => {
      await work.run(row, { isOver: () => true, signal: AbortSignal.abort() }, false)
      return (await status()).rotation.state === 'sealing'
    })
    await secrets.refresh()
    for (let step = 0; step < steps; step += 1) assert.ok(await resealStep(world.db, secrets, sealedColumns, id))
  }

  it('is rejected while a process lacks the new secret', async () => {
    const alone = await command(world, 'POST', '/secret/rotate')
    assert.deepEqual([alone.status, alone.body.detail], [409, 'The root secret cannot be rotated.'])
    assert.match(String(alone.headers['ngoma-hint']), /NGOMA_SECRET_PREVIOUS/)
    const ready = await openWorld(engine, { database, role: 'api', config: { secret: next, secretPrevious: secret } })
    const early = await command(ready, 'POST', '/secret/rotate')
    assert.match(
      String(early.headers['ngoma-hint']),
      new RegExp(`do not have the new NGOMA_SECRET: .*process ${process.pid}`),
    )
    await ready.close()
    const swapped = await openWorld(engine, { database, role: 'api', config: { secret, secretPrevious: next } })
    const refused = await command(swapped, 'POST', '/secret/rotate')
    assert.match(String(refused.headers['ngoma-hint']), /NGOMA_SECRET is already the current root secret/)
    await swapped.close()
    await assert.rejects(openWorld(engine, { database, config: { secret: next } }), /ngoma secret reset/)
    assert.deepEqual((await status()).rotation, null)
    const { rows } = await sql<{ versions: number[] }>`
      select array_agg(distinct get_byte(secrets, 0)) as versions from providers where name = 'mno'
    `.execute(world.db)
    assert.deepEqual(rows, [{ versions: [1] }], 'the previous version can read the values until then')
  })

  it('encrypts all values again during traffic, and continues after a crash', async () => {
    await command(world, 'PUT', '/accounts/1/otp/apps/1', { resend: true })
    const asked = await pin('255712000001')
    const page = await openCheckout(world, { transaction_id: 'kept' }, { 'service-secure-token': 'token' })
    await reopen({ secret: next, secretPrevious: secret }, 'api')
    assert.equal((await command(world, 'POST', '/secret/rotate')).status, 202)
    // A process made the new secret current, started to encrypt again, and was killed.
    const options = { given: next, previous: secret, mayMake: true }
    const killed = await openSecrets(world.db, options)
    await carryOut(killed, 4)
    assert.deepEqual([(await status()).rotation.state, (await status()).rotation.columnsDone > 0], ['sealing', true])
    await sql`update secret_processes set seen_at = seen_at - interval '1 minute'`.execute(world.db)
    await assert.rejects(
      openWorld(engine, { database, config: { secret: next } }),
      /set NGOMA_SECRET_PREVIOUS to it until/,
    )
    await assert.rejects(openWorld(engine, { database }), /from before the last rotation/)
    await reopen({ secret: next, secretPrevious: secret })
    await world.send()
    const between = await pin('255712000002')
    await until('it is done', async () => (await status()).rotation.state === 'done')
    const { values, current, rotation } = await status()
    assert.deepEqual([values.length, values[0].secret, rotation.unreadable], [1, current, 0])

    await reopen({ secret: next, secretPrevious: null })
    const again = await world.request('POST', '/v1/request', { body: { pinId: asked.pinId } })
    assert.equal(again.status, 200, 'a PIN can be sent again')
    assert.ok((await isRight(asked)) && (await isRight(between)), 'PINs')
    assert.equal((await askConsole(world, 'GET', '/me', { cookie: person.cookie })).status, 200, 'sessions')
    assert.equal(await openCheckout(world, { transaction_id: 'kept' }, { 'service-secure-token': 'token' }), page)
    const [carrier] = (await command(world, 'GET', '/providers?product=sms')).body.data
    assert.deepEqual([carrier.secrets, carrier.secretsUnreadable], [['password'], false])
    const count = receiver.received.length
    await world.send()
    await until('a callback arrives', () => receiver.received.length > count)
    for (const received of receiver.received)
      assert.ok(verify(received, endpoint) && received.headers['x-key'] === 'hush')
    assert.deepEqual((await command(world, 'GET', '/system')).body.database.unreadable, [])
    await assert.rejects(openWorld(engine, { database, config: { secret } }), /from before the last rotation/)
  })

  it('encrypts late values of the old secret again on request', async () => {
    await reopen({ secret: next, secretPrevious: secret })
    const late = await openTestDatabase(engine)
    const old = await openSecrets(late.db, { given: secret, mayMake: true })
    await sql`
      update providers set secrets = ${old.seal('carrier', '{"password":"late"}', 'mno')} where name = 'mno'
    `.execute(world.db)
    await late.drop()
    assert.equal((await status()).values.length, 2)
    assert.equal((await command(world, 'POST', '/secret/rotate')).status, 202)
    await until('it is sealed again', async () => (await status()).rotation.state === 'done')
    assert.equal((await status()).values.length, 1)
    assert.equal((await command(world, 'GET', '/providers/mno')).body.secretsUnreadable, false)
  })

  it('can be replaced by a reset when the secret is lost, and undone when it is found', async () => {
    await world.close()
    const other = 'a third secret of more than thirty-two characters'
    await resetRoot(database.db, other, new Date())
    world = await openWorld(engine, { database, config: { secret: other } })
    assert.equal((await command(world, 'GET', '/providers/mno')).body.secretsUnreadable, true)
    assert.equal((await askConsole(world, 'GET', '/me', { cookie: person.cookie })).status, 401)
    await assert.rejects(resetRoot(database.db, next, new Date()), /Stop them/)
    await world.close()
    await resetRoot(database.db, next, new Date())
    world = await openWorld(engine, { database, config: { secret: next } })
    assert.equal((await command(world, 'GET', '/providers/mno')).body.secretsUnreadable, false)
    assert.equal((await askConsole(world, 'GET', '/me', { cookie: person.cookie })).status, 200)
  })
})

onOneEngine('a root secret stored in the database', (engine) => {
  it('is rotated without new settings, and the old one is deleted', async (context) => {
    const world = await openWorld(engine, { config: { secret: null } })
    context.after(() => world.close())
    await command(world, 'PUT', '/providers/mno', someCarrier)
    const made = async () =>
      (await sql<{ made: string }>`select made from root_secret`.execute(world.db)).rows[0]?.made ?? ''
    const old = await made()
    await command(world, 'POST', '/secret/rotate')
    await until('it is done', async () => (await command(world, 'GET', '/secret')).body.rotation.state === 'done')
    assert.notEqual(await made(), old)
    assert.deepEqual(await findInDatabase(world.db, old), [])
    assert.equal((await command(world, 'GET', '/providers/mno')).body.secretsUnreadable, false)
  })
})
