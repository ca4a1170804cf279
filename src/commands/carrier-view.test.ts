import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Carrier } from '../contract/console/routing.ts'
import { describeState } from './carrier-view.ts'

const at = '2030-01-31T08:00:00.000Z'
const connection = { place: 1, owner: 'one:1', downSince: at, problem: null, losses: 0, outstanding: 0, window: 10 }
const carrier: Carrier = {
  name: 'north',
  kind: 'smpp',
  settings: {},
  secrets: [],
  secretsUnreadable: false,
  paused: false,
  failoverSeconds: 30,
  awaySince: at,
  flapping: false,
  throttles: 0,
  healthSettings: {},
  health: { state: 'in', cause: null, reason: null, since: at, until: null, times: 0 },
  createdAt: at,
  changedAt: at,
  connections: [connection],
  receiptUrl: null,
  messageUrl: null,
}

const since = 'down since 2030-01-31 08:00 GMT'
const reason = '80% of 50 responses were errors'

describe('describeState', () => {
  const states: readonly (readonly [change: Partial<Carrier>, text: string])[] = [
    [{ awaySince: null }, 'up'],
    [{ awaySince: null, throttles: 12 }, 'up; throttled 12 times in 5 minutes'],
    [
      { awaySince: null, flapping: true, connections: [connection, { ...connection, losses: 4 }] },
      'up; flapping: lost 4 times in 5 minutes',
    ],
    [{}, 'connecting'],
    [{ connections: [{ ...connection, problem: 'the password is wrong' }] }, `${since}: the password is wrong`],
    [
      { connections: [{ ...connection, owner: null }] },
      `${since}: no process has claimed it; check that a worker is running`,
    ],
    [{ connections: [] }, `${since}: unreachable, or it rejects the credentials; check the log`],
    [{ awaySince: null, paused: true }, 'paused; up'],
    [
      { awaySince: null, health: { ...carrier.health, state: 'out', reason, until: at } },
      `up; out of rotation until 2030-01-31 08:00 GMT (${reason})`,
    ],
    [{ awaySince: null, health: { ...carrier.health, state: 'trial', reason } }, `up; on trial (${reason})`],
  ]
  for (const [change, text] of states)
    it(`returns "${text}"`, () => assert.equal(describeState({ ...carrier, ...change }), text))
})
