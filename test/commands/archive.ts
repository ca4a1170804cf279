import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shell } from './program.ts'

export async function tryArchive(shell: Shell): Promise<void> {
  assert.deepEqual((await shell.json('archive', 'list')).data, [])
  assert.equal(await shell.text('archive', 'list'), 'No archived days.\n')
  assert.deepEqual(await shell.json('archive', 'verify'), { days: 0, rows: 0, problems: [] })
  assert.match(await shell.refused('archive', 'verify', 'yesterday'), /^The day is not in the archive \(/)

  const day = join(shell.settings.NGOMA_ARCHIVE_DIR ?? '', '2026-01-05')
  mkdirSync(day)
  writeFileSync(join(day, 'manifest.json'), '{}')
  assert.match(await shell.text('archive', 'list'), /^2026-01-05 +0 +0 +0 kB +damaged$/m)
  const { code, out } = await shell.run('archive', 'verify')
  assert.equal(code, 1)
  assert.match(out, /^2026-01-05: manifest\.json is missing or damaged\n1 error found in 1 day with 0 rows\.$/m)
  rmSync(day, { recursive: true })
}
