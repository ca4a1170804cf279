/**
 * Embedded databases that are made once for all tests and copied: the first opening of one takes five seconds, and a
 * migration one more.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createDatabase } from '../src/engine/db/database.ts'
import { openEmbedded } from '../src/engine/db/embedded.ts'
import { migrate } from '../src/engine/db/migrate.ts'
import { migrationsDirectory } from '../src/migrations.ts'

const user = process.getuid?.() ?? 0
/** Kept from one run of the tests to the next, unlike everything else that they write. */
const lasting = process.env.NGOMA_TEST_LASTING ?? tmpdir()

/**
 * Most of what an opening does is to fill memory. A test needs a small part of the buffers, and not the 16 MiB that a
 * file of the log has otherwise, used or not.
 */
const walSegmentMebibytes = 1
const settings = ["shared_buffers = '16MB'"]

const read = new Map<string, Promise<Blob>>()

/** A database with the whole schema, to be opened in memory. The name says which schema that is. */
export function migratedDump(name: string): Promise<Blob> {
  const dump = read.get(name) ?? makeDump(name)
  read.set(name, dump)
  return dump
}

async function makeDump(name: string): Promise<Blob> {
  const path = join(lasting, `${name}_${user}.tar`)
  if (!existsSync(path)) {
    const empty = await PGlite.create({ initDbStartParams: [`--wal-segsize=${walSegmentMebibytes}`] })
    for (const setting of settings) await empty.query(`alter system set ${setting}`)
    const engine = await openEmbedded({ directory: null, dump: await empty.dumpDataDir('none') })
    await empty.close()
    const db = createDatabase(engine)
    await migrate(db, migrationsDirectory)
    // What is only in the log would have to be applied again by everybody who opens the copy.
    await engine.pglite.query('checkpoint')
    const dump = await engine.pglite.dumpDataDir('none')
    // Several processes may do this at once: the file appears whole or not at all.
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, withoutTemplates(Buffer.from(await dump.arrayBuffer())))
    renameSync(draft, path)
    await db.close()
  }
  return new Blob([readFileSync(path)])
}

const blockBytes = 512

/**
 * Leaves out the files of `template0` and `template1`, two thirds of all: they are only needed to create databases, and
 * nobody does that here.
 */
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

/** Makes the directory of a database that was opened once, and has nothing in it. */
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
      // Somebody else was quicker, and theirs is as good.
      rmSync(draft, { recursive: true })
      if (!existsSync(template)) throw error
    }
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  cpSync(template, directory, { recursive: true })
}
