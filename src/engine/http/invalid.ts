import type { FastifySchemaValidationError } from 'fastify'

/**
 * Says what is wrong with a body in words, once for each place: of several values that are allowed Ajv complains about
 * every one of them.
 */
export function describeInvalid(errors: readonly FastifySchemaValidationError[], what: string): string {
  // That none of several shapes fits is said by what each of them misses.
  const telling = errors.length > 1 ? errors.filter(({ keyword }) => keyword !== 'anyOf') : errors
  return [...Map.groupBy(telling, ({ instancePath }) => instancePath)]
    .map(([place, some]) => `${what}${place} ${describe(some)}`)
    .join(', ')
}

function describe(errors: readonly FastifySchemaValidationError[]): string {
  const allowed = errors.flatMap(allowedBy)
  const others = errors.filter((error) => allowedBy(error).length === 0).map(({ message = 'is not valid' }) => message)
  const values = allowed.length === 0 ? [] : [`must be ${allowed.length === 1 ? '' : 'one of '}${allowed.join(', ')}`]
  return [...new Set([...values, ...others])].join(' or ')
}

function allowedBy({ keyword, params }: FastifySchemaValidationError): readonly unknown[] {
  if (keyword === 'const') return [params.allowedValue]
  return keyword === 'enum' && Array.isArray(params.allowedValues) ? params.allowedValues : []
}
