import type { RowOutcome } from '../../../contract/account/contacts.ts'
import type { Column, ContactField } from '../../../values/contact-columns.ts'
import { countOf } from '../../../values/count.ts'
import { unguardCell } from '../../../values/csv.ts'
import { cleanNumber, faultOfNumber } from '../../../values/number-cell.ts'
import { type Phone, parsePhone } from '../../../values/phone.ts'
import { faultOf, textRules } from '../parse.ts'
import type { ContactFields } from '../rules.ts'

/** A row of a file, stored until it is processed: the cells of the mapped columns, or the wrong number of cells. */
export type ImportRecord = readonly string[] | { readonly cells: number; readonly phone: string }

/** A column that is mapped to a field. */
export type MappedColumn = Column & { readonly field: ContactField }

/** The contact in a row, or the reason why it is invalid. */
export type Judgement = { readonly phone: Phone; readonly changes: Changes } | { readonly why: string }

export type Changes = { -readonly [Field in Exclude<ContactField, 'phone'>]?: string }

/** Picks the cells of mapped columns. Extra empty cells are allowed, because spreadsheets leave them behind. */
export function pickCells(
  record: readonly string[],
  width: number,
  indexes: readonly number[],
  phoneIndex: number,
): ImportRecord {
  const isRight =
    record.length === width || (record.length > width && record.slice(width).every((cell) => cell.trim() === ''))
  return isRight
    ? indexes.map((index) => record[index] ?? '')
    : { cells: record.length, phone: record[phoneIndex] ?? '' }
}

/** Empty cells are ignored. The first error is reported, with the column names of the file. */
export function judgeRecord(columns: readonly MappedColumn[], width: number, record: ImportRecord): Judgement {
  if ('cells' in record) return { why: `has ${countOf(record.cells, 'cell')}, but the header has ${width}` }
  const changes: Changes = {}
  let phone: Phone | null = null
  for (let i = 0; i < columns.length; i += 1) {
    const { column, field } = columns[i] as MappedColumn
    const text = unguardCell(record[i] as string).trim()
    const why = field === 'phone' || text !== '' ? faultOfCell(field, text) : null
    if (why !== null) return { why: `${column} ${why}` }
    if (field === 'phone') phone = parsePhone(cleanNumber(text))
    else if (text !== '') changes[field] = field === 'phone2' ? cleanNumber(text) : text
  }
  return phone === null ? { why: 'has no phone number' } : { phone, changes }
}

function faultOfCell(field: ContactField, text: string): string | null {
  if (text.includes('\uFFFD')) return 'has characters that are not UTF-8'
  if (text.includes('\0')) return 'contains a NUL character'
  return field === 'phone' || field === 'phone2' ? faultOfNumber(text) : faultOf(textRules[field], text)
}

/** A row and its result. */
export interface JudgedRow {
  readonly row: number
  /** The phone number exactly as in the file. */
  readonly written: string
  readonly judgement: Judgement
}

/** A line of the report. */
export interface ReportRow {
  readonly row: number
  readonly outcome: RowOutcome
  readonly phone: string
  readonly why: string | null
}

export type KnownContact = ContactFields & { readonly id: number }

/** A new contact with the fields of the file; missing fields are left out. */
export type NewContact = Changes & { readonly phone: Phone }

export interface MergePlan {
  readonly added: readonly NewContact[]
  readonly updated: readonly KnownContact[]
  /** Contacts that already exist, changed or not. */
  readonly knownIds: readonly number[]
  readonly report: readonly ReportRow[]
}

/** Plans the changes of one piece of a file. A later row updates an earlier one with the same number. */
export function planMerge(rows: readonly JudgedRow[], known: readonly KnownContact[]): MergePlan {
  const before = new Map(known.map((contact) => [contact.phone, contact]))
  const added = new Map<Phone, NewContact>()
  const updated = new Map<Phone, KnownContact>()
  const report = rows.map(({ row, written, judgement }): ReportRow => {
    const phone = boundPhone(written)
    if ('why' in judgement) return { row, outcome: 'invalid', phone, why: judgement.why }
    const { phone: number, changes } = judgement
    const contact = updated.get(number) ?? before.get(number)
    if (contact) {
      if (differs(contact, changes)) updated.set(number, { ...contact, ...changes })
      return { row, outcome: 'updated', phone, why: null }
    }
    const earlier = added.get(number)
    added.set(number, { ...earlier, ...changes, phone: number })
    return { row, outcome: earlier ? 'updated' : 'added', phone, why: null }
  })
  return { added: [...added.values()], updated: [...updated.values()], knownIds: known.map(({ id }) => id), report }
}

function differs(contact: ContactFields, changes: Changes): boolean {
  for (const field in changes) if (changes[field as keyof Changes] !== contact[field as keyof Changes]) return true
  return false
}

const writtenLengthMax = 40

/** Limits the text in the number column to a length and characters that the report can store. */
const boundPhone = (text: string) => (text.length > writtenLengthMax || text.includes('\0') ? bound(text) : text)
const bound = (text: string) => text.slice(0, writtenLengthMax).replaceAll('\0', '?').toWellFormed()
