import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createProgress } from './progress.ts'

/** The output of the given number of seconds. */
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

describe('createProgress', () => {
  it('overwrites one line on a terminal and clears it at the end', (test) => {
    assert.deepEqual(watch(test, true, 1), ['\r\x1b[K1 rows', '\r\x1b[K1 rows', '\r\x1b[K'])
  })

  it('writes a line every ten seconds without a terminal', (test) => {
    assert.deepEqual(watch(test, false, 25), ['ngoma: 10 rows\n', 'ngoma: 20 rows\n'])
  })

  it('writes nothing without a terminal for a short task', (test) => {
    assert.deepEqual(watch(test, false, 9), [])
  })
})
