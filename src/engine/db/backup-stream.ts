import { finished, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type DumpOptions, dump } from './backup.ts'
import { BadBackup, readMarked } from './backup-format.ts'
import type { Database } from './database.ts'

/** Lines go to the compressor in pieces: one by one they would cost more than their compression. */
const pieceCharacters = 65_536

/** No line of ours comes near; without an end to it, a file that is something else could fill the memory. */
const lineCharactersMax = 256 * 1_024 * 1_024

/** Writes a backup, compressed, and ends the stream. Returns the number of rows of each table. */
export async function writeBackup(
  db: Database,
  writable: Writable,
  options: DumpOptions = {},
): Promise<Readonly<Record<string, number>>> {
  let last = ''
  async function* pieces() {
    let piece = ''
    for await (const line of dump(db, options)) {
      last = line
      piece += `${line}\n`
      if (piece.length < pieceCharacters) continue
      yield piece
      piece = ''
    }
    yield piece
  }
  await pipeline(pieces, createGzip(), writable)
  const marked = readMarked(last, 0)
  return 'end' in marked ? marked.end.rows : {}
}

/**
 * The lines of a compressed backup. Only a line feed ends a line: text may hold other characters that count as line
 * breaks elsewhere. The stream stays the caller's, also when it could not be read to its end: whoever uploads a bad
 * file should still get an answer on the same connection.
 */
export async function* readBackup(readable: Readable): AsyncGenerator<string, void, undefined> {
  const gunzip = createGunzip()
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const forget = finished(readable, { writable: false }, (error) => error && gunzip.destroy(error))
  readable.pipe(gunzip)
  let parts: string[] = []
  let length = 0
  try {
    for await (const bytes of gunzip) {
      const [end = '', ...lines] = decoder.decode(bytes, { stream: true }).split('\n')
      parts.push(end)
      length += end.length
      if (length > lineCharactersMax) throw new BadBackup('a line of it has no end')
      for (const line of lines) {
        yield parts.join('')
        parts = [line]
        length = line.length
      }
    }
    parts.push(decoder.decode())
  } catch (error) {
    throw isUnreadable(error) ? new BadBackup(`it is cut or broken (${error.message})`, null, { cause: error }) : error
  } finally {
    forget()
    readable.unpipe(gunzip)
  }
  const rest = parts.join('')
  if (rest !== '') yield rest
}

const isUnreadable = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  (String(error.code).startsWith('Z_') || error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
