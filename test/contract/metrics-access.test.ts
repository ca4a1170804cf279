import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { authorization, onOneEngine, openWorld, type World } from '../world.ts'

const token = 'metrics-token'
const bearer = { authorization: `Bearer ${token}` }

onOneEngine('GET /metrics, access', (engine) => {
  let world: World
  let closed: World
  before(async () => {
    // Trusted proxies forward the client address, but a forwarded loopback address gets no access.
    world = await openWorld(engine, { config: { metricsToken: token, trustedProxies: ['10.0.0.1', '127.0.0.1'] } })
    closed = await openWorld(engine)
  })
  after(async () => {
    await world.close()
    await closed.close()
  })

  const ask = (remoteAddress: string, headers: Record<string, string>, { app } = world) =>
    app.http.inject({ url: '/metrics', headers, remoteAddress })

  const cases: readonly [title: string, address: string, headers: Record<string, string>, allowed: boolean][] = [
    ['this machine', '127.0.0.1', {}, true],
    ['this machine by another of its addresses', '127.9.9.9', {}, true],
    ['this machine over IPv6', '::1', {}, true],
    ['this machine over a socket for both families', '::ffff:127.0.0.1', {}, true],
    ['this machine under any host', '127.0.0.1', { host: 'otp.example' }, true],
    ['this machine with a wrong token', '127.0.0.1', { authorization: 'Bearer wrong' }, true],
    ['another machine', '192.0.2.1', {}, false],
    ['another machine over IPv6', '2001:db8::1', {}, false],
    ['another machine over a socket for both families', '::ffff:192.0.2.1', {}, false],
    ['an address that only begins like this machine', '127.0.0.1.example', {}, false],
    ['another machine with the token', '192.0.2.1', bearer, true],
    [
      'another machine with the token, its scheme in small letters',
      '192.0.2.1',
      { authorization: `bearer  ${token}` },
      true,
    ],
    ['another machine with a wrong token', '192.0.2.1', { authorization: 'Bearer metrics-tokem' }, false],
    ['another machine with the beginning of the token', '192.0.2.1', { authorization: 'Bearer metrics' }, false],
    ['another machine with the token and no scheme', '192.0.2.1', { authorization: token }, false],
    ['another machine with an empty token', '192.0.2.1', { authorization: 'Bearer ' }, false],
    ['another machine with a credential of the API', '192.0.2.1', { authorization }, false],
    ['another machine whose proxy says that it is this one', '10.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false],
    ['a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }, false],
    ['a proxy on this machine that names this machine', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false],
    ['a proxy on this machine by Forwarded', '127.0.0.1', { forwarded: 'for=192.0.2.1' }, false],
    ['a proxy on this machine by Via', '127.0.0.1', { via: '1.1 proxy' }, false],
    ['a proxy on this machine by X-Real-IP', '127.0.0.1', { 'x-real-ip': '192.0.2.1' }, false],
    ['a proxy on this machine by X-Forwarded-Host', '127.0.0.1', { 'x-forwarded-host': 'ngoma.example' }, false],
    ['a proxy on this machine with the token', '127.0.0.1', { 'x-forwarded-for': '192.0.2.1', ...bearer }, true],
  ]
  for (const [title, address, headers, allowed] of cases) {
    it(`${allowed ? 'serves' : 'rejects'} ${title}`, async () => {
      const { statusCode, body, headers: answer } = await ask(address, headers)
      assert.equal(statusCode, allowed ? 200 : 403)
      if (allowed) return assert.match(body, /^ngoma_sms_accepted_total 0$/m)
      assert.equal(body, '{"code":403,"message":"Forbidden"}')
      assert.match(String(answer['ngoma-hint']), /NGOMA_METRICS_TOKEN/)
    })
  }

  it('rejects every token if none is configured', async () => {
    for (const text of ['Bearer null', 'Bearer none', 'Bearer ', `Bearer ${token}`]) {
      assert.equal((await ask('192.0.2.1', { authorization: text }, closed)).statusCode, 403, text)
    }
  })

  it('serves a local socket without a credential', async () => {
    const address = await closed.app.http.listen({ host: '127.0.0.1', port: 0 })
    const answer = await fetch(`${address}/metrics`)
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), /^ngoma_carrier_ready\{carrier="simulator"\} 1$/m)
    assert.equal((await fetch(`${address}/metrics`, { headers: { 'X-Forwarded-For': '192.0.2.1' } })).status, 403)
  })

  it('allows only GET and HEAD', async () => {
    const { status, headers } = await world.request('POST', '/metrics', {
      body: {},
      headers: { authorization: undefined },
    })
    assert.equal(status, 405)
    assert.equal(headers.allow, 'GET, HEAD')
  })
})
