import { finished, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type DumpOptions, dump } from './backup.ts'
import { BadBackup, readMarked } from './backup-format.ts'
import type { Database } from './database.ts'

/** Lines are passed to the compressor in chunks, because one call per line costs more than the compression. */
const pieceCharacters = 65_536

/** Far longer than any real line. Protects memory from files that are not backups. */
const lineCharactersMax = 256 * 1_024 * 1_024

/** Writes a compressed backup and ends the stream. Returns the number of rows per table. */
export async function writeBackup(db: Database, writable: Writable, options: DumpOptions = {}) {
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
 * Yields the lines of a compressed backup. Only a line feed ends a line, because text may contain other line
 * separators. Never closes the stream: after a bad upload the response still goes out on the same connection.
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
      if (length > lineCharactersMax) throw new BadBackup('a line is too long')
      for (const line of lines) {
        yield parts.join('')
        parts = [line]
        length = line.length
      }
    }
    parts.push(decoder.decode())
  } catch (error) {
    throw isUnreadable(error)
      ? new BadBackup(`the file is truncated or damaged (${error.message})`, null, { cause: error })
      : error
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
