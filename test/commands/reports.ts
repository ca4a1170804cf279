/** Reports from a shell, with a running server. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../until.ts'
import type { Shell } from './program.ts'

export async function tryReports(shell: Shell): Promise<void> {
  await shell.text('send', '--to', '255712345678', '--text', 'Hello')
  const byCarrier = () => shell.json('report', 'show', '--by', 'carrier')
  await until('the message is submitted', async () => (await byCarrier()).total.messages > 0)
  assert.equal((await byCarrier()).rows[0].key, 'simulator')
  assert.match(await shell.text('report', 'show'), /^Messages from .*\n\nDAY +MESSAGES +DELIVERED[\s\S]*\nTOTAL +\d/)
  assert.match(await shell.text('report', 'show', '--all', '--by', 'account'), /\n1 \(.*\) +\d/)
  assert.match(await shell.refused('report', 'show', '--from', '2026-02-30'), /a day, such as/)
  assert.match(
    await shell.refused('report', 'show', '--time-zone', 'Nowhere'),
    /^Invalid Option: --time-zone \(--time-zone is the name of a time zone/,
  )
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-report-'))
  try {
    const file = join(directory, 'report.csv')
    assert.deepEqual(await shell.json('report', 'show', '--by', 'country', '--csv', file), { file, rows: 1 })
    assert.match(readFileSync(file, 'utf8'), /^country,label,messages,.*\r\nTZ,Tanzania,/)
  } finally {
    rmSync(directory, { recursive: true })
  }
  assert.match(await shell.text('report', 'queues'), /^(No message had to wait|HOUR)/)
  assert.ok(Array.isArray((await shell.json('report', 'queues')).hours))
  const { carriers, figures } = await shell.json('overview')
  assert.ok(figures.today.messages > 0)
  assert.equal(carriers[0].name, 'simulator')
  assert.match(
    await shell.text('overview', '--time-zone', 'Africa/Nairobi'),
    /^ +MESSAGES +DELIVERED.*\nToday \(Africa\/Nairobi\) +\d[\s\S]*\n\nCARRIER +STATUS .*\nsimulator +up/,
  )
}
