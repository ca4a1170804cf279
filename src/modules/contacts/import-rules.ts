import type { RowOutcome } from '../../contract/console/contacts.ts'
import type { Column, ContactField } from '../../values/contact-columns.ts'
import { unguardCell } from '../../values/csv.ts'
import { type Phone, parsePhone } from '../../values/phone.ts'
import { faultOf, textRules } from './parse.ts'
import type { ContactFields } from './rules.ts'

/**
 * A record of a file, as it is kept until it is done: the cells of the columns that matter, or that it has not as many
 * cells as the header.
 */
export type ImportRecord = readonly string[] | { readonly cells: number; readonly phone: string }

/** A column that matters. */
export type MappedColumn = Column & { readonly field: ContactField }

/** What a record says about a contact, or why it can't be taken. */
export type Judgement = { readonly phone: Phone; readonly changes: Changes } | { readonly why: string }

export type Changes = { -readonly [Field in Exclude<ContactField, 'phone'>]?: string }

/** Of the cells of a record those that matter. Empty cells too many are what a spreadsheet leaves behind. */
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

/** An empty cell says nothing. The first thing that is wrong is the reason, in the file's own names. */
export function judgeRecord(columns: readonly MappedColumn[], width: number, record: ImportRecord): Judgement {
  if ('cells' in record)
    return { why: `has ${record.cells} ${record.cells === 1 ? 'cell' : 'cells'}, and the header has ${width}` }
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
  return phone === null ? { why: 'has no number' } : { phone, changes }
}

function faultOfCell(field: ContactField, text: string): string | null {
  if (text.includes('\uFFFD')) return 'has characters that are not UTF-8'
  if (text.includes('\0')) return 'has a character that nothing can be written with (NUL)'
  return field === 'phone' || field === 'phone2' ? faultOfNumber(text) : faultOf(textRules[field], text)
}

/** What a spreadsheet makes of a long number: most of its digits are lost. */
const shortened = /^\d([.,]\d+)?E\+?\d+$/i

function faultOfNumber(text: string): string | null {
  if (text === '') return 'is empty'
  if (shortened.test(text))
    return 'was shortened by a spreadsheet: make the column text, enter the number again and save the file again'
  const number = cleanNumber(text)
  if (parsePhone(number) !== null) return null
  if (/^0\d+$/.test(number)) return 'must begin with the country code, such as 255712345678'
  return 'is no phone number, such as 255712345678'
}

/** People write +255 (712) 345-678; the marks that turn the direction of writing come along when a number is copied. */
const separators = /[\s\p{Dash}.()\p{Cf}]+/gu

/**
 * The digits of a number in a file. Elsewhere nothing is taken out of a number. The zero of +44 (0)20 is only dialled
 * within the country, and a number that a program took for a fraction ends with .0: left in, both would make another
 * number of it.
 */
export function cleanNumber(text: string): string {
  if (/^\d+$/.test(text)) return text
  return text.replace(/\.0$/, '').replace('(0)', '').replace(separators, '').replace(/^\+/, '')
}

/** A record with what was judged about it. */
export interface JudgedRow {
  readonly row: number
  /** As it stands in the file. */
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

/** What a file says about somebody new; what it says nothing about is left out. */
export type NewContact = Changes & { readonly phone: Phone }

export interface MergePlan {
  readonly added: readonly NewContact[]
  readonly updated: readonly KnownContact[]
  /** Those that are there already, whether something about them changes or not. */
  readonly knownIds: readonly number[]
  readonly report: readonly ReportRow[]
}

/**
 * What a piece of a file does to the contacts that there are. A later row with the same number changes what an earlier
 * one said.
 */
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

/** Whatever stands where the number should be has to fit into the report, and into the database. */
const boundPhone = (text: string) => (text.length > writtenLengthMax || text.includes('\0') ? bound(text) : text)
const bound = (text: string) => text.slice(0, writtenLengthMax).replaceAll('\0', '?').toWellFormed()
