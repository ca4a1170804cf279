/** Sends the example requests of the reference and makes their answers comparable. */
import { isObject } from '../src/values/json.ts'
import type { Client } from './contacts.ts'
import type { Operation } from './documented.ts'
import type { Change } from './examples.ts'
import type { Answer, World } from './world.ts'

type Method = Parameters<World['request']>[0]

/** Fields that differ in every answer. */
const changing = [
  'id',
  'request_id',
  'transaction_id',
  'pinId',
  'created',
  'timestamp',
  'last_message_at',
  'src',
  'dest_addr',
  'addressbook_id',
]

export interface Asked {
  readonly method: Method
  readonly path: string
  readonly operation: Operation
  readonly query: Change['query']
  readonly headers: Change['headers']
  readonly body: unknown
}

export const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !Array.isArray(value)

/** The example request of an operation, from the document only. */
export function askedBy(method: string, path: string, operation: Operation, body: unknown): Asked {
  const given = (place: string) =>
    Object.fromEntries(parametersOf(operation, place).map(({ name, example }) => [name, example]))
  return {
    method: method.toUpperCase() as Method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => `{${name}=${given('path')[name]}}`),
    operation,
    query: given('query'),
    headers: given('header') as Record<string, string>,
    body,
  }
}

const parametersOf = ({ parameters = [] }: Operation, place: string) => parameters.filter((one) => one.in === place)

export function changed(asked: Asked, { params = {}, query, headers, body }: Change): Asked {
  return {
    ...asked,
    path: Object.entries(params).reduce(
      (path, [name, value]) => path.replace(new RegExp(`\\{${name}=[^}]*\\}`), `{${name}=${value}}`),
      asked.path,
    ),
    query: { ...asked.query, ...query },
    headers: { ...asked.headers, ...headers },
    body: isFields(body) && isFields(asked.body) ? { ...asked.body, ...body } : (body ?? asked.body),
  }
}

export function send(client: Client, { method, path, query = {}, headers, body }: Asked): Promise<Answer> {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const way = path.replace(/\{\w+=([^}]*)\}/g, '$1')
  return client.ask(method, given.length === 0 ? way : `${way}?${new URLSearchParams(given)}`, body, headers)
}

/** Replaces the values of changing fields by their types. */
export function steadyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(steadyOf)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, changing.includes(name) ? typeof one : steadyOf(one)]),
  )
}

/** Masks numbers, and the JSON error that replaces the general hint about bodies. */
export const steadyHint = (hint: unknown = '') =>
  String(hint)
    .replace(/^Ngoma-Hint: /, '')
    .replace(
      /^the body is not valid JSON: [^;]+/,
      'the body must be a JSON object, sent with Content-Type: application/json',
    )
    // The tests set limits of 1, whose hints have a singular noun.
    .replaceAll(/\b1 (request|PIN) (?=an? )/g, '1 $1s ')
    .replaceAll(/\d+/g, '0')

/** The fields of a value and their types. */
export function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(kindOf)
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, kindOf(one)]))
    : typeof value
}
