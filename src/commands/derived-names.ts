import type { ListRoute, RequestOf } from '../contract/console/index.ts'
import type { Operation } from '../contract/route.ts'
import { isOfAccountApi } from '../values/address.ts'
import type { ConsoleClient } from './client.ts'
import { Failure } from './command.ts'
import { itemOf, listOfOption, listOfParameter, nameOf, nounOf, type Parts, parametersOf } from './derived-uses.ts'
import { walk } from './lists.ts'
import { fieldsOf } from './schema-fields.ts'
import type { FieldOption } from './schema-options.ts'

export type Values = readonly (readonly [FieldOption, unknown])[]

/** Who asks, and for which account. */
export interface Caller {
  readonly console: ConsoleClient
  readonly account: { readonly account?: string }
}

type Item = Readonly<Record<string, unknown>>

export async function merge(caller: Caller, values: Values): Promise<Record<string, unknown>> {
  const merged: Record<string, unknown> = {}
  for (const [{ path, refersTo }, value] of values) {
    let target = merged
    for (const step of path.slice(0, -1)) {
      target[step] ??= {}
      target = target[step] as Record<string, unknown>
    }
    const list = listOfOption(refersTo)
    target[path.at(-1) ?? ''] = list === undefined ? value : await resolveAll(caller, list, value)
  }
  return merged
}

async function resolveAll(caller: Caller, list: Operation, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return resolve(caller, list, value)
  if (!Array.isArray(value)) return value
  const found: unknown[] = []
  for (const one of value) found.push(await resolveAll(caller, list, one))
  return found
}

const digitsOf = (phone: string) => phone.replace(/^(\+|0)/, '').replaceAll(/[ -]/g, '')

/** Whether an item has a name. A phone number may lack its country code. */
function isNamed(item: Item, names: readonly string[], text: string): boolean {
  return names.some((name) => {
    const value = String(item[name] ?? '').toLowerCase()
    return name === 'phone'
      ? /^\+?\d{7,}$/.test(text) && value.endsWith(digitsOf(text))
      : value === text.trim().toLowerCase()
  })
}

async function* itemsIn({ console, account }: Caller, list: Operation, search = {}): AsyncGenerator<Item> {
  const needsAccount = isOfAccountApi(list.route) || parametersOf(list).includes('account')
  const request = { path: needsAccount ? { account: '1', ...account } : {} } as RequestOf<ListRoute>
  for await (const item of walk(console, list.route as ListRoute, request, search)) yield { ...item }
}

async function findNamed(caller: Caller, list: Operation, text: string): Promise<readonly Item[]> {
  const found: Item[] = []
  const search = 'q' in fieldsOf(list.query) ? { q: text.trim() } : {}
  for await (const item of itemsIn(caller, list, search)) if (isNamed(item, list.names ?? [], text)) found.push(item)
  return found
}

/** Finds the ID of an item by its name. A text without a match is an ID if it can be one. */
async function resolve(caller: Caller, list: Operation, text: string): Promise<string | number> {
  const { item } = itemOf(list) ?? { item: list.answer }
  const [key = 'id'] = Object.keys(fieldsOf(item))
  const isNumeric = fieldsOf(item)[key]?.type === 'integer'
  const found = await findNamed(caller, list, text)
  const [one] = found
  const isId = isNumeric ? /^\d+$/.test(text) : !text.includes('@') && text.length > 20
  const noun = nounOf(nameOf(list))
  if (
    found.length > 1 ||
    (one !== undefined && isId && String(one[key]) !== text && (await hasId(caller, list, key, text)))
  )
    throw new Failure(`${JSON.stringify(text)} is more than one ${noun}. Use its ID: run "ngoma ${nameOf(list)}".`)
  if (one !== undefined) return one[key] as string | number
  if (isId) return isNumeric ? Number(text) : text
  throw new Failure(`unknown ${noun} ${JSON.stringify(text)}. Run "ngoma ${nameOf(list)}" for a list.`)
}

/** A number may be the name of one item and the ID of another. */
async function hasId(caller: Caller, list: Operation, key: string, text: string): Promise<boolean> {
  for await (const item of itemsIn(caller, list)) if (String(item[key]) === text) return true
  return false
}

export async function resolvePath(
  caller: Caller,
  operation: Operation,
  named: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string | number>>> {
  const path: Record<string, string | number> = {}
  for (const [name, text] of Object.entries(named)) {
    const list = listOfParameter(operation, name)
    path[name] = list === undefined ? text : await resolve(caller, list, text)
  }
  return path
}

/** For `--if-missing`: the object with the same name. Without names, an object is the same if it has the same fields. */
export async function findExisting(caller: Caller, { existing, operation }: Parts, body: unknown): Promise<unknown> {
  const values = body as Item
  if (existing === undefined) return undefined
  const name = (existing.names ?? []).map((one) => values[one]).find(Boolean)
  if (typeof name === 'string') return (await findNamed(caller, existing, name))[0]
  const isEmpty = (value: unknown) => !value || typeof value === 'number'
  const fields = Object.keys(fieldsOf(operation.body))
  for await (const one of itemsIn(caller, existing))
    if (fields.every((field) => (values[field] === undefined ? isEmpty(one[field]) : values[field] === one[field])))
      return one
  return undefined
}
