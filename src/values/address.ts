/** A query parameter. Empty values are left out, so that an empty form field does not filter. */
export type Param = string | number | boolean | null | undefined | readonly string[]

interface Parts {
  readonly path?: Readonly<Record<string, string | number>> | undefined
  readonly query?: Readonly<Record<string, Param>> | undefined
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

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Splits a route name such as `GET /accounts`. */
export function splitRoute(route: `${Method} ${string}`): { readonly method: Method; readonly pattern: string } {
  const [method, pattern = ''] = route.split(' ')
  return { method: method as Method, pattern }
}
