import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { parseId } from '../../values/id.ts'
import { Refusal } from '../../values/refusal.ts'

const whereToLook =
  '/docs lists the paths of the API; where products have hosts of their own, each answers on its own alone'

export const notFound = (hint = whereToLook) => new Refusal(404, 404, 'Not Found', { hint })

export interface Route {
  readonly methods: readonly string[]
  readonly pattern: RegExp
  /** Null when it is none of the API's own. */
  readonly publicUrl: string | null
}

/** 405 when the path exists for other methods alone. Whoever takes this one may still find nothing there. */
export function missing(routes: readonly Route[], method: string, url: string): Refusal {
  const path = pathOf(url)
  const allowed = new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))
  if (allowed.has(method)) return notFound()
  if (allowed.size > 0)
    return new Refusal(405, 405, 'Method Not Allowed', {
      headers: { Allow: [...allowed].join(', ') },
      hint: `this path takes ${[...allowed].join(', ')}`,
    })
  const nearest = findNearest(new Set(routes.flatMap(({ publicUrl }) => publicUrl ?? [])), path)
  return nearest === null ? notFound() : notFound(`perhaps you mean ${nearest}; /docs lists the paths of the API`)
}

/**
 * The one path that ends like this one, or like what comes before its last part, which may be an id. Null when there is
 * none, or several.
 */
function findNearest(urls: ReadonlySet<string>, path: string): string | null {
  const lists = new Set([...urls].map((url) => url.replace(/\/:\w+$/, '')))
  const parts = path.toLowerCase().split('/').filter(Boolean)
  for (const part of [parts.at(-1), parts.at(-2)]) {
    const found = part === undefined ? [] : [...lists].filter((url) => url.endsWith(`/${part}`))
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null
  }
  return null
}

export function patternOf(url: string): RegExp {
  const literal = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/:\w+/g, '[^/]+').replace('\\*', '.*')}/?$`)
}

/**
 * The path as the router reads it: without origin, query and fragment, and decoded. Taken as they came, `/%76%31/send`
 * and `http://host/v1/send` would be no paths of the API to us, and sends to the router.
 */
export function pathOf(url: string): string {
  const [path = ''] = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return decodeAscii(path)
}

const decodeAscii = (text: string) =>
  text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * The path for the log, without segments that match, encoded or not. Each segment is tested once: a pattern that spans
 * whole segments would take quadratic time on a long path.
 */
export function cutPersonal(url: string, personal: RegExp): string {
  const [path = ''] = url.split(/[?#]/, 1)
  return path
    .split('/')
    .map((segment) => (personal.test(decodeAscii(segment)) ? '…' : segment))
    .join('/')
}

const methodsAsked = new WeakMap<IncomingMessage, string>()

/** Reads a request as one of another method. */
export function readAs(method: string, request: IncomingMessage): void {
  methodsAsked.set(request, request.method ?? '')
  request.method = method
}

/** With which method a request came, whatever it is read as: what its developer looks for. */
export const originalMethod = ({ raw, method }: FastifyRequest): string => methodsAsked.get(raw) ?? method

/** An id in a path, by the name of its place. What is no id is 0, which nothing has. */
export const idIn = (params: unknown, place: string): number =>
  parseId((params as Readonly<Record<string, string>>)[place]) ?? 0
