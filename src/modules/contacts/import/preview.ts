import type { Readable } from 'node:stream'
import type { Context } from '../../../context.ts'
import type { ImportPreview } from '../../../contract/account/contacts.ts'
import { readCsv } from '../../../engine/csv/index.ts'
import type { Column } from '../../../values/contact-columns.ts'
import { guessType } from '../../../values/custom-field.ts'
import type { Phone } from '../../../values/phone.ts'
import { refuse } from '../../../values/refusal.ts'
import { toWireName } from '../../../values/wire-names.ts'
import { findCountry } from '../../accounts/index.ts'
import { listFields, listRemovedKeys } from '../fields/store.ts'
import { defineFields, type Mapping, readHeader } from './columns.ts'
import { boundPhone, type MappedColumn, pickCells, type Reading, rowChecker } from './rules.ts'
import { csvLimits } from './upload.ts'

/** Rows that are checked. The rest of the file is ignored. */
const rowsMax = 10_000
const contactsMax = 5
const problemsMax = 10
const examplesMax = 3
const exampleLengthMax = 40
/** Rows from which the type of a column is guessed. */
const guessedMax = 100

/** Checks the rows of a file as an import would, and stores nothing. */
export async function previewImport(ctx: Context, accountId: number, mapping: Mapping, source: Readable) {
  const country = await findCountry(ctx, accountId)
  const fields = await listFields(ctx.db, accountId)
  const removed = await listRemovedKeys(ctx.db, accountId)
  let file: PreviewedFile | null = null
  for await (const { records, delimiter } of readCsv(source, csvLimits)) {
    const [header] = records
    if (file === null && header !== undefined) {
      const { columns, added } = defineFields(readHeader(header, delimiter, mapping, fields), fields, removed)
      file = openFile(columns, { country, fields: [...fields, ...added] })
      file.add(records.slice(1))
    } else file?.add(records)
    if (file?.isFull()) break
  }
  if (file === null) throw refuse('file_empty')
  return { country, ...file.result() }
}

type PreviewedFile = ReturnType<typeof openFile>

function openFile(columns: readonly Column[], reading: Reading) {
  const mapped = columns.filter((column): column is MappedColumn => column.field !== null)
  const indexes = columns.flatMap(({ field }, index) => (field === null ? [] : [index]))
  const phoneIndex = columns.findIndex(({ field }) => field === 'phone')
  const checkRow = rowChecker(mapped, columns.length, reading)
  const contacts: ImportPreview['contacts'][number][] = []
  const problems: ImportPreview['problems'][number][] = []
  const first: (readonly string[])[] = []
  const rowOf = new Map<Phone, number>()
  let rows = 0
  let readable = 0
  let isComplete = true

  function addRow(record: readonly string[]): void {
    rows += 1
    if (first.length < guessedMax) first.push(record)
    const checked = checkRow(pickCells(record, columns.length, indexes, phoneIndex))
    const written = boundPhone(record[phoneIndex] ?? '')
    const addProblem = (why: string, isImported: boolean) => {
      if (problems.length < problemsMax) problems.push({ row: rows, written, why, isImported })
    }
    if ('why' in checked) {
      addProblem(checked.why, false)
      return
    }
    readable += 1
    const { phone, changes, warning } = checked
    if (warning !== undefined) addProblem(warning, true)
    const earlier = rowOf.get(phone)
    if (earlier === undefined) rowOf.set(phone, rows)
    else addProblem(`has the number of row ${earlier} and updates its contact`, true)
    const { firstName = '', lastName = '', fields = {} } = changes
    if (contacts.length < contactsMax) contacts.push({ row: rows, written, phone, firstName, lastName, fields })
  }

  return {
    add(records: readonly (readonly string[])[]) {
      for (const record of records) {
        if (rows < rowsMax) addRow(record)
        else isComplete = false
      }
    },
    isFull: () => !isComplete,
    result: () => ({
      columns: columns.map(({ column, field }, index) => ({
        column,
        field: field === null ? null : toWireName(field),
        suggestedType: field === null ? guessType(first.map((record) => record[index] ?? '')) : null,
        examples: first.slice(0, examplesMax).map((record) => (record[index] ?? '').slice(0, exampleLengthMax)),
      })),
      rows,
      readable,
      repeated: readable - rowOf.size,
      isComplete,
      contacts,
      problems,
    }),
  }
}
