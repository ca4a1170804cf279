import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline as pipe, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { readCsv } from '../../../../engine/csv/index.ts'
import { ArchiveProblem } from './errors.ts'

/** Files of the archive, readable by this user only. */

export const directoryMode = 0o700
const fileMode = 0o600

export interface WrittenFile {
  readonly bytes: number
  readonly sha256: string
}

/** Counts and hashes the bytes that pass. */
function createMeter() {
  const hash = createHash('sha256')
  let bytes = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { meter, result: (): WrittenFile => ({ bytes, sha256: hash.digest('hex') }) }
}

/**
 * Writes a new compressed file, and its directory if that is missing, and waits until the file is on the disk. Replaces
 * the rest of an interrupted attempt.
 */
export async function writeGzip(path: string, pieces: AsyncIterable<string>): Promise<WrittenFile> {
  const created = await mkdir(dirname(path), { recursive: true, mode: directoryMode })
  if (created !== undefined) await syncDirectory(dirname(created))
  await rm(path, { force: true })
  const { meter, result } = createMeter()
  await pipeline(pieces, createGzip(), meter, createWriteStream(path, { flags: 'wx', mode: fileMode, flush: true }))
  return result()
}

/** Writes a small file and waits until it is on the disk. */
export async function writeText(path: string, text: string): Promise<void> {
  await rm(path, { force: true })
  const file = await open(path, 'wx', fileMode)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes renamed and removed names in a directory durable. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Null for a missing file. */
export const readText = (path: string) => readFile(path, 'utf8').catch(nullIfMissing)

/** The names in a directory; null if it does not exist. */
export const listNames = (path: string) => readdir(path).catch(nullIfMissing)

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

/** The contents of a compressed file. Errors of the file end the stream. */
export function readGzip(path: string): Readable {
  const gunzip = createGunzip({ chunkSize: 65_536 })
  pipe(createReadStream(path), gunzip, () => {})
  return gunzip
}

/** Reads a compressed file once, for its contents and its checksum. The checksum is known at the end. */
export function readMeasured(path: string) {
  const { meter, result } = createMeter()
  const gunzip = createGunzip({ chunkSize: 65_536 })
  pipe(createReadStream(path), meter, gunzip, () => {})
  return { contents: gunzip, result }
}

export async function measure(path: string): Promise<WrittenFile> {
  const { meter, result } = createMeter()
  await pipeline(createReadStream(path), meter.resume())
  return result()
}

export const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Plain messages for common system errors. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the directory does not exist',
  ENOTDIR: 'it is not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this user is exceeded',
}

/** Turns errors of the file system into problems that say what to do. */
export async function explained<T>(directory: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === undefined || syscall === undefined || !(code in reasons)) throw error
    throw new ArchiveProblem(
      `Cannot use the archive directory ${directory}: ${reasons[code]}`,
      'create the directory of NGOMA_ARCHIVE_DIR, let the user of Ngoma write to it, and free space on its disk',
      { cause: error },
    )
  }
}

/** A row has no limit of its own, because chat messages may be long. This protects memory from damaged files. */
const limits = { bytesMax: Number.POSITIVE_INFINITY, recordCharactersMax: 16 * 1_024 * 1_024 }

/** Groups of records of a file. The first record is the header. */
export async function* readRecords(contents: Readable): AsyncGenerator<readonly (readonly string[])[]> {
  try {
    for await (const { records } of readCsv(contents, limits)) yield records
  } finally {
    contents.destroy()
  }
}

const quote = 0x22
const lineFeed = 0x0a

/** Counts the lines outside of quotes, which is several times faster than reading the records. */
export async function countRecords(contents: Readable): Promise<number> {
  let count = 0
  let isQuoted = false
  for await (const chunk of contents as AsyncIterable<Buffer>)
    for (const byte of chunk) {
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === lineFeed && !isQuoted) count += 1
    }
  return count
}
