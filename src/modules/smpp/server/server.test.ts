import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { bindCustomer, type Login } from '../../../../test/smpp-customer.ts'
import { onOneEngine, openWorld, type World } from '../../../../test/world.ts'
import { createSmppCredential } from '../index.ts'

onOneEngine('the SMPP server', (engine) => {
  let world: World
  let login: Login

  before(async () => {
    world = await openWorld(engine, { config: { smppPort: 0 } })
    login = await createSmppCredential(world.app.sms, 1, {})
  })
  after(() => world.close())

  it('accepts a text', async (context) => {
    const customer = await bindCustomer(context, world, login)
    const answer = await customer.submit()
    assert.equal(answer.status, 0)
    assert.match(answer.fields.message_id ?? '', /^\d+$/)
    const { status: unbound } = await customer.link.request('unbind')
    assert.equal(unbound, 0)
  })
})
