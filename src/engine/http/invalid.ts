import type { FastifySchemaValidationError } from 'fastify'
import type { FieldError } from '../../values/refusal.ts'

/** Thrown for a body or query that does not match its schema. */
export class InvalidInput extends Error {
  readonly fields: readonly FieldError[]
  /** The message without the names of unknown fields, which may be personal data. */
  readonly plain: string

  constructor(errors: readonly FastifySchemaValidationError[], what: string) {
    const fields = invalidFields(errors, what)
    super(sentence(fields))
    this.fields = fields
    const unnamed = errors.map((error) =>
      error.keyword === 'additionalProperties'
        ? { ...error, keyword: 'unknown', message: 'has an unknown field' }
        : error,
    )
    this.plain = sentence(invalidFields(unnamed, what))
  }
}

const sentence = (fields: readonly FieldError[]) => fields.map(({ field, message }) => `${field} ${message}`).join(', ')

/** The invalid fields, each once; `what` stands for the body or query itself. Ajv reports every alternative separately. */
function invalidFields(errors: readonly FastifySchemaValidationError[], what: string): FieldError[] {
  const telling = errors.length > 1 ? errors.filter((error) => isTelling(error, errors)) : errors
  return [...Map.groupBy(telling, (error) => fieldOf(error) ?? what)].map(([field, some]) => ({
    field,
    message: describe(some),
    isOnWire: true,
  }))
}

/**
 * The error of an anyOf only repeats that none of its alternatives matched. An object with an unknown field was not meant
 * to be a null or a string.
 */
const isTelling = (
  { keyword, instancePath }: FastifySchemaValidationError,
  all: readonly FastifySchemaValidationError[],
) =>
  keyword !== 'anyOf' &&
  (keyword !== 'type' ||
    !all.some((one) => one.keyword === 'additionalProperties' && one.instancePath === instancePath))

/** Clients choose the names of unknown fields and the keys of maps. */
const nameLengthMax = 100

/** Such as `secrets.key`; null for the body or query itself. */
function fieldOf({ instancePath, keyword, params }: FastifySchemaValidationError): string | null {
  const path = instancePath.split('/').slice(1)
  if (keyword === 'required') path.push(String(params.missingProperty))
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty))
  return path.length === 0 ? null : path.map((part) => part.slice(0, nameLengthMax)).join('.')
}

function describe(errors: readonly FastifySchemaValidationError[]): string {
  const allowed = errors.flatMap(allowedBy)
  const others = errors.filter((error) => allowedBy(error).length === 0).map(describeOne)
  const values = allowed.length === 0 ? [] : [`must be ${allowed.length === 1 ? '' : 'one of '}${allowed.join(', ')}`]
  return [...new Set([...values, ...others])].join(' or ')
}

function describeOne({ keyword, params, message = 'is not valid' }: FastifySchemaValidationError): string {
  const limit = Number(params.limit)
  switch (keyword) {
    case 'required':
      return 'is missing'
    case 'maxLength':
      return `has more than ${limit} characters`
    case 'minLength':
      return limit === 1 ? 'is empty' : `has fewer than ${limit} characters`
    case 'pattern':
      return params.pattern === '\\S' ? 'is empty' : message
    case 'type':
      return `must be ${withArticle(String(params.type))}`
    case 'additionalProperties':
      return 'is unknown'
    default:
      return message
  }
}

const withArticle = (type: string) => (type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`)

function allowedBy({ keyword, params }: FastifySchemaValidationError): readonly unknown[] {
  if (keyword === 'const') return [params.allowedValue]
  return keyword === 'enum' && Array.isArray(params.allowedValues) ? params.allowedValues : []
}
