import type { FastifyRequest } from 'fastify'

/** Routes without authentication, on every host: health, metrics, documentation. */
export const openArea = 'open'

/** Routes of the dashboard and the command line. Users sign in, and every route declares who may call it. */
export const consoleArea = 'console'

/** Routes of the account API under `/v2`. A credential with the scope of the route, or a signed-in user, may call them. */
export const accountArea = 'account'

/** The owner of a route: a product, several products that share it, the console, the account API, or `openArea`. */
export type Area = string | readonly string[]

/** Dedicated host names by area. */
export type Hosts = ReadonlyMap<string, readonly string[]>

/**
 * An area with dedicated host names is served only there; other areas are served on every known host. When no area has
 * dedicated names, every host is known. A route of several products is served where any of them is.
 */
export function answersOn(hosts: Hosts, area: Area | null, host: string): boolean {
  if (area === openArea || hosts.size === 0) return true
  if (area !== null && typeof area !== 'string') return area.some((one) => answersOn(hosts, one, host))
  const own = area === null ? undefined : hosts.get(area)
  return own ? own.includes(host) : [...hosts.values()].some((names) => names.includes(host))
}

/** The host that the client or a trusted proxy sent, in lower case, without port and trailing dot. */
export function hostOf(request: FastifyRequest): string {
  return (request.hostname ?? '').toLowerCase().replace(/\.$/, '')
}
