import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeCurrentHealth } from './describe.ts'

describe('describeCurrentHealth', () => {
  const well = { state: 'in', cause: null, reason: null, since: '2030-01-01T00:00:00Z', until: null, times: 0 } as const
  const cases: readonly [title: string, carrier: Parameters<typeof describeCurrentHealth>[0], text: RegExp][] = [
    ['a connected carrier healthy', { paused: false, awaySince: null, health: well }, /^Healthy\.$/],
    [
      'a disconnected carrier disconnected',
      { paused: false, awaySince: '2030-01-01T08:00:00Z', health: well },
      /^Disconnected since /,
    ],
    ['a paused carrier paused', { paused: true, awaySince: null, health: well }, /^Paused/],
    [
      'a carrier with errors out of service',
      { paused: false, awaySince: null, health: { ...well, state: 'out', reason: 'many errors' } },
      /^Out of service, because many errors/,
    ],
  ]
  for (const [title, carrier, text] of cases)
    it(`calls ${title}`, () => assert.match(describeCurrentHealth(carrier), text))
})
