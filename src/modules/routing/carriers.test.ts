import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { classifyProvider } from '../providers/show.ts'
import { classifyCarrier } from './carriers.ts'

const since = new Date('2030-01-01T12:00:00Z')
const until = new Date('2030-01-01T12:05:00Z')
const well = { state: 'in', cause: null, reason: null, since, until: null, times: 0 } as const
const bind = { place: 1, owner: 'one:1', downSince: null, problem: null, losses: 0, outstanding: 0, window: 10 }
const down = { ...bind, downSince: since, problem: 'the password is wrong' }
const carrier = {
  paused: false,
  secretsUnreadable: false,
  awaySince: null,
  flapping: false,
  connections: [bind],
  health: well,
}
const away = { ...carrier, awaySince: since, connections: [down] }
const out = { ...well, state: 'out', cause: 'errors', reason: '80% of 50 responses were errors', until } as const

describe('classifyCarrier', () => {
  const cases: readonly (readonly [Parameters<typeof classifyCarrier>[0], string, string])[] = [
    [carrier, 'up', 'Connected.'],
    [{ ...carrier, connections: [bind, down] }, 'up', 'Connected with 1 of 2 binds.'],
    [away, 'away', 'Disconnected since 2030-01-01 12:00 GMT: the password is wrong.'],
    [
      { ...away, connections: [] },
      'away',
      'Disconnected since 2030-01-01 12:00 GMT: it is unreachable, or it rejects the credentials.',
    ],
    [
      { ...away, connections: [{ ...down, owner: null, problem: null }] },
      'away',
      'Disconnected since 2030-01-01 12:00 GMT: no process has claimed it; check that a worker is running.',
    ],
    [{ ...away, connections: [{ ...down, problem: null }] }, 'connecting', 'Connecting.'],
    [{ ...carrier, paused: true }, 'paused', 'Paused: it gets no messages. It stays connected for delivery receipts.'],
    [
      { ...away, paused: true },
      'paused',
      'Paused: it gets no messages. Disconnected since 2030-01-01 12:00 GMT: the password is wrong.',
    ],
    [
      { ...carrier, flapping: true, connections: [bind, { ...bind, losses: 4 }] },
      'flapping',
      'A bind was lost 4 times in five minutes. Connected.',
    ],
    [
      { ...away, flapping: true, connections: [{ ...down, losses: 3 }] },
      'flapping',
      'A bind was lost 3 times in five minutes. Disconnected since 2030-01-01 12:00 GMT: the password is wrong.',
    ],
    [{ ...away, secretsUnreadable: true }, 'unusable', 'Its password cannot be read. Set it again.'],
    [
      { ...carrier, health: out },
      'out',
      'Out of rotation since 2030-01-01 12:00 GMT: 80% of 50 responses were errors. Next trial: 2030-01-01 12:05 GMT.',
    ],
    [{ ...away, health: out }, 'away', 'Disconnected since 2030-01-01 12:00 GMT: the password is wrong.'],
    [
      { ...carrier, health: { ...out, state: 'trial' } },
      'trial',
      'On trial with a few messages since 2030-01-01 12:00 GMT: 80% of 50 responses were errors.',
    ],
  ]
  for (const [given, state, text] of cases)
    it(`returns "${text}"`, () => {
      const classified = classifyCarrier(given)
      assert.deepEqual([classified.state, classified.status], [state, text])
    })
})

describe('classifyProvider', () => {
  const up = { active: true, awaySince: null, problem: null }
  const away = { active: true, awaySince: since, problem: 'timeout' }
  const cases: readonly (readonly [Parameters<typeof classifyProvider>, string, string])[] = [
    [[up, true], 'up', 'Available.'],
    [[{ ...up, active: false }, true], 'paused', 'Paused: it gets no new work.'],
    [
      [{ ...away, active: false }, true],
      'paused',
      'Paused: it gets no new work. Has not answered since 2030-01-01 12:00 GMT: timeout.',
    ],
    [[away, true], 'away', 'Has not answered since 2030-01-01 12:00 GMT: timeout.'],
    [[up, false], 'unusable', 'Its settings or secrets are unusable. Set them again.'],
  ]
  for (const [given, state, text] of cases)
    it(`returns "${text}"`, () => {
      const classified = classifyProvider(...given)
      assert.deepEqual([classified.state, classified.status], [state, text])
    })
})
