/** Prepared embedded databases that tests copy: creating one takes five seconds, migrating it one more. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../src/engine/db/database.ts'
import { openEmbedded } from '../src/engine/db/embedded.ts'
import { migrate } from '../src/engine/db/migrate.ts'
import { migrationsDirectory } from '../src/migrations.ts'

const user = process.getuid?.() ?? 0
/** Kept between test runs, unlike other temporary files. */
const lasting = process.env.NGOMA_TEST_LASTING ?? tmpdir()

const read = new Map<string, Promise<Blob>>()

/** A dump of a migrated database, to be opened in memory. The name identifies the schema. */
export function migratedDump(name: string): Promise<Blob> {
  const dump = read.get(name) ?? makeDump(name)
  read.set(name, dump)
  return dump
}

async function makeDump(name: string): Promise<Blob> {
  const path = join(lasting, `${name}_${user}.tar`)
  if (!existsSync(path)) {
    const engine = await openEmbedded({ directory: null })
    const db = createDatabase(engine)
    await migrate(db, migrationsDirectory)
    // Otherwise every copy would replay the WAL when it is opened.
    await engine.pglite.query('checkpoint')
    const dump = await engine.pglite.dumpDataDir('none')
    // Renamed when complete, because several processes may do this at once.
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, withoutTemplates(Buffer.from(await dump.arrayBuffer())))
    renameSync(draft, path)
    await db.close()
  }
  return new Blob([readFileSync(path)])
}

const blockBytes = 512

/** Omits the files of `template0` and `template1`, two thirds of all. Only `create database` needs them. */
function withoutTemplates(tar: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let at = 0; at < tar.length; ) {
    const header = tar.subarray(at, at + blockBytes)
    const textOf = (from: number, length: number) =>
      header.toString('latin1', from, from + length).replace(/\0.*$/s, '')
    const bytes = blockBytes + Math.ceil(Number.parseInt(textOf(124, 12) || '0', 8) / blockBytes) * blockBytes
    if (!/^\/?base\/[14]\/./.test(textOf(0, 100))) kept.push(tar.subarray(at, at + bytes))
    at += bytes
  }
  return Buffer.concat(kept)
}

/** Creates the directory of an empty database. */
export async function copyEmptyDatabase(directory: string): Promise<void> {
  const { version } = JSON.parse(
    readFileSync(new URL('../node_modules/@electric-sql/pglite/package.json', import.meta.url), 'utf8'),
  )
  const template = join(lasting, `ngoma_test_empty_${version}_${user}`)
  if (!existsSync(template)) {
    const draft = mkdtempSync(`${template}_`)
    await (await openEmbedded({ directory: draft })).close()
    try {
      renameSync(draft, template)
    } catch (error) {
      // Another process has created it meanwhile.
      rmSync(draft, { recursive: true })
      if (!existsSync(template)) throw error
    }
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  cpSync(template, directory, { recursive: true })
}
