import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAdmission, renewEveryMs } from './gather.ts'

describe('createAdmission', () => {
  it('admits a burst, then one request per renewal, and reads no clock in between', () => {
    let time = 0
    let reads = 0
    const { admits, renew } = createAdmission(() => {
      reads += 1
      return time
    })
    const count = (accountId: number, tries: number) =>
      Array.from({ length: tries }, () => admits(accountId)).filter(Boolean).length
    assert.equal(count(1, 100), 60)
    assert.equal(count(2, 1), 1)
    reads = 0
    assert.equal(count(1, 100), 0)
    assert.equal(reads, 0)
    for (let second = 0; second < 3; second += 1) {
      time += renewEveryMs
      renew()
      assert.equal(count(1, 100), 1)
    }
    time += 60 * renewEveryMs
    renew()
    assert.equal(count(1, 100), 60)
  })
})
