import type { Readable } from 'node:stream'
import { readCsv } from '../../../engine/csv/index.ts'

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
