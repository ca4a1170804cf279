/** Prepared embedded databases that tests copy: creating one takes five seconds, migrating it one more. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import { createDatabase } from '../src/engine/db/database.ts'
import { openEmbedded } from '../src/engine/db/embedded.ts'
import { migrate } from '../src/engine/db/migrate.ts'

const user = process.getuid?.() ?? 0
/** Kept between test runs, unlike other temporary files. */
const lasting = process.env.NGOMA_TEST_LASTING ?? tmpdir()

const read = new Map<string, Promise<readonly Entry[]>>()

/** The file system of a database in memory, migrated unless `directory` is null. The name identifies the schema. */
export async function databaseFiles(name: string, directory: string | null): Promise<MemoryFS> {
  const entries = read.get(name) ?? makeEntries(name, directory)
  read.set(name, entries)
  return new PreparedFiles(await entries)
}

interface Entry {
  readonly path: string
  /** Null for a directory. Parents come first. */
  readonly content: Uint8Array | null
}

/** Reading the dump only once saves half of the time to open a database: `loadDataDir` would parse it each time. */
class PreparedFiles extends MemoryFS {
  readonly #entries: readonly Entry[]

  constructor(entries: readonly Entry[]) {
    super()
    this.#entries = entries
  }

  override async initialSyncFs(): Promise<void> {
    const files = this.pg?.Module.FS
    for (const { path, content } of this.#entries) {
      if (content === null) files?.mkdir(PGlite.paths.PGDATA + path)
      // Copied, because the engine writes into the buffers that it gets.
      else files?.writeFile(PGlite.paths.PGDATA + path, content.slice(), { canOwn: true })
    }
  }
}

async function makeEntries(name: string, directory: string | null): Promise<readonly Entry[]> {
  const path = join(lasting, `${name}_${user}.tar`)
  if (!existsSync(path)) {
    const engine = await openEmbedded({ directory: null })
    const db = createDatabase(engine)
    if (directory !== null) await migrate(db, directory)
    // Otherwise every copy would replay the WAL when it is opened.
    await engine.pglite.query('checkpoint')
    const dump = await engine.pglite.dumpDataDir('none')
    // Renamed when complete, because several processes may do this at once.
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, Buffer.from(await dump.arrayBuffer()))
    renameSync(draft, path)
    await db.close()
  }
  return [{ path: '', content: null }, ...entriesOf(readFileSync(path))]
}

const blockBytes = 512

/** Omits the files of `template0` and `template1`, two thirds of all. Only `create database` needs them. */
function entriesOf(tar: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at < tar.length; ) {
    const header = tar.subarray(at, at + blockBytes)
    const textOf = (from: number, length: number) =>
      header.toString('latin1', from, from + length).replace(/\0.*$/s, '')
    const path = textOf(0, 100)
    const bytes = Number.parseInt(textOf(124, 12) || '0', 8)
    const content = new Uint8Array(tar.subarray(at + blockBytes, at + blockBytes + bytes))
    if (path !== '' && !/^\/base\/[14]\/./.test(path))
      entries.push({ path, content: textOf(156, 1) === '5' ? null : content })
    at += blockBytes + Math.ceil(bytes / blockBytes) * blockBytes
  }
  return entries
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
