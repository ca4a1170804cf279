import { Readable } from 'node:stream'
import type { Queryable } from '../../engine/db/index.ts'
import { csvLine } from '../../values/csv.ts'
import type { FieldDefinition } from '../../values/custom-field.ts'
import { listFields } from './fields/store.ts'
import { textRules, wireNames } from './parse.ts'
import { type ContactFields, type StandardField, standardFieldNames } from './rules.ts'
import { listContactsAfter } from './store-lists.ts'

/** Contacts read in one query. Apart from the output buffer, only these are in memory. */
const stepRows = 1_000
const waitingBytesMax = 65_536

/** Columns have the field names of the public API. The import knows all of them. */
export const csvColumns: Readonly<Record<string, StandardField>> = Object.fromEntries(
  standardFieldNames.map((field) => [
    field === 'phone' || field === 'phone2' ? wireNames[field] : textRules[field].names[0],
    field,
  ]),
)

const columns = Object.values(csvColumns)

type FieldKey = Pick<FieldDefinition, 'key'>

/** Custom fields are columns named `fields.KEY`, which the import reads exactly. */
export const csvHeader = (fields: readonly FieldKey[]) =>
  csvLine([...Object.keys(csvColumns), ...fields.map(({ key }) => `fields.${key}`)])

export const csvRow = (contact: ContactFields, fields: readonly FieldKey[]) =>
  csvLine([...columns.map((column) => contact[column]), ...fields.map(({ key }) => String(contact.fields[key] ?? ''))])

/**
 * Streams all contacts of a book as CSV, as fast as the reader takes them, so that a slow reader blocks nothing. Each
 * step sees the current state of the book.
 */
export const exportBook = (db: Queryable, accountId: number, bookId: number): Readable =>
  Readable.from(linesOf(db, accountId, bookId), { objectMode: false, highWaterMark: waitingBytesMax })

async function* linesOf(db: Queryable, accountId: number, bookId: number): AsyncGenerator<string> {
  const fields = await listFields(db, accountId)
  yield csvHeader(fields)
  let afterId = 0
  for (;;) {
    const contacts = await listContactsAfter(db, accountId, bookId, afterId, stepRows)
    const last = contacts.at(-1)
    if (!last) return
    yield contacts.map((contact) => csvRow(contact, fields)).join('')
    afterId = last.id
  }
}
