import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { consoleRoutes } from './console/index.ts'
import { publicRoutes } from './public/index.ts'
import { IdempotencyHeader } from './public/shapes.ts'
import { CsvFile, type RouteShape } from './route.ts'

/** The parts of a JSON Schema that this test reads. */
interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly maxLength?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
}

/** The schemas of console routes also validate their bodies; public routes and recipients have rules in code. */
const consolePlace = 'console '

/** The shape of these settings is known only when they are parsed: the rules of their kind have the limits. */
const judgedByKind = [
  'console PUT /carriers/:carrier body.settings',
  'console PUT /airtime/providers/:provider body.settings',
  'console PUT /providers/:product/:provider body.settings',
]

const isBoundedPattern = (pattern: string) =>
  /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern.replace(/\[.*?\]/g, ''))

const isBoundedText = ({ enum: words, const: word, maxLength, pattern }: Schema) =>
  words !== undefined ||
  word !== undefined ||
  maxLength !== undefined ||
  (pattern !== undefined && isBoundedPattern(pattern))

/** The places of a schema without a length limit. */
function listUnbounded(schema: Schema, place: string): string[] {
  if (judgedByKind.includes(place)) return schema.maxProperties === undefined ? [place] : []
  const { type, anyOf, items, properties = {}, patternProperties = {}, maxItems, maxProperties } = schema
  if (anyOf !== undefined) return anyOf.flatMap((one) => listUnbounded(one, place))
  if ((type === 'integer' || type === 'number') && place.startsWith(consolePlace) && !place.endsWith('.recipient_id'))
    return schema.maximum === undefined && schema.enum === undefined ? [place] : []
  if (type === 'string') return isBoundedText(schema) ? [] : [place]
  if (type === 'array') return [...(maxItems === undefined ? [place] : []), ...listUnbounded(items ?? {}, `${place}[]`)]
  if (type !== 'object')
    return type === undefined && schema.const === undefined && schema.enum === undefined ? [place] : []
  const named = Object.entries(properties).flatMap(([name, field]) => listUnbounded(field, `${place}.${name}`))
  const patterns = Object.values(patternProperties)
  const others = patterns.flatMap((field) => listUnbounded(field, `${place}.*`))
  return [...named, ...others, ...(patterns.length > 0 && maxProperties === undefined ? [place] : [])]
}

const unboundedIn = (schema: TSchema | undefined, place: string) =>
  schema === undefined || schema === CsvFile ? [] : listUnbounded(schema as Schema, place)

describe('limits of all request schemas', () => {
  const routes: readonly [route: string, shape: RouteShape][] = [
    ...Object.entries(publicRoutes),
    ...Object.entries(consoleRoutes).map(([route, shape]): [string, RouteShape] => [consolePlace + route, shape]),
  ]
  for (const [route, { body, query }] of routes)
    it(route, () =>
      assert.deepEqual([...unboundedIn(body, `${route} body`), ...unboundedIn(query, `${route} query`)], []),
    )

  it('headers', () => assert.deepEqual(unboundedIn(IdempotencyHeader, 'headers'), []))

  it('finds a string, a list, a record and a pattern without a limit', () => {
    const shape = Type.Object({
      text: Type.String(),
      either: Type.Union([Type.Null(), Type.String()]),
      list: Type.Array(Type.Integer()),
      inList: Type.Array(Type.String(), { maxItems: 1 }),
      record: Type.Record(Type.String(), Type.Integer()),
      pattern: Type.String({ pattern: '^[0-9]+$' }),
      loose: Type.String({ pattern: '\\S' }),
      anything: Type.Unknown(),
      number: Type.Number({ minimum: 1 }),
      fine: Type.String({ pattern: '^[+*]{1,3}$' }),
    })
    const places = [
      'text',
      'either',
      'list',
      'list[]',
      'inList[]',
      'record.*',
      'record',
      'pattern',
      'loose',
      'anything',
      'number',
    ]
    assert.deepEqual(
      unboundedIn(shape, `${consolePlace}x`),
      places.map((name) => `${consolePlace}x.${name}`),
    )
  })
})
