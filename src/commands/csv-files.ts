import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { type Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { countOf } from '../values/count.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { exitCodes, Failure, type Input } from './command.ts'
import { openToRead, writeNewFile } from './files.ts'
import { barOf, sizeOf, withProgress } from './progress.ts'

export function countBytes() {
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, bytes: () => bytes }
}

export type Source = ReturnType<typeof openSource>

export function openSource(file: string) {
  const isPipe = file === '-'
  const source = isPipe ? process.stdin : openToRead(file)
  const stats = isPipe ? null : statSync(file)
  const { stream, bytes } = countBytes()
  source.once('error', (error) => stream.destroy(error))
  return {
    stream: source.pipe(stream),
    name: isPipe ? 'standard input' : basename(file),
    /** Null for a pipe. */
    size: stats?.isFile() ? stats.size : null,
    read: bytes,
  }
}

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
  const target = () => (file === '-' ? write(process.stdout) : writeNewFile(file, write))
  await withProgress(() => `${countOf(rows(), noun)} written`, target)
  return rows()
}

export async function importFile(
  input: Input,
  file: string,
  upload: (console: ConsoleClient, stream: Readable) => Promise<unknown>,
  describe: (answer: unknown) => string,
): Promise<number> {
  const source = openSource(file)
  const run = () => withConsole((console) => upload(console, source.stream))
  try {
    const imported = await withProgress(() => describeRead(source), run)
    return input.print(imported, describe(imported))
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== exitCodes.unreachable) throw error
    throw new Failure(
      `${error.message} A part of the file may be imported. Import the same file again: nothing is added twice.`,
      error.exitCode,
    )
  }
}
