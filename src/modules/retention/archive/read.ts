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
