/** The clock and the chaos of staging, from a shell. */
import assert from 'node:assert/strict'
import type { Shell } from './program.ts'

/** The last: what others find due depends on the clock. */
export async function trySandbox(shell: Shell): Promise<void> {
  const clock = (words: string) =>
    new RegExp(
      `^Clock: +2\\d{3}-.* GMT, ${words}\\nRefusals: +0 % .*\\nDisconnects: +with 0 % .*\\nLatency: +0 ms\\nRate: +no limit\\n$`,
    )
  assert.match(await shell.text('sandbox'), clock('the real time'))
  assert.equal((await shell.json('sandbox', 'forward', '2h')).movedSeconds, 7_200)
  assert.match(await shell.text('sandbox', 'forward', '90m'), clock('3h 30m ahead of the real time'))
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
    /^Refusals: +10 % of the messages\nDisconnects: +with 7 % of the messages\nLatency: +500 ms\nRate: +20 messages a second$/m,
  )
  assert.match(await shell.text('sandbox', 'chaos', '--off', '--rate', '0'), clock('3h 30m ahead of the real time'))
  assert.match(await shell.refused('sandbox', 'forward', '367d'), /^Invalid Request/)
}
