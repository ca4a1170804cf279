import { type ContactField, mapColumns, parseField } from '../../../../src/values/contact-columns.ts'
import { nameOfColumn } from '../../../../src/values/csv-header.ts'
import { looksLikeNumber } from '../../parts/numbers.ts'
import type { Preview } from './csv-preview.ts'

/** A column of the file that is looked at, and what is to become of it. */
export interface MappedColumn {
  readonly place: number
  /** As the file has it, or as we call it when the file has no names. */
  readonly name: string
  readonly examples: readonly string[]
  readonly field: ContactField | null
  /** Another column before it has the same name: nobody could say which of them is meant. */
  readonly isRepeated: boolean
}

const examplesMax = 3

/**
 * The columns with what their names suggest. Where no name says which has the number, the first that looks like it has.
 */
export function columnsOf({ records }: Preview, hasNames: boolean): MappedColumn[] {
  const [first = [], ...rest] = records
  const names = hasNames ? first : first.map((_, place) => `Column ${place + 1}`)
  const rows = (hasNames ? rest : records).slice(0, examplesMax)
  const guessed = mapColumns(names)
  const seen = new Set<string>()
  const columns = names.map((name, place): MappedColumn => {
    const key = nameOfColumn(name)
    const isRepeated = seen.has(key)
    seen.add(key)
    const examples = rows.map((row) => row[place] ?? '')
    return { place, name, examples, field: isRepeated ? null : (guessed[place]?.field ?? null), isRepeated }
  })
  if (columns.some(({ field }) => field === 'phone')) return columns
  const likely = columns.find(
    ({ examples, field, isRepeated }) =>
      field === null && !isRepeated && examples.length > 0 && examples.every(looksLikeNumber),
  )
  return likely === undefined ? columns : choose(columns, likely.place, 'phone')
}

/** A field comes from one column: whoever chooses it for another takes it away from the first. */
export function choose(columns: readonly MappedColumn[], place: number, field: ContactField | null): MappedColumn[] {
  return columns.map((column) => {
    if (column.place === place) return { ...column, field }
    return field !== null && column.field === field ? { ...column, field: null } : column
  })
}

/**
 * What the server is told, so that it takes the columns as they were shown: those that were chosen, and those that it
 * would take by their name.
 */
export function choicesOf(columns: readonly MappedColumn[]): string[] {
  return columns
    .filter(({ name, field, isRepeated }) => !isRepeated && (field !== null || parseField(name) !== null))
    .map(({ name, field }) => `${name}:${field ?? ''}`)
}

/**
 * The file as it is sent. One without names gets a line of them, and loses the mark that would then stand in its
 * middle.
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
