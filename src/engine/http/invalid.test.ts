import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Type } from 'typebox'
import { createLog } from '../log.ts'
import { createHttp } from './server.ts'

const Body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 5, pattern: '\\S' }),
    count: Type.Optional(Type.Integer({ maximum: 9 })),
    kind: Type.Optional(Type.Union([Type.Literal('one'), Type.Literal('two')])),
    deep: Type.Optional(Type.Object({ key: Type.Union([Type.String(), Type.Null()]) })),
    either: Type.Optional(Type.Union([Type.Null(), Type.Object({}, { additionalProperties: false })])),
  },
  { additionalProperties: false },
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
  [{ name: 'x', ['y'.repeat(101)]: 1 }, `${'y'.repeat(100)} is unknown`],
]

describe('an invalid body', () => {
  const app = createHttp({ log: createLog('fatal'), bodyBytesMax: 1_024, trustedProxies: [], authenticate() {} })
  app.post('/things', { config: { area: 'open' }, schema: { body: Body } }, async () => ({}))
  after(() => app.close())

  for (const [body, message] of cases) {
    it(`is rejected with "${message}"`, async () => {
      const answer = await app.inject({ method: 'POST', url: '/things', payload: body })
      assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 400, message: `Invalid Request: ${message}` }])
      assert.equal(answer.headers['ngoma-hint'], 'correct the named fields and try again')
    })
  }
})
