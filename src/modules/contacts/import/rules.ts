import type { RowOutcome } from '../../../contract/account/contacts.ts'
import type { Column, Target } from '../../../values/contact-columns.ts'
import { countOf } from '../../../values/count.ts'
import { unguardCell } from '../../../values/csv.ts'
import { type FieldDefinition, type FieldValues, isoDay, readCell } from '../../../values/custom-field.ts'
import { parseExportedPhone, parseTypedPhone } from '../../../values/local-number.ts'
import { faultOfTypedPhone } from '../../../values/number-fault.ts'
import type { Phone } from '../../../values/phone.ts'
import { faultOf, type TextField, textRules } from '../parse.ts'
import type { ContactFields, PlainContact, StandardField } from '../rules.ts'

/** A row of a file, stored until it is processed: the cells of the mapped columns, or the wrong number of cells. */
export type ImportRecord = readonly string[] | { readonly cells: number; readonly phone: string }

/** A column that is mapped to a field. */
export type MappedColumn = Column & { readonly field: Target }

/** The contact in a row and the reason why some of its cells are not imported, or the reason why the row is invalid. */
export type RowResult =
  | { readonly phone: Phone; readonly changes: Changes; readonly warning?: string }
  | { readonly why: string }

export type Changes = { -readonly [Field in Exclude<StandardField, 'phone'>]?: string } & { fields?: FieldValues }

/** How the cells of a file are read. */
export interface Reading {
  /** Numbers are read for this country. */
  readonly country: string
  readonly fields: readonly FieldDefinition[]
}

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

type ReadCell = (text: string, changes: Changes) => string | null

/**
 * Reads the rows of a file. Empty cells are ignored. A row needs a valid number and text that can be read; other invalid
 * cells are left out. Errors have the column names of the file.
 */
export function rowChecker(
  columns: readonly MappedColumn[],
  width: number,
  { country, fields }: Reading,
): (record: ImportRecord) => RowResult {
  const phoneIndex = columns.findIndex(({ field }) => field === 'phone')
  const readers = columns.map((column) => readerOf(column, country, fields))
  return (record) => {
    if ('cells' in record) return { why: `has ${countOf(record.cells, 'cell')}, but the header has ${width}` }
    const changes: Changes = {}
    const warnings: string[] = []
    let phone: Phone | null = null
    for (let i = 0; i < columns.length; i += 1) {
      const text = unguardCell(record[i] as string).trim()
      const isPhone = i === phoneIndex
      if (text === '' && !isPhone) continue
      const column = columns[i]?.column
      if (isPhone) phone = phoneReaderOf(column)(text, country)
      const why = faultOfText(text) ?? (isPhone && phone === null ? faultOfTypedPhone(text, country) : null)
      if (why !== null) return { why: `${column} ${why}` }
      const fault = isPhone ? null : (readers[i]?.(text, changes) ?? null)
      if (fault !== null) warnings.push(`${column} is not imported: it ${fault}`)
    }
    if (phone === null) return { why: 'has no phone number' }
    return warnings.length === 0 ? { phone, changes } : { phone, changes, warning: warnings.join('; ') }
  }
}

function faultOfText(text: string): string | null {
  if (text.includes('\uFFFD')) return 'has characters that are not UTF-8'
  return text.includes('\0') ? 'contains a NUL character' : null
}

/** The columns of our own exports have stored numbers. */
const phoneReaderOf = (column: string | undefined) =>
  column === 'mob_no' || column === 'mob_no2' ? parseExportedPhone : parseTypedPhone

/** Reads a cell into the changes, or returns its error. A value of a removed field is dropped. */
function readerOf(
  { column, field, decimals }: MappedColumn,
  country: string,
  fields: readonly FieldDefinition[],
): ReadCell {
  if (field === 'phone2')
    return (text, changes) => {
      const phone = phoneReaderOf(column)(text, country)
      if (phone === null) return faultOfTypedPhone(text, country)
      changes.phone2 = phone
      return null
    }
  if (field === 'fullName')
    return (text, changes) => {
      const names = splitName(text)
      const fault = faultOf(textRules.firstName, names.firstName) ?? faultOf(textRules.lastName, names.lastName)
      if (fault === null) Object.assign(changes, names)
      return fault
    }
  const key = /^fields\.(.*)$/.exec(field)?.[1]
  if (key === undefined)
    return (text, changes) => {
      const value = field === 'birthDate' ? isoDay(text) : text
      const fault = faultOf(textRules[field as TextField], value)
      if (fault === null) changes[field as TextField] = value
      return fault
    }
  const definition = fields.find((one) => one.key === key)
  if (definition === undefined) return () => null
  return (text, changes) => {
    const read = readCell(definition, text, decimals)
    if ('fault' in read) return read.fault
    if (read.value !== null) changes.fields = { ...changes.fields, [key]: read.value }
    return null
  }
}

/** The first word is the first name. `Mwinyi, Asha` has the last name first, up to the first comma. */
export function splitName(text: string): { readonly firstName: string; readonly lastName: string } {
  const [, last = '', first = ''] = /^([^,]*?)\s*,\s*(.*)$/s.exec(text) ?? ['', text]
  if (first !== '' && last !== '') return { firstName: first, lastName: last }
  const [, firstName = '', lastName = ''] = /^(\S+)\s*(.*)$/s.exec(last || first) ?? []
  return { firstName, lastName }
}

/** A row and its result. */
export interface CheckedRow {
  readonly row: number
  /** The phone number exactly as in the file. */
  readonly written: string
  readonly result: RowResult
}

/** A line of the report. */
export interface ReportRow {
  readonly row: number
  readonly outcome: RowOutcome
  readonly phone: string
  readonly why: string | null
}

export type KnownContact = PlainContact

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
export function planMerge(rows: readonly CheckedRow[], known: readonly KnownContact[]): MergePlan {
  const before = new Map(known.map((contact) => [contact.phone, contact]))
  const added = new Map<Phone, NewContact>()
  const updated = new Map<Phone, KnownContact>()
  const report = rows.map(({ row, written, result }): ReportRow => {
    const phone = boundPhone(written)
    if ('why' in result) return { row, outcome: 'invalid', phone, why: result.why }
    const { phone: number, changes, warning: why = null } = result
    const contact = updated.get(number) ?? before.get(number)
    if (contact) {
      if (differs(contact, changes)) updated.set(number, { ...contact, ...changes, ...mergedFields(contact, changes) })
      return { row, outcome: 'updated', phone, why }
    }
    const earlier = added.get(number)
    added.set(number, { ...earlier, ...changes, ...mergedFields(earlier, changes), phone: number })
    return { row, outcome: earlier ? 'updated' : 'added', phone, why }
  })
  return { added: [...added.values()], updated: [...updated.values()], knownIds: known.map(({ id }) => id), report }
}

const mergedFields = (earlier: { readonly fields?: FieldValues } | undefined, { fields }: Changes) =>
  fields === undefined ? {} : { fields: { ...earlier?.fields, ...fields } }

function differs(contact: ContactFields, { fields = {}, ...changes }: Changes): boolean {
  for (const key in fields) if (fields[key] !== contact.fields[key]) return true
  for (const field in changes) if (changes[field as TextField] !== contact[field as TextField]) return true
  return false
}

const writtenLengthMax = 40

/** Limits the text in the number column to a length and characters that the report can store. */
export const boundPhone = (text: string) => (text.length > writtenLengthMax || text.includes('\0') ? bound(text) : text)
const bound = (text: string) => text.slice(0, writtenLengthMax).replaceAll('\0', '?').toWellFormed()
