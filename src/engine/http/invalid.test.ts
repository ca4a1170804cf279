import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Type } from 'typebox'
import type { Refusal } from '../../values/refusal.ts'
import { createLog } from '../log.ts'
import { createHttp } from './server.ts'

const closed = { additionalProperties: false } as const
const Op = Type.Unsafe<string>({ type: 'string', enum: ['is', 'not'] })

const Body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 5, pattern: '\\S' }),
    count: Type.Optional(Type.Integer({ maximum: 9 })),
    kind: Type.Optional(Type.Union([Type.Literal('one'), Type.Literal('two')])),
    deep: Type.Optional(Type.Object({ key: Type.Union([Type.String(), Type.Null()]) })),
    either: Type.Optional(Type.Union([Type.Null(), Type.Object({}, closed)])),
    conditions: Type.Optional(
      Type.Array(
        Type.Union([
          Type.Object({ field: Type.String(), op: Op, value: Type.Optional(Type.String()) }, closed),
          Type.Object({ book: Type.Integer(), op: Op }, closed),
          Type.Object({ replied: Type.Boolean() }, closed),
        ]),
      ),
    ),
    headers: Type.Optional(
      Type.Record(Type.String({ pattern: '^.{1,100}$' }), Type.Union([Type.String(), Type.Null()]), closed),
    ),
    rows: Type.Optional(
      Type.Array(
        Type.Object({ items: Type.Record(Type.String(), Type.Object({ size: Type.Integer() }, closed)) }, closed),
      ),
    ),
  },
  closed,
)

const cases: readonly (readonly [body: object, message: string])[] = [
  [{}, 'name is missing'],
  [{ name: '' }, 'name is empty'],
  [{ name: '  ' }, 'name is empty'],
  [{ name: 'longer' }, 'name has more than 5 characters'],
  [{ name: 5 }, 'name must be a string'],
  [{ name: 'x', count: 'y' }, 'count must be an integer'],
  [{ name: 'x', count: 10 }, 'count must be <= 9'],
  [{ name: 'x', kind: 'three' }, 'kind must be one of one, two'],
  [{ name: 'x', deep: { key: 5 } }, 'deep.key must be a string or must be null'],
  [{ name: 'x', other: 1 }, 'other is unknown'],
  [{ nmae: 'x' }, 'nmae is unknown'],
  [{ name: 'x', either: { other: 1 } }, 'either.other is unknown'],
  [{ name: 'x', conditions: [{ field: 'a', op: 'is', value: 'b', zz: 1 }] }, 'conditions.0.zz is unknown'],
  [{ name: 'x', conditions: [{ book: 1, op: 'is', zz: 1 }] }, 'conditions.0.zz is unknown'],
  [{ name: 'x', conditions: [{ book: 1, op: 'has' }] }, 'conditions.0.op must be one of is, not'],
  [{ name: 'x', conditions: [{ zz: 1 }] }, 'conditions.0.zz is unknown'],
  [{ name: 'x', conditions: [5] }, 'conditions.0 must be an object'],
  [{ name: 'x', ['y'.repeat(101)]: 1 }, `${'y'.repeat(100)} is unknown`],
]

describe('an invalid body', () => {
  const app = createHttp({ log: createLog('fatal'), bodyBytesMax: 1_024, trustedProxies: [], authenticate() {} })
  app.post('/things', { config: { area: 'open' }, schema: { body: Body } }, async () => ({}))
  let refusal: Refusal | null = null
  app.addHook('onSend', async (request) => {
    refusal = request.refusal
  })
  after(() => app.close())

  for (const [body, message] of cases) {
    it(`is rejected with "${message}"`, async () => {
      const answer = await app.inject({ method: 'POST', url: '/things', payload: body })
      assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 400, message: `Invalid Request: ${message}` }])
      assert.equal(answer.headers['ngoma-hint'], 'correct the named fields and try again')
    })
  }

  const stored: readonly (readonly [body: object, plain: string])[] = [
    [{ name: 'x', 'Bearer abcdef': 1 }, 'body has an unknown field'],
    [{ name: 'x', headers: { 'Bearer abcdef': 5 } }, 'headers.* must be a string or must be null'],
    [{ name: 'x', rows: [{ items: { Asha: { size: 'y' } } }] }, 'rows.0.items.*.size must be an integer'],
    [{ name: 'x', rows: [{ items: { Asha: { zz: 1 } } }] }, 'rows.0.items.* has an unknown field'],
  ]
  for (const [body, plain] of stored)
    it(`is stored as "${plain}"`, async () => {
      await app.inject({ method: 'POST', url: '/things', payload: body })
      assert.equal(refusal?.plain, `Invalid Request: ${plain}`)
    })
})
