import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { someSettings } from '../airtime.ts'
import { someCarrier } from '../carriers.ts'
import { openCheckout } from '../checkout.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { addEndpoint, type TestEndpoint, verify } from '../webhooks.ts'
import { onOneEngine, openTestDatabase, openWorld, type TestDatabase, until, type World } from '../world.ts'
import { addCookies, addPerson, ask, command, freshAddress, type Person, password, signIn } from './people.ts'
import { base32, totp } from './totp.ts'

onOneEngine('values sealed with a lost root secret', (engine) => {
  let database: TestDatabase
  let world: World
  let receiver: Receiver
  let endpoint: TestEndpoint
  let person: Person
  before(async () => {
    database = await openTestDatabase(engine)
    receiver = await startReceiver()
    const first = await openWorld(engine, { database, role: 'api' })
    await command(first, 'PUT', '/providers/mno', someCarrier)
    await command(first, 'POST', '/routes', { carrier: 'mno', prefix: '999' })
    await command(first, 'PUT', '/providers/shop', {
      product: 'airtime',
      kind: 'http',
      settings: someSettings,
      secrets: { key: 'hush' },
    })
    endpoint = await addEndpoint(first, 'delivery-report', receiver.url, { headers: { 'x-key': 'hush' } })
    await first.request('POST', '/v1/request', { body: { appId: 1, msisdn: '255712000009' } })
    await openCheckout(first, {}, { 'service-secure-token': 'token' })
    person = await addPerson(first, 1, 'viewer')
    const { body } = await person.ask('POST', '/auth/two-factor/enable', { password })
    const code = totp(base32(new URL(body.totpURI).searchParams.get('secret') ?? ''))
    assert.equal((await person.ask('POST', '/auth/two-factor/verify-totp', { code })).status, 200)
    await first.close()
    await sql`delete from root_secret`.execute(database.db)
    world = await openWorld(engine, {
      database,
      config: { secret: 'another secret of more than thirty-two characters' },
    })
  })
  after(async () => {
    await world.close()
    await receiver.close()
    await database.drop()
  })

  const get = async (path: string) => {
    const { status, body, text } = await command(world, 'GET', path)
    assert.equal(status, 200, text)
    return body
  }

  it('list a carrier as down until its password is set again', async () => {
    const [carrier] = (await get('/providers?product=sms')).data
    assert.deepEqual([carrier.secretsUnreadable, carrier.secrets, carrier.callbackUrl], [true, [], null])
    assert.notEqual((await get('/providers/mno')).carrier.awaySince, null)
    const kept = await command(world, 'PUT', '/providers/mno', { ...someCarrier, secrets: {} })
    assert.deepEqual(
      [kept.status, kept.body.detail],
      [400, 'The settings are invalid: the secret password is missing.'],
    )
    const { status, body } = await command(world, 'PUT', '/providers/mno', someCarrier)
    assert.deepEqual([status, body.secretsUnreadable, body.secrets], [200, false, ['password']])
  })

  it('mark the secrets of an airtime provider unreadable until they are set again', async () => {
    const [provider] = (await get('/providers?product=airtime')).data
    assert.deepEqual([provider.secretsUnreadable, provider.secrets], [true, []])
    const repaired = await command(world, 'PUT', '/providers/shop', {
      settings: someSettings,
      secrets: { key: 'hush' },
    })
    assert.deepEqual([repaired.status, repaired.body.secretsUnreadable], [200, false])
  })

  it('hold the events of a webhook endpoint until its secret is rotated and its headers are set', async () => {
    const [listed] = (await get('/accounts/1/webhooks')).data
    assert.deepEqual([listed.secretUnreadable, listed.headersUnreadable, listed.headers], [true, true, []])
    const repairs = (await get('/system')).database.unreadable.map(({ repair }: { repair: string }) => repair)
    for (const repair of [`rotate ${endpoint.id}`, `change ${endpoint.id} --header NAME=FILE`])
      assert.ok(repairs.includes(`ngoma webhook ${repair} --account 1`), repair)
    await world.send()
    const events = () => get(`/accounts/1/webhooks/${endpoint.id}/events`)
    const isDueLater = async () => (await events()).data[0]?.dueAt > world.clock.now().toISOString()
    await until('the event waits', isDueLater)
    assert.deepEqual([(await events()).data[0].state, receiver.received.length], ['waiting', 0])
    const rotated = (await command(world, 'POST', `/accounts/1/webhooks/${endpoint.id}/rotate`)).body
    assert.equal(rotated.secretUnreadable, false)
    world.clock.moveForward(31_000)
    await until('the event waits for the headers', isDueLater)
    assert.equal(receiver.received.length, 0)
    const moved = await command(world, 'PUT', `/accounts/1/webhooks/${endpoint.id}`, { url: 'http://127.0.0.1:9/' })
    assert.equal(moved.status, 409)
    const headers = { 'x-key': 'new' }
    const repaired = await command(world, 'PUT', `/accounts/1/webhooks/${endpoint.id}`, { headers })
    assert.deepEqual([repaired.body.headersUnreadable, repaired.body.headers], [false, ['x-key']])
    world.clock.moveForward(31_000)
    await until('the event arrives', () => receiver.received.length > 0)
    const [received] = receiver.received
    assert.ok(received && verify(received, rotated) && received.headers['x-key'] === 'new')
    assert.deepEqual((await get('/system')).database.unreadable, [])
  })

  it('lock a second factor until an operator removes it', async () => {
    const cookie = addCookies('', (await signIn(world, person.email, password)).cookies)
    const question = { body: { code: '123456' }, cookie, address: freshAddress() }
    const { status, body, headers } = await ask(world, 'POST', '/auth/two-factor/verify-totp', question)
    assert.deepEqual([status, body.detail], [409, 'The server can no longer decrypt your second factor.'])
    assert.match(String(headers['ngoma-hint']), /ngoma user reset EMAIL --two-factor/)
  })

  it('fail a PIN message with a reason', async () => {
    const reason = async () =>
      (
        await sql<{ reason: string | null }>`select reason from sms_messages where phone = '255712000009'`.execute(
          world.db,
        )
      ).rows[0]?.reason
    await until('the message has failed', async () => (await reason()) !== null)
    assert.equal(await reason(), 'text_unreadable')
  })

  it('do not keep a checkout session from expiring', async () => {
    world.clock.moveForward(86_400_000)
    await until(
      'the session has expired',
      async () =>
        (await sql<{ state: string }>`select state from checkout_sessions`.execute(world.db)).rows[0]?.state ===
        'expired',
    )
  })
})
