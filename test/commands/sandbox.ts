/** The clock and the simulated failures of staging, from a shell. */
import assert from 'node:assert/strict'
import type { Shell } from './program.ts'

/** Runs last, because due times depend on the clock. */
export async function trySandbox(shell: Shell): Promise<void> {
  const clock = (state: string) =>
    new RegExp(
      `^Clock: +2\\d{3}-.* GMT, ${state}\\nRejections: +0% .*\\nDisconnects: +0% .*\\nLatency: +0 ms\\nRate: +no limit\\n$`,
    )
  assert.match(await shell.text('sandbox'), clock('real time'))
  assert.equal((await shell.json('sandbox', 'forward', '2h')).movedSeconds, 7_200)
  assert.match(await shell.text('sandbox', 'forward', '90m'), clock('3h 30m ahead of real time'))
  const { chaos } = await shell.json(
    'sandbox',
    'chaos',
    '--refusals',
    '0.1',
    '--disconnects',
    '0.07',
    '--latency',
    '500',
    '--rate',
    '20',
  )
  assert.deepEqual(chaos, { latencyMs: 500, refusalRate: 0.1, disconnectRate: 0.07, ratePerSecond: 20 })
  assert.match(
    await shell.text('sandbox'),
    /^Rejections: +10% of messages\nDisconnects: +7% of messages\nLatency: +500 ms\nRate: +20 messages per second$/m,
  )
  assert.match(await shell.text('sandbox', 'chaos', '--off', '--rate', '0'), clock('3h 30m ahead of real time'))
  assert.match(await shell.refused('sandbox', 'forward', '367d'), /^Invalid Request/)
}
