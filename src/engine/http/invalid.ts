import type { FastifySchemaValidationError } from 'fastify'
import type { FieldError } from '../../values/refusal.ts'

/** Ajv adds the schema of the keyword and the value that it was checked for. */
interface SchemaError extends FastifySchemaValidationError {
  readonly schema?: unknown
  readonly data?: unknown
}

/** Thrown for a body or query that does not match its schema. */
export class InvalidInput extends Error {
  readonly fields: readonly FieldError[]
  /** The message without the names of unknown fields and the keys of maps, which may be personal data. */
  readonly plain: string

  constructor(errors: readonly SchemaError[], what: string) {
    const fields = invalidFields(errors, what)
    super(sentence(fields))
    this.fields = fields
    const unnamed = errors.map((error) => ({
      ...error,
      instancePath: hideMapKeys(error),
      ...(error.keyword === 'additionalProperties' && { keyword: 'unknown', message: 'has an unknown field' }),
    }))
    this.plain = sentence(invalidFields(unnamed, what))
  }
}

const sentence = (fields: readonly FieldError[]) => fields.map(({ field, message }) => `${field} ${message}`).join(', ')

/** A step of a schema path into a field, a key of a map or an entry of a list. */
const schemaStep = /\/(properties|patternProperties)\/[^/]+|\/items(?=\/)/g

function hideMapKeys({ schemaPath, instancePath }: SchemaError): string {
  const steps = [...schemaPath.matchAll(schemaStep)].map(([, keyword]) => keyword)
  const [root, ...path] = instancePath.split('/')
  return [root, ...path.map((part, index) => (steps[index] === 'patternProperties' ? '*' : part))].join('/')
}

/** The invalid fields, each once; `what` stands for the body or query itself. */
function invalidFields(errors: readonly SchemaError[], what: string): FieldError[] {
  const telling = errors.length > 1 ? withoutUnlikely(errors) : errors
  return [...Map.groupBy(telling, (error) => fieldOf(error) ?? what)].map(([field, some]) => ({
    field,
    message: describe(some),
    isOnWire: true,
  }))
}

/**
 * Ajv reports every alternative of an anyOf, and that none matched. An object was meant to be the alternative that has
 * most of its fields: the other alternatives call valid fields unknown.
 */
function withoutUnlikely(errors: readonly SchemaError[]): SchemaError[] {
  const unlikely = errors.flatMap(({ keyword, schema, data, schemaPath }) => {
    if (keyword !== 'anyOf' || !Array.isArray(schema) || !isFields(data)) return []
    const counts = schema.map((one: ObjectSchema) => countKnown(one, data))
    const most = Math.max(...counts)
    return counts.flatMap((count, index) => (count < most ? [`${schemaPath}/${index}/`] : []))
  })
  return errors.filter(
    ({ keyword, schemaPath }) => keyword !== 'anyOf' && !unlikely.some((path) => schemaPath.startsWith(path)),
  )
}

interface ObjectSchema {
  readonly type?: unknown
  readonly properties?: object
}

const isFields = (data: unknown): data is object => typeof data === 'object' && data !== null && !Array.isArray(data)

/** Fields of an object that a schema has; -1 if the schema is not for objects. */
function countKnown({ type, properties }: ObjectSchema, data: object): number {
  if (properties === undefined) return type === 'object' ? 0 : -1
  return Object.keys(data).filter((name) => Object.hasOwn(properties, name)).length
}

/** Clients choose the names of unknown fields and the keys of maps. */
const nameLengthMax = 100

/** Such as `secrets.key`; null for the body or query itself. */
function fieldOf({ instancePath, keyword, params }: SchemaError): string | null {
  const path = instancePath.split('/').slice(1)
  if (keyword === 'required') path.push(String(params.missingProperty))
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty))
  return path.length === 0 ? null : path.map((part) => part.slice(0, nameLengthMax)).join('.')
}

function describe(errors: readonly SchemaError[]): string {
  const allowed = errors.flatMap(allowedBy)
  const others = errors.filter((error) => allowedBy(error).length === 0).map(describeOne)
  const values = allowed.length === 0 ? [] : [`must be ${allowed.length === 1 ? '' : 'one of '}${allowed.join(', ')}`]
  return [...new Set([...values, ...others])].join(' or ')
}

function describeOne({ keyword, params, message = 'is not valid' }: SchemaError): string {
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

function allowedBy({ keyword, params }: SchemaError): readonly unknown[] {
  if (keyword === 'const') return [params.allowedValue]
  return keyword === 'enum' && Array.isArray(params.allowedValues) ? params.allowedValues : []
}
