import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSuspects } from './runner.ts'

const coded = (code: string) => Object.assign(new Error('something'), { code })
const times = (count: number, run: () => boolean) => Array.from({ length: count }, run)

describe('outages that a row may cause', () => {
  it('count as a failure of the row after thirty in sequence, until a run succeeds', () => {
    const suspects = createSuspects()
    const note = () => suspects.note(1, coded('XX000'))
    assert.deepEqual(new Set(times(30, note)), new Set([false]))
    assert.equal(note(), true)
    assert.equal(suspects.note(2, coded('XX000')), false)
    suspects.clear(1)
    assert.equal(note(), false)
  })

  it('do not include outages of the whole server', () => {
    const suspects = createSuspects()
    assert.deepEqual(new Set(times(100, () => suspects.note(1, coded('53100')))), new Set([false]))
  })
})
