import type { Condition, SegmentFilter } from '../../../contract/account/segments.ts'
import { type FieldDefinition, type FieldType, type FieldValue, readValue } from '../../../values/custom-field.ts'
import { parseTypedPhone, parseTypedPrefix } from '../../../values/local-number.ts'
import { faultOfTypedPhone } from '../../../values/number-fault.ts'
import {
  activitiesMax,
  type Operator,
  operatorsOf,
  type StandardFieldName,
  standardFields,
  takesValue,
} from '../../../values/segment-filter.ts'
import { parseIsoTime, timeWanted } from '../../../values/time.ts'
import { invalidCondition } from './errors.ts'

/** A condition with its field and its times resolved. */
export type Resolved =
  | {
      readonly on: 'field'
      readonly field: ComparedField
      readonly operator: Operator
      /** Null unless the operator takes a value. */
      readonly value: FieldValue | null
    }
  | { readonly on: 'book'; readonly bookId: number; readonly isIn: boolean }
  | { readonly on: 'message'; readonly is: 'never' }
  | { readonly on: 'message'; readonly is: 'before' | 'after'; readonly time: Date }
  | { readonly on: 'reply' | 'click'; readonly hasResponded: boolean; readonly since: Date | null }

/** A standard or a custom field. */
export type ComparedField = { readonly type: FieldType } & (
  | { readonly standard: StandardFieldName }
  | { readonly key: string }
)

const dayMs = 86_400_000

/**
 * Reads phone numbers in a filter for the country of the account, and writes them with a plus. Throws a Refusal that
 * names the first invalid one.
 */
export const readNumbers = (filter: SegmentFilter, country: string): SegmentFilter => ({
  ...filter,
  conditions: filter.conditions.map((condition, index) => {
    if (!('field' in condition) || !isPhone(condition.field) || typeof condition.value !== 'string') return condition
    const { op, value } = condition
    const digits = op === 'contains' ? parseTypedPrefix(value, country) : parseTypedPhone(value, country)
    if (digits === null) throw invalidCondition(index, `${condition.field} ${faultOfTypedPhone(value, country)}`)
    return { ...condition, value: op === 'contains' ? digits : `+${digits}` }
  }),
})

const isPhone = (field: string) => field === 'phone' || field === 'phone2'

/** Resolves a filter, or throws a Refusal that names the first invalid condition. */
export const resolveFilter = (
  { conditions }: SegmentFilter,
  fields: readonly FieldDefinition[],
  now: Date,
): readonly Resolved[] => {
  let activities = 0
  return conditions.map((condition, index) => {
    if ('lastMessage' in condition || 'replied' in condition || 'clicked' in condition) activities += 1
    const resolved = activities > activitiesMax ? tooManyActivities : resolve(condition, fields, now)
    if (typeof resolved === 'string') throw invalidCondition(index, resolved)
    return resolved
  })
}

const tooManyActivities = `at most ${activitiesMax} conditions can be on last_message, replied and clicked`

/** Returns the fault of an invalid condition. */
function resolve(condition: Condition, fields: readonly FieldDefinition[], now: Date): Resolved | string {
  if ('field' in condition) return resolveField(condition, fields)
  if ('book' in condition) return { on: 'book', bookId: condition.book, isIn: condition.op === 'in' }
  if ('replied' in condition || 'clicked' in condition) {
    const since = condition.days === undefined ? null : daysBefore(now, condition.days)
    if ('replied' in condition) return { on: 'reply', hasResponded: condition.replied, since }
    return { on: 'click', hasResponded: condition.clicked, since }
  }
  return resolveMessage(condition, now)
}

function resolveMessage(condition: Extract<Condition, { lastMessage: unknown }>, now: Date): Resolved | string {
  const { lastMessage: is, days, at } = condition
  if (is === 'never')
    return days === undefined && at === undefined ? { on: 'message', is } : 'never takes neither days nor at'
  if ((days === undefined) === (at === undefined)) return `${is} takes days or at`
  const time = at === undefined ? daysBefore(now, days ?? 0) : parseIsoTime(at)
  return time === null ? `at must be ${timeWanted}` : { on: 'message', is, time }
}

function resolveField(
  { field: name, op: operator, value: given }: Extract<Condition, { field: unknown }>,
  fields: readonly FieldDefinition[],
): Resolved | string {
  const definition = findField(name, fields)
  if (definition === null)
    return `there is no field ${name}. Fields: ${[...Object.keys(standardFields), ...fields.map(({ key }) => key)].join(', ')}`
  const allowed = operatorsOf[definition.type]
  if (!allowed.includes(operator)) return `op of ${name} must be one of ${allowed.join(', ')}`
  const field: ComparedField = isStandard(name)
    ? { type: definition.type, standard: name }
    : { type: definition.type, key: name }
  if (!takesValue(operator))
    return given === undefined ? { on: 'field', field, operator, value: null } : `${operator} takes no value`
  const read = readValue(definition, given ?? null)
  if ('fault' in read) return `${name} ${read.fault}`
  if (read.value === null) return `${operator} needs a value`
  const value = isPhone(name) ? String(read.value).replace(/^\+/, '') : read.value
  return { on: 'field', field, operator, value }
}

const isStandard = (name: string): name is StandardFieldName => Object.hasOwn(standardFields, name)

function findField(name: string, fields: readonly FieldDefinition[]): FieldDefinition | null {
  if (isStandard(name)) return { key: name, name, type: standardFields[name], choices: [] }
  return fields.find(({ key }) => key === name) ?? null
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

/** The address books in a filter. */
export const booksOf = ({ conditions }: SegmentFilter): readonly number[] =>
  conditions.flatMap((condition) => ('book' in condition ? [condition.book] : []))

/** Whether a filter has a condition on a custom field. */
export const usesField = ({ conditions }: SegmentFilter, key: string): boolean =>
  conditions.some((condition) => 'field' in condition && condition.field === key)
