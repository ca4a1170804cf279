import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { accountApiRoot } from '../../values/address.ts'
import { parseId } from '../../values/id.ts'
import { Refusal } from '../../values/refusal.ts'

const pathsHint = 'see /docs for the paths of the API; a product with its own host name is served only there'

export const notFound = (hint = pathsHint) => new Refusal(404, 404, 'Not Found', { hint })

export interface Route {
  readonly methods: readonly string[]
  readonly pattern: RegExp
  /** Null for routes that are not part of the public API. */
  readonly publicUrl: string | null
}

/** Returns 405 when the path exists for other methods only, otherwise 404. */
export function missing(routes: readonly Route[], method: string, url: string): Refusal {
  const path = pathOf(url)
  const allowed = new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))
  if (allowed.has(method)) return notFound()
  if (allowed.size > 0)
    return new Refusal(405, 405, 'Method Not Allowed', {
      headers: { Allow: [...allowed].join(', ') },
      hint: `use ${[...allowed].join(', ')} for this path`,
    })
  const nearest = findNearest(new Set(routes.flatMap(({ publicUrl }) => publicUrl ?? [])), path)
  return nearest === null ? notFound() : notFound(`did you mean ${nearest}? See /docs for the paths of the API`)
}

/**
 * Finds the only path with the same last segment, or the same last but one (the last may be an id), if possible of the
 * same API. Null when none or several match.
 */
function findNearest(urls: ReadonlySet<string>, path: string): string | null {
  const lists = new Set([...urls].map((url) => url.replace(/\/:\w+$/, '')))
  const parts = path.toLowerCase().split('/').filter(Boolean)
  for (const part of [parts.at(-1), parts.at(-2)]) {
    const found = part === undefined ? [] : [...lists].filter((url) => url.endsWith(`/${part}`))
    const own = found.filter((url) => url.startsWith(accountApiRoot) === path.startsWith(accountApiRoot))
    if (found.length > 0) return [own, found].find(({ length }) => length === 1)?.[0] ?? null
  }
  return null
}

export function patternOf(url: string): RegExp {
  const literal = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/:\w+/g, '[^/]+').replace('\\*', '.*')}/?$`)
}

/**
 * The path as the router reads it: decoded, without origin, query and fragment. Otherwise the router would treat
 * `/%76%31/send` or `http://host/v1/send` as a send, while our own checks would not recognize the path.
 */
export function pathOf(url: string): string {
  const [path = ''] = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return decodeAscii(path)
}

const decodeAscii = (text: string) =>
  text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * The path for the log, without segments that match. Tests each segment once: a pattern over the whole path would take
 * quadratic time on long paths.
 */
export function cutPersonal(url: string, personal: RegExp): string {
  const [path = ''] = url.split(/[?#]/, 1)
  return path
    .split('/')
    .map((segment) => (personal.test(decodeAscii(segment)) ? '…' : segment))
    .join('/')
}

const methodsAsked = new WeakMap<IncomingMessage, string>()

export function routeAs(method: string, request: IncomingMessage): void {
  methodsAsked.set(request, request.method ?? '')
  request.method = method
}

/** The method that the client sent, also after `routeAs`. */
export const originalMethod = ({ raw, method }: FastifyRequest): string => methodsAsked.get(raw) ?? method

/** Parses an id parameter. An invalid id becomes 0, which no row has. */
export const idIn = (params: unknown, place: string): number =>
  parseId((params as Readonly<Record<string, string>>)[place]) ?? 0
