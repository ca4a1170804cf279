import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { migrationsDirectory } from '../../migrations.ts'
import { listMigrations, readOldestCode } from './migration-files.ts'

describe('readOldestCode', () => {
  it('returns null for a compatible migration', () => {
    assert.equal(readOldestCode('0040_more', '-- a comment\ncreate table more (n int);'), null)
  })

  it('returns schema and version', () => {
    const text = '-- Why.\n-- oldest code: 0036 (0.3.0)\nalter table more drop column n;'
    assert.deepEqual(readOldestCode('0040_less', text), { schema: 36, version: '0.3.0' })
  })

  for (const header of [
    '-- oldest code: 36 (0.3.0)',
    '--oldest code: 0036',
    '-- Oldest Code: 0036 (0.3)',
    '-- oldest code: 0041 (0.3.0)',
  ])
    it(`rejects ${JSON.stringify(header)}`, () => {
      assert.throws(() => readOldestCode('0040_less', header), /migration 0040_less: write the oldest code as/)
    })

  it('reads every migration, and the changelog lists the version', () => {
    const changelog = readFileSync(new URL('../CHANGELOG.md', `file://${migrationsDirectory}/`), 'utf8')
    for (const name of listMigrations(migrationsDirectory)) {
      const oldest = readOldestCode(name, readFileSync(`${migrationsDirectory}/${name}.sql`, 'utf8'))
      if (oldest !== null) assert.ok(changelog.includes(`## ${oldest.version} (`), `${name}: version ${oldest.version}`)
    }
  })
})
