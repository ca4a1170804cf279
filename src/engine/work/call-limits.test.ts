import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCallLimits } from './call-limits.ts'

describe('createCallLimits', () => {
  const options = { initialLimit: 4, limitMax: 6, limitPerAccount: 2 }

  it('grows with every success and drops to one after a failure', () => {
    const calls = createCallLimits(options)
    assert.deepEqual([...calls.limits()], [], 'an unknown key has the initial limit')
    const seen = [true, true, true, false, true, true, true].map((isSuccess) => {
      calls.note('7', isSuccess)
      return calls.limits().get('7')
    })
    assert.deepEqual(seen, [5, 6, 6, 1, 2, 3, undefined], 'a key at the initial limit is forgotten')
  })

  it('never exceeds the share of an account', () => {
    const calls = createCallLimits(options)
    assert.deepEqual([calls.begin(1), calls.begin(1), calls.begin(1), calls.begin(2)], [true, true, false, true])
    calls.end(1)
    assert.deepEqual([calls.begin(1), calls.begin(1)], [true, false])
  })
})
