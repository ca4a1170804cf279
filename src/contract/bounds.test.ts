import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { consoleRoutes } from './console/index.ts'
import { ServiceObject } from './public/chat.ts'
import { publicRoutes } from './public/index.ts'
import { IdempotencyHeader } from './public/shapes.ts'
import { CsvFile, ForeignQuery, type RouteShape } from './route.ts'
import { mapOf, objectOf } from './shapes.ts'
import { type TSchema, Type } from './type.ts'

/** The parts of a JSON Schema that this test reads. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly maxLength?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly additionalProperties?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
}

/** The schemas of console routes also validate their bodies; public routes and recipients have rules in code. */
const consolePlace = 'console '

/** The shape of these settings is known only when they are parsed: the rules of their kind have the limits. */
const checkedByKind = ['console PUT /providers/:provider body.settings']

const isOf = ({ type }: Schema, ...names: readonly string[]) => [type ?? []].flat().some((one) => names.includes(one))

/** Also one that may be null, or has no type. */
const isObject = (schema: Schema) => isOf(schema, 'object') || schema.properties !== undefined

const isBoundedPattern = (pattern: string) =>
  /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern.replace(/\[.*?\]/g, ''))

const isBoundedText = ({ enum: words, const: word, maxLength, pattern }: Schema) =>
  words !== undefined ||
  word !== undefined ||
  maxLength !== undefined ||
  (pattern !== undefined && isBoundedPattern(pattern))

/** The places of a schema without a length limit. */
function listUnbounded(schema: Schema, place: string): string[] {
  if (checkedByKind.includes(place)) return schema.maxProperties === undefined ? [place] : []
  const { type, anyOf, items, properties = {}, patternProperties = {}, maxItems, maxProperties } = schema
  if (anyOf !== undefined) return anyOf.flatMap((one) => listUnbounded(one, place))
  if (isOf(schema, 'integer', 'number') && place.startsWith(consolePlace) && !place.endsWith('.recipient_id'))
    return schema.maximum === undefined && schema.enum === undefined ? [place] : []
  if (isOf(schema, 'string')) return isBoundedText(schema) ? [] : [place]
  if (isOf(schema, 'array'))
    return [...(maxItems === undefined ? [place] : []), ...listUnbounded(items ?? {}, `${place}[]`)]
  if (!isObject(schema))
    return type === undefined && schema.const === undefined && schema.enum === undefined ? [place] : []
  const named = Object.entries(properties).flatMap(([name, field]) => listUnbounded(field, `${place}.${name}`))
  const patterns = Object.entries(patternProperties)
  const others = patterns.flatMap(([pattern, field]) => [
    ...(isBoundedPattern(pattern) ? [] : [`${place} keys`]),
    ...listUnbounded(field, `${place}.*`),
  ])
  return [...named, ...others, ...(patterns.length > 0 && maxProperties === undefined ? [place] : [])]
}

/** The objects of a schema that accept unknown fields. In a map, the pattern of its keys decides. */
function listOpen(schema: Schema, place: string): string[] {
  // A map in the form of a chat service; the module limits its length.
  if (schema === (ServiceObject as Schema)) return []
  const { anyOf = [], items, properties = {}, patternProperties = {}, additionalProperties } = schema
  const named = Object.entries(properties).flatMap(([name, field]) => listOpen(field, `${place}.${name}`))
  const keyed = Object.values(patternProperties).flatMap((field) => listOpen(field, `${place}.*`))
  return [
    ...(isObject(schema) && additionalProperties !== false ? [place] : []),
    ...[...anyOf.flatMap((one) => listOpen(one, place)), ...named, ...keyed],
    ...(items === undefined ? [] : listOpen(items, `${place}[]`)),
  ]
}

const openIn = (schema: TSchema | undefined, place: string) =>
  schema === undefined ? [] : listOpen(schema as Schema, place)

const unboundedIn = (schema: TSchema | undefined, place: string) =>
  schema === undefined || schema === CsvFile || schema === ForeignQuery ? [] : listUnbounded(schema as Schema, place)

describe('limits of all request schemas', () => {
  const routes: readonly [route: string, shape: RouteShape][] = [
    ...Object.entries(publicRoutes),
    ...Object.entries<RouteShape>(consoleRoutes).map(([route, shape]): [string, RouteShape] => [
      consolePlace + route,
      shape,
    ]),
  ]
  for (const [route, { body, query }] of routes)
    it(route, () =>
      assert.deepEqual([...unboundedIn(body, `${route} body`), ...unboundedIn(query, `${route} query`)], []),
    )

  it('console and account API refuse unknown fields and parameters', () =>
    assert.deepEqual(
      Object.entries<RouteShape>(consoleRoutes).flatMap(([route, { body, query }]) => [
        ...openIn(body, `${route} body`),
        ...openIn(query, `${route} query`),
      ]),
      [],
    ))

  it('finds an open object at every depth', () => {
    const open = Type.Object({})
    const shape = objectOf({
      field: Type.Optional(open),
      either: Type.Union([Type.Null(), open]),
      list: Type.Array(open),
      record: Type.Record(Type.String(), open),
      partial: Type.Partial(objectOf({ in: open })),
      orNull: Type.Unsafe({ type: ['object', 'null'] }),
      untyped: Type.Unsafe({ properties: { in: open } }),
      listOrNull: Type.Unsafe({ type: ['array', 'null'], items: open }),
      closed: objectOf({}),
    })
    const places = [
      ...['field', 'either', 'list[]', 'record', 'record.*', 'partial', 'partial.in'],
      ...['orNull', 'untyped', 'untyped.in', 'listOrNull[]'],
    ]
    assert.deepEqual(
      openIn(shape, 'x'),
      places.map((name) => `x.${name}`),
    )
    assert.deepEqual(openIn(open, 'x'), ['x'])
  })

  it('headers', () => assert.deepEqual(unboundedIn(IdempotencyHeader, 'headers'), []))

  it('finds a string, a list, a record and a pattern without a limit', () => {
    const shape = Type.Object({
      text: Type.String(),
      either: Type.Union([Type.Null(), Type.String()]),
      list: Type.Array(Type.Integer()),
      inList: Type.Array(Type.String(), { maxItems: 1 }),
      record: Type.Record(Type.String(), Type.Integer()),
      map: mapOf(Type.Integer({ maximum: 9 }), 5),
      pattern: Type.String({ pattern: '^[0-9]+$' }),
      loose: Type.String({ pattern: '\\S' }),
      anything: Type.Unknown(),
      number: Type.Number({ minimum: 1 }),
      textOrNull: Type.Unsafe({ type: ['string', 'null'] }),
      listOrNull: Type.Unsafe({ type: ['array', 'null'], maxItems: 1, items: { type: 'string' } }),
      untyped: Type.Unsafe({ properties: { in: { type: 'string' } } }),
      fine: Type.String({ pattern: '^[+*]{1,3}$' }),
    })
    const places = [
      'text',
      'either',
      'list',
      'list[]',
      'inList[]',
      'record keys',
      'record.*',
      'record',
      'pattern',
      'loose',
      'anything',
      'number',
      'textOrNull',
      'listOrNull[]',
      'untyped.in',
    ]
    assert.deepEqual(
      unboundedIn(shape, `${consolePlace}x`),
      places.map((name) => `${consolePlace}x.${name}`),
    )
  })
})
