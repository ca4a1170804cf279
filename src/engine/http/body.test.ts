import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createLog } from '../log.ts'
import { createHttp } from './server.ts'

const app = createHttp({ log: createLog('silent'), bodyBytesMax: 1_024, trustedProxies: [], authenticate() {} })
app.post('/things', { config: { area: 'open' } }, async ({ body }) => ({ body }))

describe('JSON bodies', () => {
  after(() => app.close())

  /** The parsed value, or the status of the error. */
  async function read(payload: string | Buffer): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const response = await app.inject({ method: 'POST', url: '/things', headers, payload })
    return response.statusCode === 200 ? response.json().body : response.statusCode
  }

  const unsound: readonly [title: string, payload: string | Buffer][] = [
    ['a NUL as an escape', '{"a":"b\\u0000c"}'],
    ['a NUL in a name', '{"a\\u0000":1}'],
    ['a NUL as a byte', '{"a":"\0"}'],
    ['half of a surrogate pair', '{"a":["\\ud83d"]}'],
    ['the other half, in capitals', '{"a":{"b":"\\uDE00"}}'],
    ['both halves in the wrong order', '["\\ude00\\ud83d"]'],
    ['half of a surrogate pair in UTF-8', Buffer.from('225b eda0bd 5d22'.replaceAll(' ', ''), 'hex')],
  ]
  for (const [title, payload] of unsound)
    it(`are rejected with ${title}`, async () => assert.equal(await read(payload), 400))

  const sound: readonly [title: string, payload: string, value: unknown][] = [
    ['no escape', '{"a":"b 😀"}', { a: 'b 😀' }],
    ['an escaped character', '{"a":"\\u00e9"}', { a: 'é' }],
    ['an escaped surrogate pair', '["\\ud83d\\ude00"]', ['😀']],
    ['an escaped backslash before u0000', '["\\\\u0000"]', ['\\u0000']],
  ]
  for (const [title, payload, value] of sound)
    it(`are read with ${title}`, async () => assert.deepEqual(await read(payload), value))
})
