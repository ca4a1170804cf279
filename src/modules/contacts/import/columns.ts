import {
  areClear,
  type Choice,
  type Column,
  findUnknownChoice,
  isNewField,
  mapColumns,
  type NameChoice,
  type NewFieldType,
  parseTarget,
  type Target,
} from '../../../values/contact-columns.ts'
import { nameOfColumn } from '../../../values/csv.ts'
import { type DecimalMark, decimalMarks, type FieldDefinition, fieldsMax } from '../../../values/custom-field.ts'
import { refuse } from '../../../values/refusal.ts'
import { defineField } from '../fields/rules.ts'
import { nameKeyOf } from '../rules.ts'
import { badDecimals, badMapping, columnUnknown, tooManyColumns } from './errors.ts'

/** How the person who imports a file wants its columns to be read. */
export interface Mapping {
  /** `Column:field`, for each column that is not mapped by its name. */
  readonly map: readonly string[]
  readonly names: NameChoice
  /** The mark before decimals, for all columns or as `Column:mark` for one; by default the delimiter tells. */
  readonly decimals: readonly string[]
}

const columnsMax = 1_000

/** Maps the columns of a file. Spreadsheets write semicolons between cells where a comma stands before decimals. */
export function readHeader(
  header: readonly string[],
  delimiter: string,
  { map, names, decimals }: Mapping,
  fields: readonly FieldDefinition[],
): Column[] {
  const choices = map.map((text) => readChoice(text, fields))
  if (!areClear(choices)) throw badMapping()
  if (header.length > columnsMax) throw tooManyColumns(columnsMax)
  const columns = mapColumns(header, { choices, custom: fields, names })
  // Next to a first name, the chosen full name would be dropped.
  const fullName = choices.find(({ field }) => field === 'fullName')?.column
  if (fullName !== undefined && columns.find(({ column }) => isSame(column, fullName))?.field === null)
    throw badMapping()
  const marks = decimals.map(readMark)
  const unknown = findUnknownChoice(header, [...choices, ...marks.filter(isOfColumn)])
  if (unknown)
    throw columnUnknown(
      unknown.column,
      columns.map(({ column }) => column),
    )
  const usual = marks.findLast(({ column }) => column === undefined)?.mark ?? (delimiter === ';' ? 'comma' : 'point')
  const marked = columns.map((mapped): Column => {
    const own = marks.filter(isOfColumn).find(({ column }) => isSame(column, mapped.column))
    const mark = own?.mark ?? usual
    return mark === 'point' ? mapped : { ...mapped, decimals: mark }
  })
  return reuseFields(marked, fields)
}

/** The field follows the last colon, or the last but one for a new field. Without a field the column is ignored. */
function readChoice(text: string, fields: readonly FieldDefinition[]): Choice {
  const [, column, name = ''] = /^(.*):(new:[^:]*)$/s.exec(text) ?? /^(.*):([^:]*)$/s.exec(text) ?? []
  const field = name === '' ? null : parseTarget(name, fields)
  if (column === undefined || (name !== '' && field === null)) throw badMapping()
  return { column, field }
}

interface Mark {
  /** Undefined for all columns. */
  readonly column?: string
  readonly mark: DecimalMark
}

const isOfColumn = (mark: Mark): mark is Mark & { readonly column: string } => mark.column !== undefined

/** The mark follows the last colon. */
function readMark(text: string): Mark {
  const [, column, name] = /^(?:(.*):)?([^:]*)$/s.exec(text) ?? []
  const mark = decimalMarks.find((one) => one === name)
  if (mark === undefined) throw badDecimals()
  return { column, mark }
}

const isSame = (column: string, other: string) => nameOfColumn(column) === nameOfColumn(other)

/** An import can be repeated, and another one can be faster: its new fields exist then. */
export function reuseFields(columns: readonly Column[], fields: readonly FieldDefinition[]): Column[] {
  const reused = columns.map((column) => reuseField(column, fields))
  const targets = reused.flatMap(({ field }) => (field === null || isNewField(field) ? [] : [field]))
  // The last of two columns would win silently.
  if (new Set(targets).size < targets.length) throw badMapping()
  return reused
}

function reuseField(mapped: Column, fields: readonly FieldDefinition[]): Column {
  const { column, field } = mapped
  if (!isNewField(field)) return mapped
  const existing = fields.find(({ name }) => nameKeyOf(name) === nameKeyOf(column))
  if (existing !== undefined && existing.type !== typeOf(field))
    throw refuse('field_exists', { detail: `The contact field "${existing.name}" has another type.` })
  return existing === undefined ? mapped : { ...mapped, field: `fields.${existing.key}` }
}

const typeOf = (field: `new:${NewFieldType}`) => field.slice('new:'.length) as NewFieldType

/** Defines the new fields of a file, and refers to them by their keys. */
export function defineFields(
  columns: readonly Column[],
  fields: readonly FieldDefinition[],
  removedKeys: readonly string[],
): { readonly columns: readonly Column[]; readonly added: readonly FieldDefinition[] } {
  const added: FieldDefinition[] = []
  const defined = columns.map((mapped): Column => {
    const { column, field } = mapped
    if (!isNewField(field)) return mapped
    const keys = [...fields, ...added].map(({ key }) => key)
    const definition = defineField({ name: column, type: typeOf(field) }, { keys, removed: removedKeys })
    added.push(definition)
    return { ...mapped, field: `fields.${definition.key}` satisfies Target }
  })
  if (added.length > 0 && fields.length + added.length > fieldsMax) throw refuse('too_many_fields')
  return { columns: defined, added }
}
