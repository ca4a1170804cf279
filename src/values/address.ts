import { toWire } from './wire-names.ts'

/** A query parameter. Empty values are left out, so that an empty form field does not filter. */
export type Param = string | number | boolean | null | undefined | readonly string[]

interface Parts {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, Param>>
}

/** Fills a path pattern: `/accounts/:account/senders` with account 1 becomes `/accounts/1/senders`. */
export function fillPath(pattern: string, values: Parts['path'] = {}): string {
  return pattern.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === '') throw new Error(`The path ${pattern} needs a value for ${name}`)
    return encodeURIComponent(value)
  })
}

/** Builds a path with its query. A list becomes repeated parameters. */
export function addressOf(pattern: string, { path, query = {} }: Parts): string {
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) {
      if (value !== null && value !== undefined && value !== '') search.append(name, String(value))
    }
  }
  return `${fillPath(pattern, path)}${search.size === 0 ? '' : `?${search}`}`
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Splits a route name such as `GET /accounts`. */
export function splitRoute(route: `${Method} ${string}`): { readonly method: Method; readonly pattern: string } {
  const [method, pattern = ''] = route.split(' ')
  return { method: method as Method, pattern }
}

const consoleRoot = '/console/v1'
/** The start of all paths of the account API. */
export const accountApiRoot = '/v2/'

/** Whether a route belongs to the account API, which has other names on the wire. */
export const isOfAccountApi = (route: string): boolean => route.includes(` ${accountApiRoot}`)

interface Call {
  readonly method: Method
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** The call of a route of the console or the account API. Routes of the account API get the account in a header. */
export function callOf(route: `${Method} ${string}`, { path, query }: Parts): Call {
  const { method, pattern } = splitRoute(route)
  if (!isOfAccountApi(route)) return { method, url: consoleRoot + addressOf(pattern, { path, query }), headers: {} }
  const url = addressOf(pattern, { path, query: toWire(query ?? {}) as Parts['query'] })
  return { method, url, headers: { 'Ngoma-Account': String(path?.account ?? '') } }
}

/** The address of a file, which a link opens without headers. */
export function linkTo(route: `${Method} ${string}`, { path, query }: Parts): string {
  return callOf(route, { path, query: isOfAccountApi(route) ? { ...query, account: path?.account } : query }).url
}

/** Identifies the object of a route for caches: the same path under the account for both APIs. */
export function placeOf(route: `${Method} ${string}`, path: Parts['path']): string {
  const { pattern } = splitRoute(route)
  return fillPath(isOfAccountApi(route) ? pattern.replace(accountApiRoot, '/accounts/:account/') : pattern, path)
}
