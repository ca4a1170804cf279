import type { TestContext } from 'node:test'
import { closeGraceMs } from '../src/engine/http/closing.ts'

/**
 * Keeps closing servers from ending all connections after a while. A close that waits for a connection then never ends,
 * so that a test need not measure how long it takes.
 */
export function withoutCloseGrace(test: TestContext): void {
  const { setTimeout: real } = globalThis
  test.mock.method(globalThis, 'setTimeout', (run: () => void, ms?: number) =>
    ms === closeGraceMs ? real(() => {}, 0) : real(run, ms),
  )
}
