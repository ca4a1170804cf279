/** Contact imports from a shell, with a running server. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shell } from './program.ts'

const invalid = Array.from({ length: 12 }, (_, i) => `07${i},Nobody,x`)
const content = [
  'Anwani;Name;Notes',
  '+255 714 000 001;Asha;x',
  '255714000002;"Juma; J";',
  ...invalid.map((line) => line.replaceAll(',', ';')),
  '',
].join('\n')

export async function tryImports(shell: Shell): Promise<void> {
  const directory = shell.settings.NGOMA_DATA ?? ''
  const file = join(directory, 'people.csv')
  writeFileSync(file, content)
  assert.match(
    await shell.refused('contact', 'import', file),
    /^No column of the file has phone numbers: "Anwani", "Name", "Notes" \(/,
  )
  assert.match(
    await shell.refused('contact', 'import', join(directory, 'none.csv')),
    /none\.csv: the file does not exist$/,
  )
  assert.match(await shell.refused('contact', 'import', file, '--book', 'nothing'), /^unknown address book "nothing"/)

  const done = await shell.json('contact', 'import', file, '--map', 'Anwani:mob_no')
  assert.deepEqual(
    [done.status, done.fileName, done.rowsDone, done.added, done.updated, done.invalid],
    ['done', 'people.csv', 14, 2, 0, 12],
  )
  const shown = await shell.text('contact', 'import', file, '--map', 'Anwani:mob_no')
  assert.match(
    shown,
    /^14 rows: 0 added, 2 updated, 12 invalid\.\nIgnored columns: "Notes"\.\n\nROW +NUMBER +PROBLEM\n3 +070 +Anwani is not a phone number of Tanzania/,
  )
  assert.equal(shown.match(/^\d+ +07/gm)?.length, 10)
  assert.match(shown, /\n… and 2 more\.\n\nFor the full report: ngoma import report \d+ report\.csv\n$/)

  const report = join(directory, 'report.csv')
  assert.deepEqual(await shell.json('import', 'report', String(done.id), report), { file: report, rows: 14 })
  const lines = readFileSync(report, 'utf8').split('\r\n')
  assert.deepEqual([lines.length, lines[0], lines[2]], [16, 'row,outcome,mob_no,why', '2,added,255714000002,'])
  const printed = await shell.run('import', 'report', String(done.id), '-')
  assert.deepEqual([printed.code, printed.out], [0, readFileSync(report, 'utf8')])
  assert.match(await shell.refused('import', 'report', '999999', '-'), /^The import does not exist \(/)

  const later = await shell.json('contact', 'import', file, '--map', 'Anwani:mob_no', '--no-wait')
  assert.equal(later.status, 'waiting')
  const listed = await shell.json('import', 'list')
  assert.deepEqual([listed.data[0].id, listed.data.at(-1).id], [later.id, done.id])
  assert.match(
    await shell.text('import', 'list'),
    /^ID +CREATED +FILE NAME(.|\n)* people\.csv +\d+ +done +14 +14 +2 +0 +12/m,
  )
  assert.match(await shell.refused('import', 'cancel', String(done.id)), /^The import has already ended \(/)
}
