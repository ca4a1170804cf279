import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { SharedRates } from '../../../engine/flow/shared-rates.ts'
import { createBuckets } from '../../../engine/flow/token-bucket.ts'
import { limitLoginAttempts } from './login-attempts.ts'

function openRates(): SharedRates {
  const bucketOf = createBuckets<string>(() => 0)
  return {
    take: (key, rate) => bucketOf(key).take(rate),
    left: (key, rate) => bucketOf(key).fill(rate),
    stop: async () => {},
  }
}

it('limitGuesses checks ten of 200 wrong passwords that come in one turn', async () => {
  const limit = limitLoginAttempts(openRates())
  let checks = 0
  const attempts = Array.from({ length: 200 }, () =>
    limit.attempt(['address', 'system'], async () => {
      checks += 1
      await turn()
      return false
    }),
  )
  const results = await Promise.all(attempts)
  assert.deepEqual([checks, results.filter((one) => one === null).length], [10, 190])
})

it('limitGuesses checks all right passwords that come in one turn, ten at a time', async () => {
  const limit = limitLoginAttempts(openRates())
  let [running, most] = [0, 0]
  const attempts = Array.from({ length: 50 }, () =>
    limit.attempt(['address'], async () => {
      running += 1
      most = Math.max(most, running)
      await turn()
      running -= 1
      return true
    }),
  )
  assert.deepEqual(new Set(await Promise.all(attempts)), new Set([true]))
  assert.equal(most, 10)
})
