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
import { nameOfColumn } from '../../../values/csv-header.ts'
import { type FieldDefinition, fieldsMax } from '../../../values/custom-field.ts'
import { fieldExists, tooManyFields } from '../fields/errors.ts'
import { defineField } from '../fields/rules.ts'
import { nameKeyOf } from '../rules.ts'
import { badMapping, columnUnknown, tooManyColumns } from './errors.ts'

/** How the person who imports a file wants its columns to be read. */
export interface Mapping {
  /** `Column:field`, for each column that is not mapped by its name. */
  readonly map: readonly string[]
  readonly names: NameChoice
}

const columnsMax = 1_000

/** Maps the columns of a file. */
export function readHeader(
  header: readonly string[],
  { map, names }: Mapping,
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
  const unknown = findUnknownChoice(header, choices)
  if (unknown)
    throw columnUnknown(
      unknown.column,
      columns.map(({ column }) => column),
    )
  return reuseFields(columns, fields)
}

/** The field follows the last colon, or the last but one for a new field. Without a field the column is ignored. */
function readChoice(text: string, fields: readonly FieldDefinition[]): Choice {
  const [, column, name = ''] = /^(.*):(new:[^:]*)$/s.exec(text) ?? /^(.*):([^:]*)$/s.exec(text) ?? []
  const field = name === '' ? null : parseTarget(name, fields)
  if (column === undefined || (name !== '' && field === null)) throw badMapping()
  return { column, field }
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

function reuseField({ column, field }: Column, fields: readonly FieldDefinition[]): Column {
  if (!isNewField(field)) return { column, field }
  const existing = fields.find(({ name }) => nameKeyOf(name) === nameKeyOf(column))
  if (existing !== undefined && existing.type !== typeOf(field)) throw fieldExists(column)
  return { column, field: existing === undefined ? field : `fields.${existing.key}` }
}

const typeOf = (field: `new:${NewFieldType}`) => field.slice('new:'.length) as NewFieldType

/** Defines the new fields of a file, and refers to them by their keys. */
export function defineFields(
  columns: readonly Column[],
  fields: readonly FieldDefinition[],
  removedKeys: readonly string[],
): { readonly columns: readonly Column[]; readonly added: readonly FieldDefinition[] } {
  const added: FieldDefinition[] = []
  const defined = columns.map(({ column, field }): Column => {
    if (!isNewField(field)) return { column, field }
    const keys = [...fields, ...added].map(({ key }) => key)
    const definition = defineField({ name: column, type: typeOf(field) }, { keys, removed: removedKeys })
    added.push(definition)
    return { column, field: `fields.${definition.key}` satisfies Target }
  })
  if (added.length > 0 && fields.length + added.length > fieldsMax) throw tooManyFields(fieldsMax)
  return { columns: defined, added }
}
