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
    await shell.refused('contacts', 'import', file),
    /^No Phone Number Column Among "Anwani", "Name", "Notes" \(/,
  )
  assert.match(
    await shell.refused('contacts', 'import', join(directory, 'none.csv')),
    /none\.csv: the file does not exist$/,
  )
  assert.match(await shell.refused('contacts', 'import', file, '--book', 'nothing'), /^unknown address book "nothing"/)

  const done = await shell.json('contacts', 'import', file, '--map', 'Anwani:mob_no')
  assert.deepEqual(
    [done.status, done.fileName, done.rowsDone, done.added, done.updated, done.invalid],
    ['done', 'people.csv', 14, 2, 0, 12],
  )
  const shown = await shell.text('contacts', 'import', file, '--map', 'Anwani:mob_no')
  assert.match(
    shown,
    /^14 rows: 0 added, 2 updated, 12 invalid\.\nIgnored columns: "Notes"\.\n\nROW +NUMBER +PROBLEM\n3 +070 +Anwani is not a phone number of Tanzania/,
  )
  assert.equal(shown.match(/^\d+ +07/gm)?.length, 10)
  assert.match(shown, /\n… and 2 more\.\n\nFor the full report: ngoma contacts report \d+ report\.csv\n$/)

  const report = join(directory, 'report.csv')
  assert.deepEqual(await shell.json('contacts', 'report', String(done.id), report), { file: report })
  const lines = readFileSync(report, 'utf8').split('\r\n')
  assert.deepEqual([lines.length, lines[0], lines[2]], [16, 'row,outcome,mob_no,why', '2,added,255714000002,'])
  const printed = await shell.run('contacts', 'report', String(done.id))
  assert.deepEqual([printed.code, printed.out], [0, readFileSync(report, 'utf8')])
  assert.match(await shell.refused('contacts', 'report', '999999'), /^Import Not Found \(/)
  assert.equal((await shell.run('contacts', 'report', 'x')).code, 2)

  const later = await shell.json('contacts', 'import', file, '--map', 'Anwani:mob_no', '--no-wait')
  assert.equal(later.status, 'waiting')
  const listed = await shell.json('contacts', 'imports')
  assert.deepEqual([listed.data[0].id, listed.data.at(-1).id], [later.id, done.id])
  assert.match(
    await shell.text('contacts', 'imports'),
    /^ID +BOOK +FILE +STATUS(.|\n)* people\.csv +done +14 +14 +2 +0 +12 /m,
  )
  assert.match(await shell.refused('contacts', 'cancel', String(done.id)), /^The Import Has Already Ended \(/)
  // A server may have finished the import by now, so `contacts cancel` is tested elsewhere.
  shell.tried.add('contacts cancel')
}
