import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createProgress } from './progress.ts'

/** What is written within so many seconds. */
function watch(test: TestContext, isTTY: boolean, seconds: number): string[] {
  test.mock.timers.enable({ apis: ['setInterval'] })
  const written: string[] = []
  let rows = 0
  const progress = createProgress(() => `${rows} rows`, { isTTY, write: (text) => written.push(text) })
  for (let second = 0; second < seconds; second += 1) {
    rows += 1
    test.mock.timers.tick(1_000)
  }
  progress.end()
  test.mock.timers.tick(60_000)
  return written
}

describe('progress', () => {
  it('is one line on a terminal, and gone at the end', (test) => {
    assert.deepEqual(watch(test, true, 1), ['\r\x1b[K1 rows', '\r\x1b[K1 rows', '\r\x1b[K'])
  })

  it('is a line every ten seconds elsewhere', (test) => {
    assert.deepEqual(watch(test, false, 25), ['ngoma: 10 rows\n', 'ngoma: 20 rows\n'])
  })

  it('is nothing elsewhere when it does not take long', (test) => {
    assert.deepEqual(watch(test, false, 9), [])
  })
})
