import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'

/**
 * An initialized, empty data directory in one file. The embedded engine needs several seconds to create such a
 * directory, and a fraction of one to unpack it. `npm ci`, the package and the image contain the file.
 */
const initialPath = fileURLToPath(new URL('../../../prepared/database.gz', import.meta.url))

/** Segments of the write-ahead log are filled with zeros when they are created; the default of 16 MiB stalls for long. */
export const initialOptions = { initDbStartParams: ['--wal-segsize=1'] }

interface Header {
  readonly engine: string
  /** Size null for a directory. Parents come first. */
  readonly entries: readonly (readonly [path: string, size: number | null])[]
}

/** A directory of another version may have another format. */
function engineVersion(): string {
  const path = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  return JSON.parse(readFileSync(path, 'utf8')).version
}

/** Creates `initialPath` if it is missing or made by another version of the engine. */
export async function createInitial(): Promise<void> {
  if (readInitial(initialPath) !== null) return
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-initial-'))
  try {
    const pglite = await PGlite.create({ dataDir: directory, ...initialOptions })
    // Two thirds of the files. Only `create database` needs them.
    for (const name of ['template1', 'template0']) {
      await pglite.exec(`alter database ${name} is_template false`)
      await pglite.exec(`drop database ${name}`)
    }
    await pglite.close()
    mkdirSync(dirname(initialPath), { recursive: true })
    const draft = `${initialPath}.${process.pid}`
    writeFileSync(draft, packDirectory(directory))
    renameSync(draft, initialPath)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Exported for tests. */
export function packDirectory(directory: string, engine = engineVersion()): Buffer {
  const entries: [string, number | null][] = []
  const contents: Buffer[] = []
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const content = entry.isDirectory() ? null : readFileSync(path)
    if (content) contents.push(content)
    entries.push([path.slice(directory.length + 1), content?.length ?? null])
  }
  const header: Header = { engine, entries }
  return gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...contents]))
}

/**
 * Creates a data directory from the file. Returns false if the directory exists or there is no file for this version of
 * the engine; then the engine opens or creates the directory. A crash leaves only a draft.
 */
export function unpackInitial(directory: string, file = initialPath): boolean {
  if (existsSync(directory)) return false
  const content = readInitial(file)
  if (content === null) return false
  const draft = `${directory}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  try {
    const { entries } = content.header
    for (const [path] of entries.filter(([, size]) => size === null))
      mkdirSync(join(draft, path), { recursive: true, mode: 0o700 })
    let at = content.from
    for (const [path, size] of entries) {
      if (size === null) continue
      writeFileSync(join(draft, path), content.bytes.subarray(at, at + size), { mode: 0o600 })
      at += size
    }
    renameSync(draft, directory)
    return true
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

function readInitial(file: string): { header: Header; bytes: Buffer; from: number } | null {
  try {
    const bytes = gunzipSync(readFileSync(file))
    const from = bytes.indexOf('\n') + 1
    const header: Header = JSON.parse(bytes.toString('utf8', 0, from))
    return header.engine === engineVersion() ? { header, bytes, from } : null
  } catch {
    // Missing or damaged: the engine can do without.
    return null
  }
}
