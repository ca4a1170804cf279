import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createHttp } from '../engine/http/index.ts'
import { createLog } from '../engine/log.ts'
import { nullable, objectOf } from './shapes.ts'
import { Type } from './type.ts'
import { namesOnly } from './wire-schema.ts'

it('namesOnly refuses unknown fields in alternatives, and accepts all values', async (context) => {
  const app = createHttp({ log: createLog('silent'), bodyBytesMax: 1_024, trustedProxies: [], authenticate() {} })
  context.after(() => app.close())
  const person = objectOf({ name: Type.String() })
  const shape = objectOf({
    maybe: nullable(person),
    one: Type.Union([Type.String(), person, objectOf({ id: Type.Integer(), list: Type.Array(person) })]),
    text: nullable(Type.String()),
  })
  app.post('/', { config: { area: 'open' }, schema: { body: namesOnly(shape) } }, async () => ({}))
  const messageOf = async (payload: object) => (await app.inject({ method: 'POST', url: '/', payload })).json().message
  for (const value of [null, 5, 'x', [], { name: 5 }]) {
    assert.equal(await messageOf({ maybe: value }), undefined)
    assert.equal(await messageOf({ one: value }), undefined)
  }
  assert.equal(await messageOf({ text: 5 }), undefined)
  assert.equal(await messageOf({ one: { id: 'x', list: [{ name: 5 }] } }), undefined)
  assert.equal(await messageOf({ maybe: { name: 'x', zz: 1 } }), 'Invalid Request: maybe.zz is unknown')
  assert.equal(await messageOf({ one: { id: 1, zz: 1 } }), 'Invalid Request: one.zz is unknown')
  assert.equal(await messageOf({ one: { id: 1, list: [{ zz: 1 }] } }), 'Invalid Request: one.list.0.zz is unknown')
})
