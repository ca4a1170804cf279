import { parseId } from '../../values/id.ts'
import { Refusal } from '../../values/refusal.ts'

export const notFound = () => new Refusal(404, 404, 'Not Found')

export interface Route {
  readonly methods: readonly string[]
  readonly pattern: RegExp
}

/** 405 when the path exists for another method. */
export function missing(routes: readonly Route[], url: string): Refusal {
  const path = pathOf(url)
  const allowed = new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))
  return allowed.size === 0 ? notFound() : new Refusal(405, 405, 'Method Not Allowed', { headers: { Allow: [...allowed].join(', ') } })
}

export function patternOf(url: string): RegExp {
  const literal = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/:\w+/g, '[^/]+').replace('\\*', '.*')}/?$`)
}

/**
 * The path as the router reads it: without origin, query and fragment, and decoded. Taken as they came, `/%76%31/send` and `http://host/v1/send` would be
 * no paths of the API to us, and sends to the router.
 */
export function pathOf(url: string): string {
  const [path = ''] = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return path.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** An id in a path, by the name of its place. What is no id is 0, which nothing has. */
export const idIn = (params: unknown, place: string): number => parseId((params as Readonly<Record<string, string>>)[place]) ?? 0
