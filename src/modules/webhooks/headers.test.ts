import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { createCertificate } from '../../../test/certificate.ts'
import { command } from '../../../test/console/people.ts'
import { findInDatabase } from '../../../test/otp.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { addEndpoint, type TestEndpoint, verify } from '../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'

const token = 'Bearer hush-1'

onOneEngine('request headers of webhook endpoints', (engine) => {
  let world: World
  let receiver: Receiver
  let endpoint: TestEndpoint
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-ca-'))
  before(async () => {
    const certificate = createCertificate()
    const callbackCa = join(directory, 'ca.pem')
    writeFileSync(callbackCa, certificate.ca)
    world = await openWorld(engine, { config: { callbackCa } })
    receiver = await startReceiver({ tls: certificate })
    const headers = { Authorization: token, 'X-Key': 'hush-2' }
    endpoint = await addEndpoint(world, 'delivery-report', receiver.url, { headers })
  })
  after(async () => {
    await world.close()
    await receiver.close()
    rmSync(directory, { recursive: true })
  })

  const path = (rest = '') => `/accounts/1/webhooks/${endpoint.id}${rest}`
  const change = (body: unknown) => command(world, 'PUT', path(), body)
  const next = async (cause: () => Promise<unknown>) => {
    const count = receiver.received.length
    await cause()
    await until('a callback arrives', () => receiver.received.length > count)
    const received = receiver.received[count]
    assert.ok(received && verify(received, endpoint))
    return received.headers
  }
  const test = () => command(world, 'POST', path('/test'))

  it('are sent with every event, test and replay', async () => {
    const event = await next(() => world.send())
    const tested = await next(test)
    const since = '2020-01-01'
    await until('the event is finished', async () => {
      const { data } = (await command(world, 'GET', path('/events?state=waiting'))).body
      return data.length === 0
    })
    const repeated = await next(() => command(world, 'POST', path('/repeat'), { since }))
    for (const { authorization, 'x-key': key, 'user-agent': agent, 'content-type': type } of [event, tested, repeated])
      assert.deepEqual([authorization, key, agent, type], [token, 'hush-2', 'Ngoma', 'application/json'])
    assert.equal(tested['ngoma-test'], 'true')
  })

  it('are never shown again: lists contain only names, and the database stores no plain value', async () => {
    const shown = await Promise.all(
      ['', '/events', '/attempts'].map(async (rest) => (await command(world, 'GET', path(rest))).text),
    )
    const { body, text } = await command(world, 'GET', '/accounts/1/webhooks')
    assert.deepEqual([body.data[0].headers, body.data[0].headersUnreadable], [['authorization', 'x-key'], false])
    const audit = (await command(world, 'GET', '/accounts/1/audit?limit=1000')).text
    assert.match(audit, /"headers":\["authorization","x-key"\]/)
    for (const place of [...shown, text, audit, ...world.logs]) assert.ok(!place.includes('hush'))
    assert.deepEqual(await findInDatabase(world.db, 'hush'), [])
  })

  it('are replaced, removed and kept by name', async () => {
    assert.deepEqual((await change({ headers: { 'X-KEY': null, 'x-other': '3' } })).body.headers, [
      'authorization',
      'x-other',
    ])
    assert.deepEqual((await change({ flatArgs: false })).body.headers, ['authorization', 'x-other'])
    await change({ headers: { authorization: 'Basic eA==' } })
    const received = await next(test)
    assert.deepEqual([received.authorization, received['x-key'], received['x-other']], ['Basic eA==', undefined, '3'])
  })

  it('cannot replace a reserved header', async () => {
    const { status, body, headers } = await change({ headers: { 'Webhook-Signature': 'v1,x' } })
    assert.deepEqual([status, body.detail], [400, 'A header of the webhook endpoint is invalid or reserved.'])
    assert.match(String(headers['ngoma-hint']), /^"Webhook-Signature" is set by the server/)
    const bad = await command(world, 'POST', '/accounts/1/webhooks', {
      event: 'chat',
      url: receiver.url,
      headers: { 'x-key': 'a\r\nb: c' },
    })
    assert.deepEqual([bad.status, bad.body.detail], [400, 'A header of the webhook endpoint is invalid or reserved.'])
  })

  it('are not sent to another server unless they are set again', async () => {
    const other = await startReceiver({ tls: createCertificate() })
    const refused = await change({ url: other.url })
    assert.deepEqual([refused.status, refused.body.detail], [409, 'The headers were set for another server.'])
    assert.match(String(refused.headers['ngoma-hint']), /\(authorization, x-other\)$/)
    assert.equal((await change({ url: other.url, headers: { authorization: 'x' } })).status, 409)
    assert.deepEqual((await change({ url: `${receiver.url}path` })).body.headers, ['authorization', 'x-other'])
    const moved = await change({ url: other.url, headers: { authorization: 'x', 'x-other': null } })
    assert.deepEqual([moved.body.url, moved.body.headers], [other.url, ['authorization']])
    const back = await change({ url: receiver.url, headers: null })
    assert.deepEqual([back.body.url, back.body.headers], [receiver.url, []])
    assert.equal((await next(test)).authorization, undefined)
    await other.close()
  })
})
