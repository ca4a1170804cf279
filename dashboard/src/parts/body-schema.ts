/** The fields of a body in the contract: the input of each, its values, and how they are sent. */

/** A JSON schema of the contract. */
export interface FieldSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly anyOf?: readonly FieldSchema[]
}

export interface BodyField extends FieldSchema {
  /** An input may not be empty. */
  readonly isRequired: boolean
  readonly isNullable: boolean
}

/** A name that the body does not have is an optional text. */
export function fieldOf(schema: FieldSchema, isInBody: boolean): BodyField {
  const kinds = schema.anyOf ?? [schema]
  const isNullable = kinds.some(({ type }) => type === 'null')
  const [kind = {}] = kinds.filter(({ type }) => type !== 'null')
  return { ...kind, isNullable, isRequired: isInBody && !isNullable && !takesEmpty(kind) }
}

const takesEmpty = ({ type = 'string', enum: choices, minLength = 0, pattern = '' }: FieldSchema) =>
  type === 'boolean' || type === 'array' || (type === 'string' && !choices && minLength === 0 && pattern !== '\\S')

export const isNumber = ({ type }: FieldSchema): boolean => type === 'integer' || type === 'number'

/** A longer text has several lines. */
const lineLengthMax = 500
export const isLong = ({ maxLength = 0 }: FieldSchema): boolean => maxLength > lineLengthMax

export const isEmpty = (input: unknown): boolean =>
  input === null || input === undefined || (typeof input === 'string' && input.trim() === '')

/** The range of a whole number, if the input is outside of it. */
export function missedRange(field: FieldSchema, input: unknown): { readonly min: number; readonly max: number } | null {
  const { minimum: min = 0, maximum: max = Number.MAX_SAFE_INTEGER, type } = field
  if (type !== 'integer' || isEmpty(input)) return null
  const number = Number(input)
  return Number.isInteger(number) && number >= min && number <= max ? null : { min, max }
}

const linesOf = (text: string) => text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))

/** An input as it is sent. An empty one is left out, or is null, unless an empty text is a value. */
export function readInput(field: BodyField, input: unknown): unknown {
  if (!isEmpty(input)) {
    if (field.type === 'array' && typeof input === 'string') return linesOf(input)
    if (isNumber(field)) return Number(input)
    return typeof input === 'string' && !isLong(field) ? input.trim() : input
  }
  if (field.isNullable) return null
  return field.type === 'string' && takesEmpty(field) ? '' : undefined
}
