import { isReady } from './http-smsc.ts'
import type { Smsc } from './list-smscs.ts'
import { comment, create, listOf, orContinue, quote } from './script.ts'

/** A route that replaces the prefixes of an smsc group. */
interface PlannedRoute {
  readonly smsc: Smsc
  /** Empty for all numbers. */
  readonly prefix: string
  readonly place: number
  readonly stop: boolean
}

const isConverted = ({ group }: Smsc) => /^(?:smpp|http)$/.test(group.settings.get('smsc') ?? '')

interface Prefixes {
  readonly allowed: readonly string[]
  readonly preferred: readonly string[]
  readonly denied: readonly string[]
  /** Those that routes cannot have. */
  readonly bad: readonly string[]
}

function prefixesOf({ group: { settings } }: Smsc): Prefixes {
  const read = (name: string) => listOf(settings.get(name)).map((prefix) => prefix.replace(/^(?:\+|00)/, ''))
  const isGood = (prefix: string) => /^[1-9]\d{0,14}$/.test(prefix)
  const lists = [read('allowed-prefix'), read('preferred-prefix'), read('denied-prefix')] as const
  const [allowed, preferred, denied] = lists.map((list) => list.filter(isGood))
  return {
    allowed: allowed ?? [],
    preferred: preferred ?? [],
    denied: denied ?? [],
    bad: [...new Set(lists.flat())].filter((prefix) => !isGood(prefix)),
  }
}

const covers = (prefixes: readonly string[], prefix: string) => prefixes.some((one) => prefix.startsWith(one))
const has = ({ group }: Smsc, name: string) => listOf(group.settings.get(name)).length > 0
/** In Kannel, a group with both lists refuses only denied numbers that are not allowed. */
const isLimited = (smsc: Smsc) => has(smsc, 'allowed-prefix') && !has(smsc, 'denied-prefix')

function accepts(smsc: Smsc, prefix: string): boolean {
  const { allowed, denied } = prefixesOf(smsc)
  return covers(allowed, prefix) || (!isLimited(smsc) && !covers(denied, prefix))
}

/** The first of equal criteria is the one that prefers the numbers, then the one that comes first in the file. */
function carriersFor(prefix: string, smscs: readonly Smsc[], denied: ReadonlySet<string>): Smsc[] {
  const own = smscs.filter((smsc) => {
    const { allowed, preferred } = prefixesOf(smsc)
    const isNamed = prefix === '' || denied.has(prefix) || allowed.includes(prefix) || preferred.includes(prefix)
    return isNamed && accepts(smsc, prefix)
  })
  const rank = (smsc: Smsc) => {
    const { preferred } = prefixesOf(smsc)
    if (prefix === '') return preferred.length > 0 ? 1 : 0
    return covers(preferred, prefix) ? 0 : 1
  }
  return own.toSorted((one, other) => rank(one) - rank(other))
}

/** The routes to these carriers. `isForced` keeps messages from other routes. */
function planRoutes(smscs: readonly Smsc[], isForced: boolean): PlannedRoute[] {
  const denied = new Set(smscs.flatMap((smsc) => prefixesOf(smsc).denied))
  const all = smscs.flatMap((smsc) => {
    const { allowed, preferred } = prefixesOf(smsc)
    return [...allowed, ...preferred]
  })
  // Longer prefixes are tried first.
  const prefixes = [...new Set(['', ...denied, ...all])].toSorted((one, other) => other.length - one.length)
  const routes = prefixes.flatMap((prefix) =>
    carriersFor(prefix, smscs, denied).map((smsc, index) => ({ smsc, prefix, place: index + 1 })),
  )
  return routes.map((route, index) => {
    const { prefix } = route
    const later = routes.slice(index + 1).filter((one) => prefix.startsWith(one.prefix))
    const earlier = routes.slice(0, index + 1).filter((one) => one.prefix === prefix)
    const isNew = ({ smsc }: { readonly smsc: Smsc }) => !earlier.some((one) => one.smsc === smsc)
    const isLast = !later.some((one) => isNew(one) && accepts(one.smsc, prefix))
    return { ...route, stop: isLast && (isForced || later.some((one) => !accepts(one.smsc, prefix))) }
  })
}

function lineOf({ smsc, prefix, place, stop }: PlannedRoute, at: readonly string[]): string {
  const line = create(
    ...['route', 'add', '--carrier', smsc.name, ...at],
    ...(prefix === '' ? [] : ['--prefix', prefix]),
    ...(place === 1 ? [] : ['--place', String(place)]),
    ...(stop ? ['--stop'] : []),
  )
  // A route needs its carrier.
  return isReady(smsc.group) ? orContinue(line) : comment(line)
}

/** Shorter prefixes first, as people write them. */
const inOrder = (routes: readonly PlannedRoute[]) =>
  routes.toSorted((one, other) => one.prefix.length - other.prefix.length || one.place - other.place)

/** The routes of all accounts to one of the carriers. */
export function carrierRoutes(smsc: Smsc, smscs: readonly Smsc[]): string[] {
  const routes = planRoutes(smscs.filter(isConverted), false)
  const own = inOrder(routes.filter((one) => one.smsc === smsc))
  const { denied, bad } = prefixesOf(smsc)
  const first = own.find(({ place }) => place > 1)
  const before = routes.find((one) => one.prefix === first?.prefix && one.place === 1)
  return [
    ...(before === undefined
      ? []
      : [comment(`Kannel balances over carriers with the same numbers. Here ${before.smsc.name} comes first:`)]),
    ...own.map((route) => lineOf(route, [])),
    ...denied
      .filter((prefix) => !accepts(smsc, prefix) && !routes.some((one) => one.prefix === prefix))
      .map((prefix) => comment(`denied-prefix ${prefix}: no other carrier accepts it, so it is not denied`)),
    ...bad.map((prefix) => comment(`prefix ${quote(prefix)}: routes need prefixes with a country code`)),
  ]
}

/** The routes of one account to its own carriers, with the prefixes of these. */
export function accountRoutes(smscs: readonly Smsc[], isForced: boolean, at: readonly string[]): string[] {
  const routes = inOrder(planRoutes(smscs.filter(isConverted), isForced))
  const isOpen = routes.some(({ prefix }) => prefix === '')
  return [
    ...routes.map((route) => lineOf(route, at)),
    ...(isForced && !isOpen
      ? [comment('Other numbers take the routes of all accounts; Kannel refused them for this user.')]
      : []),
  ]
}
