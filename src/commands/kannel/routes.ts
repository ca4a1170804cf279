import { isReady } from './http-smsc.ts'
import { isReceiver, type Smsc } from './list-smscs.ts'
import { comment, create, isYes, listOf, orContinue, quote } from './script.ts'

/** A route that replaces the prefixes of an smsc group. */
interface PlannedRoute {
  readonly smsc: Smsc
  /** Empty for all numbers. */
  readonly prefix: string
  readonly place: number
  readonly stop: boolean
}

const isConverted = ({ group }: Smsc) => /^(?:smpp|http)$/.test(group.settings.get('smsc') ?? '')

function prefixesOf({ group: { settings } }: Smsc) {
  const read = (name: string) => listOf(settings.get(name)).map((prefix) => prefix.replace(/^(?:\+|00)/, ''))
  const isGood = (prefix: string) => /^[1-9]\d{0,14}$/.test(prefix)
  const lists = [read('allowed-prefix'), read('preferred-prefix'), read('denied-prefix')] as const
  const [allowed, preferred, denied] = lists.map((list) => list.filter(isGood))
  return {
    allowed: allowed ?? [],
    preferred: preferred ?? [],
    denied: denied ?? [],
    /** Those that routes cannot have. */
    bad: [...new Set(lists.flat())].filter((prefix) => !isGood(prefix)),
    badDenied: lists[2].filter((prefix) => !isGood(prefix)),
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

/** The smsc-id of messages: the one that a user must or may name. Null for messages without one. */
type SmscId = string | null

/** As Kannel does: an allowed list replaces the denied one, and messages without an id need a carrier without an allowed list. */
function acceptsId({ group: { settings } }: Smsc, id: SmscId): boolean {
  const listed = (name: string) => id !== null && listOf(settings.get(name)).includes(id)
  return settings.has('allowed-smsc-id') ? listed('allowed-smsc-id') : !listed('denied-smsc-id')
}

/** The first setting that limits messages in a way that routes cannot express; null if there is none. */
function limitOf(smsc: Smsc, id: SmscId): string | null {
  const { settings } = smsc.group
  const given = (...names: readonly string[]) => names.find((name) => settings.has(name))
  if (smsc.limit !== undefined) return smsc.limit
  if (isReceiver(smsc.group)) return 'receive-port without a port: Kannel only receives over this carrier'
  if (isYes(settings.get('dead-start'))) return 'dead-start: Kannel does not use this carrier until it is started'
  const pattern = given('allowed-prefix-regex', 'denied-prefix-regex', ...(id === null ? [] : ['denied-smsc-id-regex']))
  if (pattern !== undefined) return `${pattern}: routes have no regular expressions`
  const ids = given('allowed-smsc-id', 'allowed-smsc-id-regex')
  if (id === null && ids !== undefined)
    return `${ids}: only messages that name one of these use this carrier. Add routes with --account for the accounts that do`
  if (id !== null && ids === 'allowed-smsc-id-regex') return `${ids}: routes have no regular expressions`
  if (!acceptsId(smsc, id))
    return `${given('allowed-smsc-id', 'denied-smsc-id')}: this carrier refuses messages for ${id}`
  const [bad] = prefixesOf(smsc).badDenied
  return bad === undefined ? null : `denied-prefix ${bad}: routes need prefixes with a country code`
}

/** Leaves out carriers until each of the others gets only messages that Kannel would give to it. */
function planLive(smscs: readonly Smsc[], id: SmscId, isForced: boolean) {
  // Carriers whose routes would carry more messages than in Kannel, and why.
  const limits = new Map<Smsc, string>()
  let open = smscs.filter((smsc) => isConverted(smsc) && isReady(smsc.group))
  for (;;) {
    const routes = planRoutes(open, isForced)
    const problemOf = (smsc: Smsc) => {
      const limit = limitOf(smsc, id)
      if (limit !== null) return limit
      const own = routes.filter((one) => one.smsc === smsc)
      const isReached = (prefix: string) =>
        own.some((one) => prefix.startsWith(one.prefix)) && !routes.some((one) => one.prefix === prefix)
      const reached = prefixesOf(smsc).denied.find((prefix) => !accepts(smsc, prefix) && isReached(prefix))
      return reached === undefined
        ? null
        : `denied-prefix ${reached}: no other carrier accepts it, and routes cannot exclude a prefix`
    }
    for (const smsc of open) {
      const problem = problemOf(smsc)
      if (problem !== null) limits.set(smsc, problem)
    }
    if (!open.some((smsc) => limits.has(smsc))) return { routes, limits }
    open = open.filter((smsc) => !limits.has(smsc))
  }
}

function lineOf({ smsc, prefix, place, stop }: PlannedRoute, at: readonly string[]): string {
  return create(
    ...['route', 'create', '--carrier', smsc.name, ...at],
    ...(prefix === '' ? [] : ['--prefix', prefix]),
    ...(place === 1 ? [] : ['--place', String(place)]),
    ...(stop ? ['--stop'] : []),
  )
}

/** Shorter prefixes first, as people write them. */
const inOrder = (routes: readonly PlannedRoute[]) =>
  routes.toSorted((one, other) => one.prefix.length - other.prefix.length || one.place - other.place)

/** The routes of a carrier without them, as comments: the carrier is missing, or they would carry too many messages. */
function commentedRoutes(
  smsc: Smsc,
  { routes, limits }: ReturnType<typeof planLive>,
  isForced: boolean,
  at: readonly string[],
): string[] {
  const others = [...new Set(routes.map((one) => one.smsc))]
  const own = planRoutes([...others, smsc], isForced).filter((one) => one.smsc === smsc)
  const limit = limits.get(smsc)
  return [
    ...(limit === undefined ? [] : [comment(`No route is added. ${limit}:`)]),
    ...inOrder(own).map((route) => comment(lineOf(route, at))),
  ]
}

/** The routes of all accounts to one of the carriers. */
export function carrierRoutes(smsc: Smsc, smscs: readonly Smsc[]): string[] {
  const plan = planLive(smscs, null, false)
  const own = inOrder(plan.routes.filter((one) => one.smsc === smsc))
  const first = own.find(({ place }) => place > 1)
  const before = plan.routes.find((one) => one.prefix === first?.prefix && one.place === 1)
  return [
    ...(before === undefined
      ? []
      : [comment(`Kannel balances over carriers with the same numbers. Here ${before.smsc.name} comes first:`)]),
    ...(own.length > 0 ? own.map((route) => orContinue(lineOf(route, []))) : commentedRoutes(smsc, plan, false, [])),
    ...prefixesOf(smsc).bad.map((prefix) =>
      comment(`prefix ${quote(prefix)}: routes need prefixes with a country code`),
    ),
  ]
}

interface AccountRoutes {
  readonly smscId: string
  /** Whether messages of the user use no other carrier. */
  readonly isForced: boolean
  /** Why routes of this user would carry more messages than in Kannel. */
  readonly limit?: string
  readonly at: readonly string[]
}

/** The routes of one account to the carriers of its smsc-id, with the prefixes of these. */
export function accountRoutes(smscs: readonly Smsc[], { smscId, isForced, limit, at }: AccountRoutes): string[] {
  const isNamed = ({ group: { settings } }: Smsc) =>
    settings.get('smsc-id') === smscId || listOf(settings.get('allowed-smsc-id')).includes(smscId)
  const named = smscs.filter(isNamed).map((smsc) => (limit === undefined ? smsc : { ...smsc, limit }))
  if (named.length === 0) return [comment(`smsc ${smscId}: no group = smsc has this smsc-id`)]
  // The routes of all accounts come next, and carriers that refuse this id may be among them.
  const general = new Set(planLive(smscs, null, false).routes.map((one) => one.smsc))
  const isRefused = [...general].some(
    (smsc) => !acceptsId(smsc, smscId) || smsc.group.settings.has('denied-smsc-id-regex'),
  )
  const isClosed = isForced || isRefused
  const plan = planLive(named, smscId, isClosed)
  const isOpen = plan.routes.some(({ prefix }) => prefix === '')
  return [
    ...inOrder(plan.routes).map((route) => orContinue(lineOf(route, at))),
    ...named
      .filter((smsc) => isConverted(smsc) && !plan.routes.some((one) => one.smsc === smsc))
      .flatMap((smsc) => commentedRoutes(smsc, plan, isClosed, at)),
    ...(isClosed && !isOpen
      ? [comment('Other numbers take the routes of all accounts; Kannel refused them for this user.')]
      : []),
  ]
}
