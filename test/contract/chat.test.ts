import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { onBothEngines, openWorld, type World } from '../world.ts'

onBothEngines('POST /v1/chatapi', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  it('says in JSON that the product is still to come, once it knows who asks', async () => {
    const body = { from: '255700000001', to: '255712345678', channel: 'whatsapp', message_type: 'text', text: 'Hello' }
    const { status, text, headers } = await world.request('POST', '/v1/chatapi', { body })
    assert.equal(status, 501)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(text, '{"code":501,"message":"Chat Is Not Available Yet"}')
  })

  it('refuses what it can not read', async () => {
    const malformed = await world.request('POST', '/v1/chatapi', { body: '{' })
    assert.equal(malformed.status, 400)
    assert.deepEqual(malformed.body, { code: 400, message: 'Invalid Request Format' })
    const xml = await world.request('POST', '/v1/chatapi', { body: '<a/>', headers: { 'content-type': 'application/xml' } })
    assert.equal(xml.status, 415)
    assert.deepEqual(xml.body, { code: 415, message: 'Unsupported Media Type' })
  })

  it('knows POST only', async () => {
    const { status, body, headers } = await world.request('GET', '/v1/chatapi')
    assert.equal(status, 405)
    assert.equal(headers.allow, 'POST')
    assert.deepEqual(body, { code: 405, message: 'Method Not Allowed' })
  })
})
