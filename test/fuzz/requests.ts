import type { TSchema } from 'typebox'
import { consoleRoutes } from '../../src/contract/console/index.ts'
import { CsvFile, type RouteShape } from '../../src/contract/route.ts'
import { wireSchema } from '../../src/contract/wire-schema.ts'
import { isOfAccountApi } from '../../src/values/address.ts'
import { authorization } from '../send-body.ts'
import { carrier, type Objects } from './objects.ts'
import { type Dice, damageValue, fittingValue, jsonOf, oddTexts, oddValue, type Schema, xmlOf } from './values.ts'

export interface FuzzRequest {
  readonly route: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Buffer | null
  /** Sent through the control socket, with operator rights. */
  readonly isConsole: boolean
}

/** A route with the schemas of its body and query. */
export interface FuzzRoute {
  readonly method: string
  /** The path, with parameters in braces or after colons. */
  readonly pattern: string
  readonly body: Schema | null
  /** The body is a file. */
  readonly isCsv: boolean
  readonly query: Readonly<Record<string, Schema>>
  readonly isConsole: boolean
}

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema?: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> }
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export const publicRoutesOf = ({ paths }: OpenApi): FuzzRoute[] =>
  Object.entries(paths).flatMap(([pattern, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      pattern,
      body: requestBody?.content['application/json']?.schema ?? null,
      isCsv: requestBody?.content['text/csv'] !== undefined,
      query: Object.fromEntries(
        parameters.filter((one) => one.in === 'query').map(({ name, schema = {} }) => [name, schema]),
      ),
      isConsole: false,
    })),
  )

/** Routes that would stop the run or reject later requests: credentials, limits, the clock, deliberate faults. */
const excluded =
  /^(POST \/simulator\/clock|PUT \/simulator\/chaos|DELETE .*\/credentials\/|POST .*\/rotate$|PUT .*\/(suspension|limits)$|GET .*\/live$|GET \/backup$)/

export const consoleRoutesToFuzz = (): FuzzRoute[] =>
  Object.entries(consoleRoutes as Readonly<Record<string, RouteShape>>)
    .filter(([route]) => !excluded.test(route))
    .map(([route, { body, query }]) => {
      const [method = '', pattern = ''] = route.split(' ')
      const isOfAccount = isOfAccountApi(route)
      const schemaOf = (shape?: TSchema) => (shape && isOfAccount ? wireSchema(shape) : shape) as Schema | undefined
      return {
        method,
        pattern: isOfAccount ? pattern : `/console/v1${pattern}`,
        body: body === CsvFile ? null : (schemaOf(body) ?? null),
        isCsv: body === CsvFile,
        query: schemaOf(query)?.properties ?? {},
        isConsole: true,
      }
    })

const ids = ['1', '1', '1', '1', '2', '2', '3', '1000000', '0', '-1', '9'.repeat(19), '9'.repeat(30), '1e3', 'x']
/** Existing values for path parameters. Account 2 is not the caller's. */
const known: Readonly<Record<string, readonly string[]>> = {
  account: ['1', '1', '1', '1', '1', '1', '1', '2', '99'],
  carrier: [carrier, carrier, 'simulator', 'other'],
  provider: ['simulated', 'other'],
  number: ['255712345678', '15000'],
  phone: ['255712345678', '+255712345678'],
}
const types = [
  'text/plain',
  'application/json; charset=latin1',
  'text/csv',
  'application/xml',
  'a/b;'.repeat(50),
  '*/*',
]
const oddHeaders: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['idempotency-key', ['a', 'b', 'x'.repeat(255), 'x'.repeat(256), '\u00ff', ' ']],
  ['content-encoding', ['gzip', 'identity', 'x']],
  ['expect', ['100-continue', 'x']],
  ['range', ['bytes=0-1', 'x']],
  ['if-match', ['*', 'x']],
  ['accept', ['text/html', 'x'.repeat(2_000)]],
  ['accept-encoding', ['gzip, br', '*;q=0']],
  ['x-forwarded-for', ['1.2.3.4', '::', 'x, y, z']],
  ['x-request-id', ['a', 'x'.repeat(500)]],
  ['service-secure-token', ['t', 'x'.repeat(3_000)]],
  ['cookie', ['a=b', '=;;=', 'ngoma.session=x.y']],
  ['origin', ['https://example.com', 'null']],
]

