import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Carrier } from '../contract/console/routing.ts'
import { describeState } from './carrier-view.ts'

const at = '2030-01-31T08:00:00.000Z'
const connection = { place: 1, owner: 'one:1', downSince: at, problem: null }
const carrier: Carrier = {
  name: 'north',
  kind: 'smpp',
  settings: {},
  secrets: [],
  secretsUnreadable: false,
  paused: false,
  failoverSeconds: 30,
  awaySince: at,
  throttles: 0,
  healthSettings: {},
  health: { state: 'in', cause: null, reason: null, since: at, until: null, times: 0 },
  createdAt: at,
  changedAt: at,
  connections: [connection],
  receiptUrl: null,
}

const since = 'away since 2030-01-31 08:00 GMT'
const reason = '80% of 50 responses were errors'

describe('a carrier in words', () => {
  const states: readonly (readonly [change: Partial<Carrier>, words: string])[] = [
    [{ awaySince: null }, 'up'],
    [{ awaySince: null, throttles: 12 }, 'up; throttled 12 times in 5 minutes'],
    [{}, 'connecting'],
    [{ connections: [{ ...connection, problem: 'the password is wrong' }] }, `${since}: the password is wrong`],
    [{ connections: [{ ...connection, owner: null }] }, `${since}: no process has it; does one run that sends?`],
    [{ connections: [] }, `${since}: it can not be reached, or does not let us in; the log says why`],
    [{ awaySince: null, paused: true }, 'paused; up'],
    [
      { awaySince: null, health: { ...carrier.health, state: 'out', reason, until: at } },
      `up; taken out, because ${reason}; it is tried again at 2030-01-31 08:00 GMT`,
    ],
    [{ awaySince: null, health: { ...carrier.health, state: 'trial', reason } }, `up; on trial, because ${reason}`],
  ]
  for (const [change, words] of states)
    it(`is ${words}`, () => assert.equal(describeState({ ...carrier, ...change }), words))
})
