import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, openWorld, sendBody, type World } from '../world.ts'

const notFound = { code: 404, message: 'Not Found' }
const reports = '/public/v1/delivery-reports?request_id=1'

onOneEngine('Hosts', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, {
      config: {
        hostSms: ['sms.test', 'sms2.test'],
        hostDlr: ['dlr.test'],
        hostTopup: ['topup.test'],
        hostConsole: ['console.test'],
        trustedProxies: ['10.0.0.1'],
      },
    })
  })
  after(() => world.close())

  const send = (host: string | undefined) => world.request('POST', '/v1/send', { body: sendBody(), headers: { host } })

  it('of a product serve its paths, with any port and in any case', async () => {
    for (const host of ['sms.test', 'sms2.test', 'sms.test:8080', 'SMS.Test', 'sms.test.'])
      assert.equal((await send(host)).status, 200, host)
    assert.equal((await world.request('GET', reports, { headers: { host: 'dlr.test' } })).status, 200)
  })

  it('of SMS serve the Kannel endpoint', async () => {
    const ask = async (host: string) => {
      const { statusCode, body } = await world.app.http.inject({ url: '/cgi-bin/sendsms', headers: { host } })
      return [statusCode, body]
    }
    for (const host of ['sms.test', 'sms2.test'])
      assert.deepEqual(await ask(host), [403, 'Authorization failed for sendsms'], host)
    for (const host of ['dlr.test', 'other.test'])
      assert.deepEqual(await ask(host), [404, JSON.stringify(notFound)], host)
  })

  it('of SMS and top-up both serve the SMS credit', async () => {
    const credit = async (host: string, path = '/public/v1/vendors/balance') =>
      (await world.request('GET', path, { headers: { host } })).status
    for (const host of ['sms.test', 'sms2.test', 'topup.test']) assert.equal(await credit(host), 200, host)
    for (const host of ['dlr.test', 'other.test']) assert.equal(await credit(host), 404, host)
    assert.equal(await credit('sms.test', '/v1/credit-balance?app_name=SMS'), 404)
  })

  it('of other products and unknown hosts do not serve its paths', async () => {
    for (const host of [
      'dlr.test',
      'console.test',
      'other.test',
      'sms.test.evil.test',
      'xsms.test',
      '127.0.0.1:8080',
      'localhost',
    ]) {
      const { status, body } = await send(host)
      assert.deepEqual({ status, body }, { status: 404, body: notFound }, host)
    }
    for (const host of ['sms.test', 'other.test']) {
      const { status, body } = await world.request('GET', reports, { headers: { host } })
      assert.deepEqual({ status, body }, { status: 404, body: notFound }, host)
    }
  })

  it('do not reveal the methods of a path on other hosts', async () => {
    assert.equal((await world.request('GET', '/v1/send', { headers: { host: 'sms.test' } })).status, 405)
    for (const host of ['dlr.test', 'other.test'])
      assert.equal((await world.request('GET', '/v1/send', { headers: { host } })).status, 404, host)
  })

  it('serve products without a host of their own, if the host is known', async () => {
    for (const host of ['sms.test', 'dlr.test', 'console.test'])
      assert.equal((await world.request('GET', '/v1/checkout', { headers: { host } })).status, 400, host)
    const { status, body } = await world.request('GET', '/v1/checkout', { headers: { host: 'other.test' } })
    assert.deepEqual({ status, body }, { status: 404, body: notFound })
  })

  it('are checked after authentication', async () => {
    const { status, body } = await world.request('POST', '/v1/send', {
      body: sendBody(),
      headers: { host: 'other.test', authorization: undefined },
    })
    assert.deepEqual({ status, body }, { status: 400, body: { error: 'No authorization headers' } })
    assert.equal(
      (
        await world.request('POST', '/v1/send', {
          body: sendBody(),
          headers: { host: 'other.test', authorization: 'wrong' },
        })
      ).status,
      401,
    )
  })

  it('do not restrict public paths', async () => {
    for (const path of ['/health', '/ready']) {
      for (const host of ['sms.test', 'other.test', '127.0.0.1']) {
        assert.equal(
          (await world.request('GET', path, { headers: { host, authorization: undefined } })).status,
          200,
          `${path} on ${host}`,
        )
      }
    }
  })

  it("are read from a trusted proxy's header only", async () => {
    const through = async (remoteAddress: string, host: string, forwarded: string) => {
      const { statusCode } = await world.app.http.inject({
        method: 'GET',
        url: reports,
        remoteAddress,
        headers: {
          host,
          'x-forwarded-host': forwarded,
          authorization: `Basic ${Buffer.from('test-key:test-secret').toString('base64')}`,
        },
      })
      return statusCode
    }
    assert.equal(await through('10.0.0.1', 'inner.test', 'dlr.test'), 200)
    assert.equal(await through('10.0.0.1', 'dlr.test', 'other.test'), 404)
    assert.equal(await through('10.0.0.2', 'inner.test', 'dlr.test'), 404)
    assert.equal(await through('10.0.0.2', 'dlr.test', 'other.test'), 200)
  })
})

onOneEngine('A host for one product alone', (engine) => {
  it('serves the console only to the command line', async (context) => {
    const world = await openWorld(engine, { config: { hostSms: ['sms.test'] } })
    context.after(() => world.close())
    const { statusCode } = await world.app.http.inject({
      method: 'GET',
      url: '/console/v1/accounts',
      headers: { ...world.app.controlHeaders },
    })
    assert.equal(statusCode, 200)
  })
})

onOneEngine('Without configured hosts', (engine) => {
  let world: World
  before(async () => {
    world = await shareWorld(engine)
  })
  after(() => world.close())

  it('all products answer on every host', async () => {
    for (const host of ['anything.test', '127.0.0.1:8080', '[::1]:8080']) {
      assert.equal((await world.request('POST', '/v1/send', { body: sendBody(), headers: { host } })).status, 200, host)
      assert.equal((await world.request('GET', reports, { headers: { host } })).status, 200, host)
    }
  })
})
