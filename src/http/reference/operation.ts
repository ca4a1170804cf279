import type { RouteOptions } from 'fastify'
import type { Product } from '../../contract/console/accounts.ts'
import {
  bodyTooLarge,
  type Described,
  invalidKey,
  keyReused,
  serviceUnavailable,
  typeWanted,
  unsupportedType,
} from '../../engine/http/index.ts'
import { invalidCredential, noAuthorization, tooManyRequests } from '../../modules/accounts/index.ts'
import { bodyHint, type Refusal } from '../../values/refusal.ts'
import { headersOf } from './headers.ts'

type Shape = Readonly<Record<string, unknown>>

const reasons: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: 'No valid credential',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict with an existing resource or an earlier request',
  413: 'The body is too large',
  415: 'Unsupported Content-Type',
  429: 'Too many requests: retry after the seconds in Retry-After',
  500: 'Internal error',
  503: 'Temporarily unavailable: retry after the seconds in Retry-After',
}

/** Returns the schema of a route with all its errors, and with examples where OpenAPI expects them. */
export function describeOperation(
  { examples, refused = [], isHinted = false, response, ...schema }: Described,
  route: RouteOptions,
  bodyBytesMax: number,
): Shape {
  const isOnce = schema.headers !== undefined && 'Idempotency-Key' in schema.headers.properties
  const answers = Object.entries(response).map(([status, answer]) => [
    status,
    {
      ...answer,
      headers: headersOf(Number(status), { isOnce, isHinted }),
      ...(answer.type === 'null' ? {} : { 'x-examples': nameExamples(examples.answer) }),
    },
  ])
  return {
    ...schema,
    ...(schema.body === undefined ? {} : { body: { content: describeBodies(schema.body, examples) } }),
    response: {
      ...Object.fromEntries(answers),
      ...describeRefusals([...refusedEverywhere(route, isOnce, bodyBytesMax), ...refused]),
    },
  }
}

function describeBodies(body: object, { body: json = {}, xml }: Described['examples']): Shape {
  const media = (schema: object, values: Shape) => ({ schema: { ...schema, 'x-examples': nameExamples(values) } })
  // A schema of objects would need a name for the root element, which may be any.
  const xmlMedia = (type: string, values: Shape) => ({
    [type]: media(
      { type: 'string', contentMediaType: type, description: 'elements named like the JSON fields' },
      values,
    ),
  })
  return {
    'application/json': media(body, json),
    ...(xml === undefined ? {} : { ...xmlMedia('application/xml', xml), ...xmlMedia('text/xml', xml) }),
  }
}

/** In the order of the checks. */
function refusedEverywhere({ method, config = {} }: RouteOptions, isOnce: boolean, bodyBytesMax: number): Refusal[] {
  const { area, malformedBody, faultCode, fault } = config
  const takesBody = method !== 'GET'
  return [
    noAuthorization(),
    invalidCredential([area].flat() as Product[], ''),
    tooManyRequests('request', 100, 1),
    ...(takesBody ? [bodyTooLarge(bodyBytesMax), unsupportedType(typeWanted(config))] : []),
    ...(takesBody && malformedBody ? [malformedBody(bodyHint)] : []),
    ...(isOnce ? [invalidKey(), keyReused()] : []),
    serviceUnavailable(faultCode),
    ...(fault ? [fault()] : []),
  ]
}

/** One response per status, with schemas derived from the bodies. */
function describeRefusals(refusals: readonly Refusal[]): Record<string, Shape> {
  const byStatus = Map.groupBy(refusals, ({ status }) => status)
  return Object.fromEntries([...byStatus].map(([status, some]) => [status, describeStatus(status, some)]))
}

function describeStatus(status: number, refusals: readonly Refusal[]): Shape {
  const shapes = [
    ...new Map(refusals.map(({ body }) => shapeOf(body)).map((shape) => [JSON.stringify(shape), shape])).values(),
  ]
  const texts = [...new Set(refusals.map(({ message }) => message))]
  return {
    ...(shapes.length === 1 ? shapes[0] : { anyOf: shapes }),
    'x-response-description': `${reasons[status]}: ${texts.join('; ')}.`,
    headers: headersOf(status),
    'x-examples': Object.fromEntries(
      refusals.map((refusal) => [
        nameOf(refusal.message),
        { summary: refusal.message, description: `Ngoma-Hint: ${refusal.hint}`, value: refusal.body },
      ]),
    ),
  }
}

function shapeOf(value: unknown): Shape {
  if (typeof value !== 'object' || value === null) return { type: typeof value === 'number' ? 'integer' : 'string' }
  const fields = Object.entries(value)
  return {
    type: 'object',
    required: fields.map(([name]) => name),
    properties: Object.fromEntries(fields.map(([name, one]) => [name, shapeOf(one)])),
    additionalProperties: false,
  }
}

const nameExamples = (examples: Shape) =>
  Object.fromEntries(Object.entries(examples).map(([summary, value]) => [nameOf(summary), { summary, value }]))

/** Converts a message to camel case: `No Route` becomes `noRoute`. */
const nameOf = (text: string) =>
  (text.match(/[A-Za-z0-9]+/g) ?? [])
    .map((word) => word.toLowerCase())
    .map((word, index) => (index === 0 ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join('')
