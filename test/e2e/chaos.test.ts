import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { staysLocal } from '../ngoma.ts'
import { slowness } from '../pace.ts'
import { findPostgres } from '../postgres-programs.ts'
import { endWithUs } from '../watchdog.ts'

/** On a machine that runs the whole suite, time limits say little: what counts is that nothing is lost. */
const patience = String(6 * slowness)

async function assertPasses(words: readonly string[], row: RegExp): Promise<void> {
  const run = fileURLToPath(new URL('../chaos/run.ts', import.meta.url))
  const child = spawn(process.execPath, [staysLocal, run, '--patience', patience, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithUs(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = await once(child, 'close')
  assert.equal(code, 0, output)
  assert.match(output, row)
}

// Both wait more than they compute.
describe('A short run of the fault harness', { concurrency: true }, () => {
  const skip = findPostgres() === null && 'PostgreSQL is not installed'
  it(
    'violates no property when processes are killed during all kinds of work',
    { timeout: 400_000 * slowness, skip },
    () =>
      assertPasses(
        ['--workloads', 'all', '--faults', 'kill-all,kill-worker,kill-api,database-restart', '--retention'],
        /\| 1 \| postgres \| .* \| passed \|/,
      ),
  )

  it(
    'violates no property when the only process is killed on the embedded engine',
    { timeout: 400_000 * slowness },
    () => assertPasses(['--engine', 'embedded', '--faults', 'kill-all'], /\| 1 \| embedded \| .* \| passed \|/),
  )
})
