import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { copyEmptyDatabase } from '../../../test/embedded.ts'
import { createDatabase } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { packDirectory, unpackInitial } from './initial-directory.ts'

describe('unpackInitial', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'ngoma-initial-'))
  const source = join(scratch, 'source')
  const file = join(scratch, 'database.gz')
  const target = (name: string) => join(scratch, name, 'db')
  before(async () => {
    await copyEmptyDatabase(source)
    writeFileSync(file, packDirectory(source))
  })
  after(() => rmSync(scratch, { recursive: true, force: true }))

  it('creates a directory that the engine opens, also after a crash during an earlier try', async () => {
    const directory = target('new')
    mkdirSync(`${directory}.draft`, { recursive: true })
    writeFileSync(join(`${directory}.draft`, 'PG_VERSION'), 'half')
    assert.equal(unpackInitial(directory, file), true)
    const names = (path: string) => readdirSync(path, { recursive: true }).toSorted()
    assert.deepEqual(names(directory), names(source))
    assert.equal(existsSync(`${directory}.draft`), false)
    const db = createDatabase(await openEmbedded({ directory }))
    assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }])
    await db.close()
  })

  it('leaves an existing directory unchanged', () => {
    const directory = target('existing')
    mkdirSync(directory, { recursive: true })
    assert.equal(unpackInitial(directory, file), false)
    assert.deepEqual(readdirSync(directory), [])
  })

  it('does without a file that is missing, damaged or of another version of the engine', () => {
    const small = join(scratch, 'small')
    mkdirSync(small)
    writeFileSync(join(small, 'PG_VERSION'), '18')
    const damaged = join(scratch, 'damaged.gz')
    writeFileSync(damaged, packDirectory(small).subarray(0, -20))
    const other = join(scratch, 'other.gz')
    writeFileSync(other, packDirectory(small, '0.0.1'))
    for (const one of [join(scratch, 'missing.gz'), damaged, other]) {
      assert.equal(unpackInitial(target('none'), one), false)
      assert.equal(existsSync(target('none')), false)
    }
  })
})
