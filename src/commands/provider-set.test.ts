import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Provider } from '../contract/console/providers.ts'
import { isConnecting } from './provider-set.ts'

const since = '2030-01-01T12:00:00.000Z'
const up = { place: 1, owner: 'one:1', downSince: null, problem: null, losses: 0, outstanding: 0, window: 10 }
const connecting = { ...up, downSince: since }
const failed = { ...connecting, problem: 'the password is wrong' }
const health = { state: 'in', cause: null, reason: null, since, until: null, times: 0 } as const
const carrier = { failoverSeconds: 120, awaySince: null, flapping: false, throttles: 0, health, connections: [up] }

describe('isConnecting', () => {
  const cases: readonly (readonly [state: string, carrier: Provider['carrier'], expected: boolean])[] = [
    ['a provider that is not a carrier', null, false],
    ['all binds up', { ...carrier, connections: [up, up] }, false],
    ['no bind up yet', { ...carrier, awaySince: since, connections: [connecting, connecting] }, true],
    ['the second bind not up yet', { ...carrier, connections: [up, connecting] }, true],
    ['a bind with a problem', { ...carrier, connections: [up, failed] }, false],
    ['an HTTP carrier without an answer yet', { ...carrier, awaySince: since, connections: [] }, true],
    ['an HTTP carrier', { ...carrier, connections: [] }, false],
  ]
  for (const [state, given, expected] of cases)
    it(`is ${expected} for ${state}`, () => assert.equal(isConnecting(given), expected))
})
