import { readFileSync } from 'node:fs'
import type { TObject, TSchema } from 'typebox'
import { accountApiRoutes, topics } from '../../contract/account/index.ts'
import { CsvFile, File, Nothing, type Operation } from '../../contract/route.ts'
import { wireSchema } from '../../contract/wire-schema.ts'
import { splitRoute } from '../../values/address.ts'
import { accountProblems, type ProblemCode, problems } from '../../values/problems.ts'
import { toWire, toWireName } from '../../values/wire-names.ts'
import { headersOf } from './headers.ts'
import { parameterTexts } from './parameters.ts'
import { isOnce, problemsOf } from './problems.ts'

type Shape = Readonly<Record<string, unknown>>

const jsonType = 'application/json'
const problemType = 'application/problem+json'
const csvType = 'text/csv'

/** Answers of a test server to the examples, by the names of the routes. `npm run generate:examples` writes them. */
const readAnswers = () =>
  JSON.parse(readFileSync(new URL('./account-answers.json', import.meta.url), 'utf8')) as Readonly<
    Record<string, unknown>
  >

const text = { type: 'string' }
const refer = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

const Problem = {
  type: 'object',
  description: 'An error, as RFC 9457 defines it.',
  required: ['type', 'title', 'status', 'detail', 'code', 'hint'],
  properties: {
    type: { ...text, description: 'the path of the page that describes the code' },
    title: { ...text, description: 'the name of the status' },
    status: { type: 'integer' },
    detail: { ...text, description: 'describes the error to a person; may change' },
    code: {
      ...text,
      enum: Object.keys(accountProblems),
      description: 'identifies the error to a program; never changes',
    },
    hint: { ...text, description: 'tells a person what to do next; may change' },
    errors: {
      type: 'array',
      description: 'invalid fields or parameters',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: text, message: text },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
}

/** Bodies of the specification, which the account API keeps for credentials. */
const authenticationErrors: Readonly<Record<number, Shape>> = {
  400: {
    schema: { type: 'object', required: ['error'], properties: { error: text } },
    example: { error: 'No authorization headers' },
  },
  401: {
    schema: { type: 'object', required: ['code', 'message'], properties: { code: { type: 'integer' }, message: text } },
    example: { code: 120, message: 'Invalid Authentication Parameters' },
  },
}

const parameters = {
  Account: {
    name: 'Ngoma-Account',
    in: 'header',
    description: 'id of the account; required with a session, and ignored with a key or token',
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      '1 to 255 characters of your choice. For 24 hours, a repeated request with the same key and body gets the stored response and has no further effect',
    schema: { ...text, minLength: 1, maxLength: 255 },
  },
}

/** The part of the document about the account API, from its contract. */
export function describeAccountApi() {
  const answers = readAnswers()
  const operations = Object.values<Operation>(accountApiRoutes)
  const named = nameItems(operations)
  const show = (schema: TSchema) => replaceNamed(schema, named)
  const paths: Record<string, Record<string, Shape>> = {}
  const errors: Record<string, Shape> = {}
  for (const operation of operations) {
    const { method, pattern } = splitRoute(operation.route)
    const path = pattern.replaceAll(/:(\w+)/g, '{$1}')
    const { responses, ...described } = describe(operation, show, answers[operation.id])
    const refused = [...problemsOf(operation)].map(([status, codes]) => {
      const name = codes.join('.')
      errors[name] ??= describeProblems(status, codes)
      return [status, refer('responses', name)]
    })
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { ...described, responses: { ...responses, ...Object.fromEntries(refused) } },
    }
  }
  const items = [...named].map(([schema, name]) => [name, replaceNamed(schema, named, true)])
  return {
    paths,
    tags: Object.entries(topics).map(([topic, [, title, , description]]) => ({
      name: tagOf(topic),
      'x-displayName': title,
      description,
    })),
    components: {
      schemas: { Problem, ...Object.fromEntries(items) },
      parameters,
      headers: Object.fromEntries(
        [200, 429].flatMap((status) =>
          Object.entries(headersOf(status, { isOnce: true })).map(([name, { description, ...schema }]) => [
            name,
            { description, schema },
          ]),
        ),
      ),
      responses: errors,
    },
  }
}

