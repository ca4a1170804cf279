import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findPostgres } from '../postgres-programs.ts'
import { endWithUs } from '../watchdog.ts'

/** On a machine that runs the whole suite, time limits say little: what counts is that nothing is lost. */
const words = [
  '--seed',
  '8',
  '--minutes',
  '0.2',
  '--patience',
  '6',
  '--only',
  'kill-worker,database-restart',
  '--retention',
]

describe('A short run of the fault harness', { skip: findPostgres() === null && 'PostgreSQL is not installed' }, () => {
  it('violates no property', async () => {
    const run = fileURLToPath(new URL('../chaos/run.ts', import.meta.url))
    const child = spawn(process.execPath, [run, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
    endWithUs(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    const [code] = await once(child, 'close')
    assert.equal(code, 0, output)
    assert.match(output, /\| 8 \| postgres \| 0\.2 \| .* \| passed \|/)
  })
})
