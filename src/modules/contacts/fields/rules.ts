import { parseField } from '../../../values/contact-columns.ts'
import { placeholderNames } from '../../../values/contact-placeholders.ts'
import {
  choicesMax,
  type FieldDefinition,
  type FieldValue,
  freeKeyOf,
  isFieldKey,
  keyLengthMax,
  readValue,
  valueLengthMax,
} from '../../../values/custom-field.ts'
import { isObject, isSoundText } from '../../../values/json.ts'
import { refuse } from '../../../values/refusal.ts'
import { standardFields } from '../../../values/segment-filter.ts'
import { type FieldChanges, nameKeyOf } from '../rules.ts'
import { fieldUnknown, invalidDefinition, invalidValue } from './errors.ts'

/** The request for a new field. */
export type FieldRequest = Pick<FieldDefinition, 'name' | 'type'> & {
  /** Derived from the name by default. */
  readonly key?: string
  readonly choices?: readonly string[]
}

/** Names that mean something else in a message, a filter or a contact. Column names of other fields are reserved too. */
const reserved: ReadonlySet<string> = new Set([...placeholderNames, ...Object.keys(standardFields), 'id', 'fields'])

/** Keys that a new field of an account cannot have. */
export interface UsedKeys {
  readonly keys: readonly string[]
  /** Of removed fields whose values are not deleted yet. */
  readonly removed: readonly string[]
}

/** Completes and checks the definition of a new field. */
export function defineField({ name, type, key, choices = [] }: FieldRequest, taken: UsedKeys): FieldDefinition {
  const isTaken = (one: string) => reserved.has(one) || parseField(one) !== null || taken.keys.includes(one)
  if (key !== undefined && !isFieldKey(key))
    throw invalidDefinition(
      'key',
      `a key has small letters, digits and underscores, starts with a letter and has at most ${keyLengthMax} characters`,
    )
  if (key !== undefined && isTaken(key)) throw refuse('field_key_taken')
  const chosen = key ?? freeKeyOf(name, isTaken)
  if (taken.removed.includes(chosen)) throw refuse('field_being_removed')
  return { key: chosen, name: readName(name), type, choices: readChoices(type, choices) }
}

export function readName(given: string): string {
  const name = given.trim()
  if (name === '' || !isSoundText(name)) throw invalidDefinition('name', 'a name is a text such as Loyalty points')
  return name
}

export function readChoices(type: FieldDefinition['type'], given: readonly string[]): readonly string[] {
  const choices = given.map((choice) => choice.trim())
  const areValid =
    type === 'choice'
      ? choices.length > 0 &&
        choices.length <= choicesMax &&
        choices.every((choice) => choice !== '' && choice.length <= valueLengthMax && isSoundText(choice)) &&
        new Set(choices.map(nameKeyOf)).size === choices.length
      : choices.length === 0
  if (!areValid)
    throw invalidDefinition(
      'list of choices',
      `a field of type choice has 1 to ${choicesMax} different choices, and other fields have none`,
    )
  return choices
}

/** Reads the values of custom fields in a request. Null removes a value. */
export function readFields(given: unknown, fields: readonly FieldDefinition[]): FieldChanges {
  if (!isObject(given)) throw invalidValue('*', 'must be an object of values by key')
  const changes: Record<string, FieldValue | null> = {}
  for (const [key, one] of Object.entries(given)) {
    const field = fields.find((definition) => definition.key === key)
    if (field === undefined)
      throw fieldUnknown(
        key,
        fields.map((definition) => definition.key),
      )
    const read = readValue(field, one)
    if ('fault' in read) throw invalidValue(key, read.fault)
    changes[key] = read.value
  }
  return changes
}
