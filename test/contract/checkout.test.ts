import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { onBothEngines, openWorld, type World } from '../world.ts'

onBothEngines('GET /v1/checkout', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const path = '/v1/checkout?amount=10.00&reference_number=7&transaction_id=1'

  it('takes service-secure-token for no credential', async () => {
    const { status, text } = await world.request('GET', path, { headers: { authorization: undefined, 'service-secure-token': 'a-token-of-the-client' } })
    assert.equal(status, 400)
    assert.equal(text, '{"error":"No authorization headers"}')
  })

  it('knows GET and HEAD only', async () => {
    const { status, body, headers } = await world.request('POST', path, { body: {} })
    assert.equal(status, 405)
    assert.equal(headers.allow, 'GET, HEAD')
    assert.deepEqual(body, { code: 405, message: 'Method Not Allowed' })
  })
})
