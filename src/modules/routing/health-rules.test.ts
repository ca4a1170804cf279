import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultFailover } from '../../carriers/failover.ts'
import { countsSince, evaluateHealth, type Figures, type Health } from './health-rules.ts'

const now = new Date('2030-01-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const nothing: Figures = { taken: 0, errors: 0, submitted: 0, missing: 0 }
const defaultHealth = defaultFailover.health
const well: Health = { state: 'in', cause: null, reason: null, since: later(-86_400), until: null, times: 0 }

describe('evaluateHealth', () => {
  it('keeps a carrier in rotation with few errors, or too few results', () => {
    assert.equal(evaluateHealth(well, nothing, defaultHealth, now), well)
    assert.equal(evaluateHealth(well, { ...nothing, taken: 30, errors: 70 }, defaultHealth, now), well)
    assert.equal(evaluateHealth(well, { ...nothing, errors: 19 }, defaultHealth, now), well)
    assert.equal(evaluateHealth(well, { ...nothing, submitted: 100, missing: 90 }, defaultHealth, now), well)
  })

  it('takes a carrier out for a while when it has many errors, with the reason', () => {
    const out = evaluateHealth(well, { ...nothing, taken: 10, errors: 30 }, defaultHealth, now)
    assert.deepEqual(out, {
      state: 'out',
      cause: 'errors',
      reason: '75% of 40 responses were errors',
      since: now,
      until: later(60),
      times: 1,
    })
    assert.equal(evaluateHealth(out, nothing, defaultHealth, later(59)), out)
    assert.deepEqual(evaluateHealth(out, nothing, defaultHealth, later(60)), {
      ...out,
      state: 'trial',
      since: later(60),
      until: null,
    })
  })

  it('takes a carrier out when receipts are missing', () => {
    const { state, cause, reason } = evaluateHealth(
      well,
      { ...nothing, taken: 50, submitted: 50, missing: 49 },
      defaultHealth,
      now,
    )
    assert.deepEqual(
      [state, cause, reason],
      ['out', 'receipts', '98% of 50 messages had no delivery receipt after 15 minutes'],
    )
  })

  const trial: Health = { state: 'trial', cause: 'errors', reason: 'errors', since: now, until: null, times: 2 }

  it('puts a carrier on trial, and back in when the messages pass', () => {
    assert.equal(evaluateHealth(trial, { ...nothing, taken: 4 }, defaultHealth, later(5)), trial)
    assert.deepEqual(evaluateHealth(trial, { ...nothing, taken: 5 }, defaultHealth, later(5)), {
      state: 'in',
      cause: null,
      reason: null,
      since: later(5),
      until: null,
      times: 0,
    })
  })

  it('takes it out again after a failed trial, longer each time up to a limit', () => {
    const again = evaluateHealth(trial, { ...nothing, errors: 5 }, defaultHealth, later(5))
    assert.deepEqual([again.state, again.until, again.times], ['out', later(5 + 240), 3])
    assert.deepEqual(
      evaluateHealth({ ...trial, times: 30 }, { ...nothing, errors: 5 }, defaultHealth, now).until,
      later(900),
    )
  })

  it('waits for receipts before it ends a trial that they caused', () => {
    const awaited: Health = { ...trial, cause: 'receipts' }
    assert.equal(evaluateHealth(awaited, { ...nothing, taken: 5 }, defaultHealth, later(60)), awaited)
    assert.equal(
      evaluateHealth(awaited, { ...nothing, taken: 5, submitted: 5, missing: 1 }, defaultHealth, later(960)).state,
      'in',
    )
    assert.equal(
      evaluateHealth(awaited, { ...nothing, taken: 5, submitted: 5, missing: 5 }, defaultHealth, later(960)).state,
      'out',
    )
  })

  it('skips a rule whose threshold is 1', () => {
    const off = { ...defaultHealth, errorsAbove: 1, missingAbove: 1 }
    assert.equal(evaluateHealth(well, { taken: 0, errors: 100, submitted: 100, missing: 100 }, off, now), well)
  })

  it('counts results since the last change, within the period', () => {
    assert.deepEqual(countsSince(defaultHealth, well, now), later(-300))
    assert.deepEqual(countsSince(defaultHealth, { ...well, since: later(-10) }, now), later(-10))
  })
})