export function makeRequest(dice: Dice, route: FuzzRoute, objects: Objects): FuzzRequest {
  const { method, pattern, isConsole, isCsv } = route
  const isXml = pattern === '/v1/send' && dice.chance(30)
  const body = bodyOf(dice, route, isXml)
  const usual = isCsv ? 'text/csv' : isXml ? 'application/xml' : 'application/json'
  const type = dice.chance(3) ? dice.pick(types) : usual
  return {
    route: `${method} ${pattern}`,
    method: dice.chance(1) ? dice.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']) : method,
    path: pathOf(dice, route, objects) + queryOf(dice, route),
    headers: {
      ...(isConsole
        ? { 'ngoma-account': dice.pick(known.account ?? ids) }
        : { authorization: dice.chance(1) ? dice.pick(['x', 'Basic x', 'Basic Og==']) : authorization }),
      ...(body === null ? {} : { 'content-type': type }),
      ...Object.fromEntries(dice.chance(10) ? [oddHeader(dice)] : []),
    },
    body,
    isConsole,
  }
}

function oddHeader(dice: Dice): readonly [string, string] {
  const [name, values] = dice.pick(oddHeaders)
  return [name, dice.pick(values)]
}

const files = [
  'phone\n255712345678\n',
  'phone,first_name\n"0712 345 678",Asha\n',
  'phone\n"',
  '',
  '\ufeffphone;x\n1;2;3\n',
  ','.repeat(20_000),
]

function bodyOf(dice: Dice, { body: schema, isCsv }: FuzzRoute, isXml: boolean): Buffer | null {
  if (isCsv) return dice.chance(10) ? jsonOf(dice, oddValue(dice)) : Buffer.from(dice.pick(files))
  if (schema === null) return dice.chance(3) ? jsonOf(dice, oddValue(dice)) : null
  let value = fittingValue(dice, schema)
  for (let times = dice.below(3); times > 0; times -= 1) value = damageValue(dice, value)
  if (dice.chance(10) && typeof value === 'object' && !Array.isArray(value))
    value = { ...value, [dice.pick(unknownNames)]: oddValue(dice) }
  return isXml ? Buffer.from(xmlOf(dice, value)) : jsonOf(dice, value)
}

const unknownNames = ['zz', 'privateUrls', 'private_urls', 'operator', 'account_id', 'x'.repeat(10_000)]

function pathOf(dice: Dice, { pattern }: FuzzRoute, objects: Objects): string {
  const path = pattern.replace(/:(\w+)|\{(\w+)\}/g, (_, name: string) =>
    dice.chance(5)
      ? encodeURIComponent(dice.pick(oddTexts).toWellFormed()).slice(0, 700)
      : dice.pick((dice.chance(70) ? objects.get(name) : undefined) ?? known[name] ?? ids),
  )
  return dice.chance(2)
    ? dice.pick([`${path}/`, `/${path}`, path.toUpperCase(), `${path}%`, `${path}%00`, `${path}/..`])
    : path
}

function queryOf(dice: Dice, { query }: FuzzRoute): string {
  const written: string[] = []
  for (const [name, schema] of Object.entries(query)) {
    if (!dice.chance(40)) continue
    // A repeated parameter has different values.
    for (let times = dice.chance(10) ? 2 : 1; times > 0; times -= 1) {
      const value = dice.chance(30) ? oddValue(dice) : fittingValue(dice, schema)
      const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)
      written.push(`${encodeURIComponent(name)}=${encodeURIComponent(text).slice(0, 6_000)}`)
    }
  }
  if (dice.chance(4)) written.push(dice.pick(['zz=1', '%', '%ff=1', '=', '&&', '__proto__=1', 'a[]=1', 'page[x]=1']))
  return written.length === 0 ? '' : `?${written.join('&')}`
}
