import type { FastifyRequest } from 'fastify'

/** Answers to everybody, on every host: health, metrics, documentation. */
export const openArea = 'open'

/** What the dashboard and the command line use: people sign in there, and every route says who may call it. */
export const consoleArea = 'console'

/** Whose route it is: a product, the console, or open to everybody. A route that several products share lists them. */
export type Area = string | readonly string[]

/** The host names that areas (a product, the console) have of their own. */
export type Hosts = ReadonlyMap<string, readonly string[]>

/**
 * Whether an area answers on a host. With names of its own it answers on those alone; without, on every host that is
 * known. When no area has any, all hosts are known. A route of several products answers where any of them does.
 */
export function answersOn(hosts: Hosts, area: Area | null, host: string): boolean {
  if (area === openArea || hosts.size === 0) return true
  if (area !== null && typeof area !== 'string') return area.some((one) => answersOn(hosts, one, host))
  const own = area === null ? undefined : hosts.get(area)
  return own ? own.includes(host) : [...hosts.values()].some((names) => names.includes(host))
}

/**
 * As the client wrote it, or as a trusted proxy passed it on; without its port, in lower case, and without the dot that
 * ends a full name.
 */
export function hostOf(request: FastifyRequest): string {
  return (request.hostname ?? '').toLowerCase().replace(/\.$/, '')
}
