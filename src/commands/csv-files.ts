import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { type Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { countOf } from '../values/count.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { exitCodes, Failure, type Input } from './command.ts'
import { openToRead, writeNewFile } from './files.ts'
import { barOf, createProgress, sizeOf } from './progress.ts'

/** A file or a pipe that is uploaded. */
export interface Source {
  readonly stream: Readable
  readonly name: string
  /** Null for a pipe. */
  readonly size: number | null
  /** Bytes read. */
  read(): number
}

export function openSource(file: string): Source {
  const isPipe = file === '-'
  const source = isPipe ? process.stdin : openToRead(file)
  const stats = isPipe ? null : statSync(file)
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(null, chunk)
    },
  })
  source.once('error', (error) => count.destroy(error))
  return {
    stream: source.pipe(count),
    name: isPipe ? 'standard input' : basename(file),
    size: stats?.isFile() ? stats.size : null,
    read: () => bytes,
  }
}

/** The progress of an upload. */
export const describeRead = ({ size, read }: Pick<Source, 'size' | 'read'>): string =>
  size === null ? `${sizeOf(read())} read` : `${barOf(read(), size)}  ${sizeOf(read())} of ${sizeOf(size)} read`

const quote = 0x22
const lineEnd = 0x0a

/** Counts the records of a CSV stream: line ends outside quotes. */
function countRecords() {
  const counted = { records: 0 }
  let isQuoted = false
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const byte of chunk) {
        if (byte === quote) isQuoted = !isQuoted
        else if (byte === lineEnd && !isQuoted) counted.records += 1
      }
      done(null, chunk)
    },
  })
  // The first record is the header.
  return { stream, rows: () => Math.max(0, counted.records - 1) }
}

/** Writes a CSV response to a new file, or to standard output for `-`. Returns the number of rows. */
export async function exportFile(
  file: string,
  noun: string,
  open: (console: ConsoleClient) => Promise<Readable>,
): Promise<number> {
  const { stream, rows } = countRecords()
  const write = (target: Writable) => withConsole(async (console) => pipeline(await open(console), stream, target))
  const progress = createProgress(() => `${countOf(rows(), noun)} written`)
  try {
    await (file === '-' ? write(process.stdout) : writeNewFile(file, write))
  } finally {
    progress.end()
  }
  return rows()
}

/** Uploads a file, and prints the result. */
export async function importFile(
  input: Input,
  file: string,
  upload: (console: ConsoleClient, stream: Readable) => Promise<unknown>,
  describe: (answer: unknown) => string,
): Promise<number> {
  const source = openSource(file)
  const progress = createProgress(() => describeRead(source))
  try {
    const imported = await withConsole((console) => upload(console, source.stream))
    progress.end()
    input.print(imported, describe(imported))
    return exitCodes.done
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== exitCodes.unreachable) throw error
    throw new Failure(
      `${error.message} A part of the file may be imported. Import the same file again: nothing is added twice.`,
      error.exitCode,
    )
  } finally {
    progress.end()
  }
}
