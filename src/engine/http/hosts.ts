import type { FastifyRequest } from 'fastify'

/** Answers to everybody, on every host: health, metrics, documentation. */
export const openArea = 'open'

/** What the dashboard and the command line use: people sign in there, and every route says who may call it. */
export const consoleArea = 'console'

/** The host names that areas (a product, the console) have of their own. */
export type Hosts = ReadonlyMap<string, readonly string[]>

/**
 * Whether an area answers on a host. With names of its own it answers on those alone; without, on every host that is
 * known. When no area has any, all hosts are known.
 */
export function answersOn(hosts: Hosts, area: string | null, host: string): boolean {
  if (area === openArea || hosts.size === 0) return true
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
