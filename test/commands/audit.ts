import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shell } from './program.ts'

export async function tryAudit(shell: Shell): Promise<void> {
  const filter = ['--account', '1', '--who', 'command line', '--result', 'done']
  await shell.json('contacts', 'list')
  const { data } = await shell.json('audit', ...filter, '--action', 'contacts.read')
  assert.ok(data.length > 0)
  for (const { actor, accountId, status } of data)
    assert.deepEqual([actor, accountId, status], ['command line', 1, 200])
  assert.match(await shell.text('audit', ...filter), /command line +contacts\.read +200 +import=1$/m)
  assert.equal(await shell.text('audit', '--from', '2999-01-01'), 'No matching entries.\n')
  assert.match(await shell.refused('audit', '--result', 'good'), /^Invalid Option: --result \(--result is /)
  const file = join(shell.settings.NGOMA_DATA ?? '', 'audit.csv')
  assert.deepEqual(await shell.json('audit', ...filter, '--csv', file), { file })
  const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n')
  assert.equal(lines[0], 'id,at,account,actor,address,action,params,status,detail')
  assert.ok(lines.some((line) => line.includes(',1,command line,,contacts.read,')))
}
