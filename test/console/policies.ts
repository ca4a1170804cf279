/** The policy of every route, as lines: who may call it, where, with which audit action and which limits. */
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { accountArea, consoleArea } from '../../src/engine/http/index.ts'
import { findProducts } from '../../src/modules/accounts/rules.ts'
import { authPath, type Endpoint, endpoints } from '../../src/modules/users/endpoints.ts'

export type ServedRoute = ReturnType<FastifyInstance['listRoutes']>[number]

export const policiesFile = new URL('./policies.txt', import.meta.url)

/** How a route of the public API authenticates. The console has sessions, the account API sessions and credentials. */
const callersOf = ({ area }: ServedRoute) =>
  area === consoleArea || area === accountArea || area === null
    ? {}
    : { credential: findProducts(area)?.join('|') ?? 'none' }

/** Fields that sign-in endpoints declare in a table of their own. */
function endpointOf({ method, url }: ServedRoute, ofSignIn: readonly Endpoint[]): Partial<Endpoint> {
  const { operation: _, ...declared } =
    ofSignIn.find(({ operation: { route } }) => route === `${method} ${url.replace(authPath, '/auth')}`) ??
    ({} as Partial<Endpoint>)
  return declared
}

/** `does` is null for a POST that changes nothing. The value of a function is only its name. */
const showField = ([name, value]: readonly [string, unknown]) =>
  value === true || typeof value === 'function' ? name : `${name}=${value === null ? 'nothing' : String(value)}`

const order = ['area', 'credential', 'may', 'scope', 'does', 'reads']

/** One line: the method, the path and every declared field. */
function policyOf(route: ServedRoute, ofSignIn: readonly Endpoint[]): string {
  const { area, config, bodyLimit, method, url } = route
  const { url: _url, method: _method, ...declared } = config as Readonly<Record<string, unknown>>
  const fields = Object.entries({
    area,
    ...callersOf(route),
    ...declared,
    ...endpointOf(route, ofSignIn),
    ...(bodyLimit === null ? {} : { bodyLimit }),
  }).toSorted(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
  return [method, url, ...fields.map(showField)].join(' ')
}

const rankOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

/** By path, without HEAD: the routes of GET answer it with the same policy. All guides have one. */
export const policiesOf = (routes: readonly ServedRoute[], ofSignIn = endpoints): readonly string[] => [
  ...new Set(
    routes
      .filter(({ method }) => method !== 'HEAD')
      .toSorted((a, b) => (a.url === b.url ? (a.method < b.method ? -1 : 1) : a.url < b.url ? -1 : 1))
      .map((route) => ({ ...route, url: route.url.replace(/^\/docs\/guides\/.+/, '/docs/guides/:guide') }))
      .map((route) => policyOf(route, ofSignIn)),
  ),
]

export const readPolicies = (): readonly string[] =>
  readFileSync(policiesFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/** The differences from the stored policies, as a diff. */
export const diffPolicies = (stored: readonly string[], served: readonly string[]): string[] => [
  ...stored.filter((line) => !served.includes(line)).map((line) => `- ${line}`),
  ...served.filter((line) => !stored.includes(line)).map((line) => `+ ${line}`),
]

/** The fields that decide on a call and its audit entry. One route of each kind is tried with all callers. */
export function kindOf({ url, method, area, config }: ServedRoute): string {
  const { may, does, reads, isTraffic, asksProof } = config
  const action = does === undefined ? '' : does === null ? 'no action' : 'action'
  const marks = [
    reads && 'reads',
    isTraffic && 'traffic',
    asksProof === true && 'proof',
    url.includes('/:account') && 'of an account',
  ]
  return [area, method === 'GET' ? 'GET' : 'change', may, action, ...marks].filter(Boolean).join(', ')
}
