import type { ListRoute, RequestOf } from '../contract/console/index.ts'
import type { Operation } from '../contract/route.ts'
import { isOfAccountApi } from '../values/address.ts'
import type { ConsoleClient } from './client.ts'
import { Failure } from './command.ts'
import { itemOf, listOfOption, listOfParameter, nameOf, nounOf, type Parts, parametersOf } from './derived-uses.ts'
import { walk } from './lists.ts'
import { fieldsOf } from './schema-fields.ts'
import type { FieldOption } from './schema-options.ts'

/** Names in place of IDs. */

/** Options with their values, in order. */
export type Values = readonly (readonly [FieldOption, unknown])[]

export interface Account {
  readonly account?: string
}

/** Builds a body or a query from the values of options. */
export async function merge(
  console: ConsoleClient,
  account: Account,
  values: Values,
): Promise<Record<string, unknown>> {
  const merged: Record<string, unknown> = {}
  for (const [{ path, refersTo }, value] of values) {
    let target = merged
    for (const step of path.slice(0, -1)) {
      target[step] ??= {}
      target = target[step] as Record<string, unknown>
    }
    const list = listOfOption(refersTo)
    target[path.at(-1) ?? ''] = list === undefined ? value : await resolveAll(console, list, account, value)
  }
  return merged
}

async function resolveAll(console: ConsoleClient, list: Operation, account: Account, value: unknown): Promise<unknown> {
  if (!Array.isArray(value)) return typeof value === 'string' ? resolve(console, list, account, value) : value
  const found: unknown[] = []
  for (const one of value) found.push(typeof one === 'string' ? await resolve(console, list, account, one) : one)
  return found
}

const digitsOf = (phone: string) => phone.replace(/^(\+|0)/, '').replaceAll(/[ -]/g, '')

/** Whether an item has a name. A phone number may lack its country code. */
function isNamed(item: Readonly<Record<string, unknown>>, names: readonly string[], text: string): boolean {
  return names.some((name) => {
    const value = String(item[name] ?? '').toLowerCase()
    return name === 'phone'
      ? /^\+?\d{7,}$/.test(text) && value.endsWith(digitsOf(text))
      : value === text.trim().toLowerCase()
  })
}

/** The items of a list with this name. */
async function findNamed(
  console: ConsoleClient,
  list: Operation,
  account: Account,
  text: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const found: Readonly<Record<string, unknown>>[] = []
  const search = 'q' in fieldsOf(list.query) ? { q: text.trim() } : undefined
  for await (const item of walk(console, list.route as ListRoute, listRequest(list, account), search)) {
    const one: Readonly<Record<string, unknown>> = { ...item }
    if (isNamed(one, list.names ?? [], text)) found.push(one)
  }
  return found
}

const listRequest = (list: Operation, account: Account) =>
  ({ path: needsAccountOf(list) ? { account: '1', ...account } : {} }) as RequestOf<ListRoute>

const needsAccountOf = (operation: Operation) =>
  isOfAccountApi(operation.route) || parametersOf(operation).includes('account')

/** Finds the ID of an item by its name. A text without a match is an ID if it can be one. */
async function resolve(
  console: ConsoleClient,
  list: Operation,
  account: Account,
  text: string,
): Promise<string | number> {
  const { item } = itemOf(list) ?? { item: list.answer }
  const [key = 'id'] = Object.keys(fieldsOf(item))
  const isNumeric = fieldsOf(item)[key]?.type === 'integer'
  const found = await findNamed(console, list, account, text)
  const [one] = found
  const isId = isNumeric ? /^\d+$/.test(text) : !text.includes('@') && text.length > 20
  const noun = nounOf(nameOf(list))
  if (
    found.length > 1 ||
    (one !== undefined && isId && String(one[key]) !== text && (await findById(console, list, account, key, text)))
  )
    throw new Failure(`${JSON.stringify(text)} is more than one ${noun}. Use its ID: run "ngoma ${nameOf(list)}".`)
  if (one !== undefined) return one[key] as string | number
  if (isId) return isNumeric ? Number(text) : text
  throw new Failure(`unknown ${noun} ${JSON.stringify(text)}. Run "ngoma ${nameOf(list)}" for a list.`)
}

/** A number may be the name of one item and the ID of another. */
async function findById(
  console: ConsoleClient,
  list: Operation,
  account: Account,
  key: string,
  text: string,
): Promise<boolean> {
  for await (const item of walk(console, list.route as ListRoute, listRequest(list, account))) {
    if (String((item as Readonly<Record<string, unknown>>)[key]) === text) return true
  }
  return false
}

export async function resolvePath(
  console: ConsoleClient,
  operation: Operation,
  account: Account,
  named: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string | number>>> {
  const path: Record<string, string | number> = {}
  for (const [name, text] of Object.entries(named)) {
    const list = listOfParameter(operation, name)
    path[name] = list === undefined ? text : await resolve(console, list, account, text)
  }
  return path
}

/** For `--if-missing`: the object with the same name. Without names, an object is the same if it has the same fields. */
export async function findExisting(
  console: ConsoleClient,
  { existing, operation }: Parts,
  account: Account,
  body: unknown,
): Promise<unknown> {
  const values = body as Readonly<Record<string, unknown>>
  if (existing === undefined) return undefined
  const name = (existing.names ?? []).map((one) => values[one]).find(Boolean)
  if (typeof name === 'string') return (await findNamed(console, existing, account, name))[0]
  const isEmpty = (value: unknown) => !value || typeof value === 'number'
  for await (const item of walk(console, existing.route as ListRoute, listRequest(existing, account))) {
    const one: Readonly<Record<string, unknown>> = { ...item }
    const fields = Object.keys(fieldsOf(operation.body))
    if (fields.every((field) => (values[field] === undefined ? isEmpty(one[field]) : values[field] === one[field])))
      return one
  }
  return undefined
}