const tagOf = (topic: string) => `v2-${topic}`

function describe(operation: Operation, show: (schema: TSchema) => unknown, given: unknown) {
  const { id, summary, description, parameters: texts = {}, example, isBinary = false } = operation
  const { route, query, body, answer, status = 200, scope = '', may } = operation
  const { pattern } = splitRoute(route)
  const names = Object.keys((query as TObject | undefined)?.properties ?? {})
  const about = [description, `Scope: \`${scope}\`. Role of users: ${may}.`].filter(Boolean).join(' ')
  return {
    operationId: id,
    summary,
    description: about,
    tags: [tagOf(id.replace(/\..*/, ''))],
    'x-role': may,
    security: [{ key: [scope] }, { token: [scope] }, { session: [] }],
    parameters: [
      ...[...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => describePathParameter(name)),
      ...names.map((name) => ({
        name: toWireName(name),
        in: 'query',
        description: texts[name] ?? parameterTexts[name],
        schema: numbers.has(name) ? number : (query as TObject).properties[name],
      })),
      ...(isOnce(operation) ? [refer('parameters', 'IdempotencyKey')] : []),
      refer('parameters', 'Account'),
    ],
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content:
          body === CsvFile
            ? { [csvType]: { schema: text, example } }
            : { [jsonType]: { schema: show(wireSchema(body)), example: toWire(example) } },
      },
    }),
    responses: {
      [status]: {
        description: answer === Nothing ? 'Done.' : 'The result.',
        headers: headers(status, isOnce(operation)),
        ...describeAnswer(answer, show, given, isBinary),
      },
    },
  }
}

function describeAnswer(
  answer: TSchema,
  show: (schema: TSchema) => unknown,
  example: unknown,
  isBinary: boolean,
): Shape {
  if (answer === Nothing) return {}
  if (answer === File) return { content: { [isBinary ? 'application/octet-stream' : csvType]: { schema: text } } }
  return { content: { [jsonType]: { schema: show(wireSchema(answer)), example } } }
}

/** Other query parameters are texts. */
const numbers = new Set(['limit', 'book', 'credential', 'event', 'request', 'segment'])
const number = { type: 'integer', minimum: 1 }

const notIds: Readonly<Record<string, string>> = {
  phone: 'the phone number, in local or international form',
  product: 'the name of the product, such as `SMS`',
}

const describePathParameter = (name: string) => ({
  name,
  in: 'path',
  required: true,
  description: notIds[name] ?? `the id of the ${name}`,
  schema: text,
})

const headers = (status: number, isReplayed = false) =>
  Object.fromEntries(
    Object.keys(headersOf(status, { isOnce: isReplayed })).map((name) => [name, refer('headers', name)]),
  )

const describeProblems = (status: number, codes: readonly ProblemCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${problems[code][1]}`).join(' '),
  headers: headers(status),
  content: {
    [problemType]: { schema: { allOf: [refer('schemas', 'Problem'), { properties: { code: { enum: codes } } }] } },
    ...(authenticationErrors[status] && { [jsonType]: authenticationErrors[status] }),
  },
})

/** The items of lists become types of the document. */
function nameItems(operations: readonly Operation[]): ReadonlyMap<TSchema, string> {
  return new Map(
    operations.flatMap(({ answer, id }) => {
      const [topic = '', action] = id.split('.')
      const name = topics[topic as keyof typeof topics][2]
      const { data } = (answer as TObject).properties ?? {}
      return action === 'list' && name !== null && data && 'items' in data
        ? [[wireSchema(data.items as TSchema), name] as const]
        : []
    }),
  )
}

function replaceNamed(value: unknown, named: ReadonlyMap<unknown, string>, isNamed = false): unknown {
  const name = isNamed ? undefined : named.get(value)
  if (name !== undefined) return refer('schemas', name)
  if (Array.isArray(value)) return value.map((one) => replaceNamed(one, named))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceNamed(one, named)]))
}
