import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLog } from '../log.ts'
import { type Area, answersOn, type Hosts } from './hosts.ts'
import { createHttp } from './index.ts'

const none: Hosts = new Map()
const some: Hosts = new Map([
  ['sms', ['sms.example.com', 'sms2.example.com']],
  ['chat', ['chat.example.com']],
])

describe('answersOn', () => {
  const table: readonly [hosts: Hosts, area: Area | null, host: string, answers: boolean][] = [
    [none, 'sms', 'anything', true],
    [none, null, '', true],
    [some, 'sms', 'sms.example.com', true],
    [some, 'sms', 'sms2.example.com', true],
    [some, 'sms', 'chat.example.com', false],
    [some, 'sms', 'unknown.example.com', false],
    [some, 'sms', '', false],
    [some, 'contact', 'sms.example.com', true],
    [some, 'contact', 'unknown.example.com', false],
    [some, ['chat', 'sms'], 'chat.example.com', true],
    [some, ['chat', 'sms'], 'sms2.example.com', true],
    [some, ['chat', 'sms'], 'unknown.example.com', false],
    [some, null, 'chat.example.com', true],
    [some, null, 'unknown.example.com', false],
    [some, 'open', 'unknown.example.com', true],
  ]
  for (const [hosts, area, host, answers] of table) {
    it(`${answers ? 'serves' : 'does not serve'} ${area === null ? 'unknown paths' : [area].flat().join(' and ')} on ${host || 'an empty host'}${hosts.size === 0 ? ' when no hosts are configured' : ''}`, () => {
      assert.equal(answersOn(hosts, area, host), answers)
    })
  }
})

describe('a server', () => {
  const openServer = () =>
    createHttp({
      log: createLog('silent', { write: () => {} }),
      bodyBytesMax: 1_024,
      trustedProxies: [],
      authenticate: () => {},
    })

  it('does not start with a route that has no area, and so no credential or host', async (context) => {
    const app = openServer()
    context.after(() => app.close())
    app.get('/v1/open', { config: { area: 'open' } }, async () => ({}))
    app.get('/v1/more', async () => ({}))
    await assert.rejects(async () => app.ready(), /^Error: the route \/v1\/more has no area: set config\.area$/)
  })
})
