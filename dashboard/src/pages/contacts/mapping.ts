import { isNewField, mapColumns, parseTarget, type Target } from '../../../../src/values/contact-columns.ts'
import { nameOfColumn } from '../../../../src/values/csv.ts'
import { type DecimalMark, type FieldDefinition, guessMark } from '../../../../src/values/custom-field.ts'
import { isNumber } from '../../parts/numbers.ts'
import { fill, t } from '../../text.ts'
import type { Preview } from './csv-preview.ts'

/** A column of the file, and the contact field that it is imported into. */
export interface MappedColumn {
  readonly place: number
  /** From the file, or a generated one when the file has no column names. */
  readonly name: string
  readonly examples: readonly string[]
  readonly field: Target | null
  /** How its numbers are written, as far as it has numbers. */
  readonly decimals: DecimalMark
  /** An earlier column has the same name: the server could not tell them apart. */
  readonly isRepeated: boolean
}

const examplesMax = 3

/** Maps columns by their names. Without a name for it, the first column that looks like phone numbers is the phone. */
export function columnsOf(
  { delimiter, records }: Preview,
  hasNames: boolean,
  custom: readonly Pick<FieldDefinition, 'key' | 'name'>[],
): MappedColumn[] {
  const [first = [], ...rest] = records
  const names = hasNames
    ? first
    : first.map((_, place) => fill(t.contacts.newImport.columnNumber, { number: String(place + 1) }))
  const rows = (hasNames ? rest : records).slice(0, examplesMax)
  const guessed = mapColumns(names, { custom, names: 'split' })
  const usual = delimiter === ';' ? 'comma' : 'point'
  const seen = new Set<string>()
  const columns = names.map((name, place): MappedColumn => {
    const key = nameOfColumn(name)
    const isRepeated = seen.has(key)
    seen.add(key)
    const examples = rows.map((row) => row[place] ?? '')
    const field = isRepeated ? null : (guessed[place]?.field ?? null)
    return { place, name, examples, field, decimals: guessMark(examples, usual), isRepeated }
  })
  if (columns.some(({ field }) => field === 'phone')) return columns
  const likely = columns.find(
    ({ examples, field, isRepeated }) =>
      field === null && !isRepeated && examples.length > 0 && examples.every(isNumber),
  )
  return likely === undefined ? columns : choose(columns, likely.place, 'phone')
}

/** A field comes from one column: choosing it for another column clears the first. */
export function choose(columns: readonly MappedColumn[], place: number, field: Target | null): MappedColumn[] {
  return columns.map((column) => {
    if (column.place === place) return { ...column, field }
    const isTaken = field !== null && !isNewField(field) && column.field === field
    return isTaken ? { ...column, field: null } : column
  })
}

/** Whether a column is imported into a field for numbers. */
export const hasNumbers = ({ field }: MappedColumn, custom: readonly Pick<FieldDefinition, 'key' | 'type'>[]) =>
  field === 'new:number' || custom.some(({ key, type }) => type === 'number' && field === `fields.${key}`)

/** The mapping for the server. It names skipped columns too when the server would map them by their name. */
export function choicesOf(
  columns: readonly MappedColumn[],
  custom: readonly Pick<FieldDefinition, 'key' | 'name'>[],
): string[] {
  return columns
    .filter(({ name, field, isRepeated }) => !isRepeated && (field !== null || parseTarget(name, custom) !== null))
    .map(({ name, field }) => `${name}:${field ?? ''}`)
}

/**
 * The upload. A file without column names gets a row of generated ones, and loses its byte order mark, which would
 * otherwise come after that row.
 */
export function contentOf(
  file: File,
  { delimiter, markBytes }: Preview,
  hasNames: boolean,
  columns: readonly MappedColumn[],
): Blob {
  if (hasNames) return file
  return new Blob([`${columns.map(({ name }) => name).join(delimiter)}\n`, file.slice(markBytes)], { type: 'text/csv' })
}
