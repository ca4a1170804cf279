import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limitsFor } from './limits.ts'
import { readOptions } from './options.ts'
import { drawPlan, type PlanOptions } from './plan.ts'

const options: PlanOptions = {
  seed: 7,
  minutes: 10,
  engine: 'postgres',
  hasDisk: true,
  patience: 1,
  only: [],
  faults: [],
}

describe('drawPlan', () => {
  it('returns the same plan for the same seed only', () => {
    assert.deepEqual(drawPlan(options), drawPlan(options))
    assert.notDeepEqual(drawPlan(options), drawPlan({ ...options, seed: 8 }))
  })

  it('uses every kind before repeating one', () => {
    const kinds = drawPlan({ ...options, engine: 'embedded' }).map(({ kind }) => kind)
    const count = new Set(kinds).size
    assert.equal(new Set(kinds.slice(0, count)).size, count)
    assert.ok(!kinds.includes('kill-worker'), 'the embedded engine has no worker')
  })

  it('leaves out the full disk without a disk to fill, and unselected kinds', () => {
    assert.ok(drawPlan(options).some(({ kind }) => kind === 'disk-full'))
    assert.ok(!drawPlan({ ...options, hasDisk: false }).some(({ kind }) => kind === 'disk-full'))
    assert.deepEqual(new Set(drawPlan({ ...options, only: ['backlog'] }).map(({ kind }) => kind)), new Set(['backlog']))
  })

  it('uses the given faults in their order', () => {
    const faults = ['kill-all', 'kill-worker', 'kill-all'] as const
    assert.deepEqual(
      drawPlan({ ...options, faults }).map(({ kind }) => kind),
      faults,
    )
  })

  it('freezes a worker in every plan of a minute or more, if that kind is selected', () => {
    const freezes = (change: Partial<PlanOptions>) =>
      drawPlan({ ...options, ...change }).filter(({ kind }) => kind === 'freeze-worker').length
    for (let seed = 1; seed <= 50; seed += 1) assert.equal(freezes({ seed, minutes: 1 }), 1)
    assert.equal(freezes({ minutes: 1, engine: 'embedded' }), 0)
    assert.equal(freezes({ minutes: 1, only: ['backlog'] }), 0)
  })

  it('freezes a worker for longer than the gap in sending that is allowed meanwhile', () => {
    for (const patience of [1, 2, 6])
      for (const chosen of [{ only: ['freeze-worker'] }, { faults: ['freeze-worker'] }] as const)
        for (const { seconds } of drawPlan({ ...options, patience, ...chosen }))
          assert.ok(seconds > limitsFor(patience, { window: 10, binds: 2, price: 10 }).gapSeconds, String(seconds))
  })

  it('rejects unknown faults, workloads, engines and numbers', () => {
    for (const words of [
      ['--only', 'flood'],
      ['--faults', 'flood'],
      ['--workloads', 'letters'],
      ['--workloads', 'all', '--engine', 'embedded'],
      ['--size', '0'],
      ['--engine', 'mysql'],
      ['--minutes', '0'],
      ['--seed', 'x'],
      ['--patience', '0.5'],
    ])
      assert.throws(() => readOptions(words, '/'), /^Error: --/)
  })
})
