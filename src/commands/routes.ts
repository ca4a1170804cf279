import type { CarrierHealth, Route, RouteChange, RouteTrial, TriedRoute } from '../contract/console/routing.ts'
import type { Lane } from '../values/lane.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, timeCell } from './command.ts'
import { listCommand } from './lists.ts'

const prefixText = (prefix: string) => (prefix === '' ? 'all numbers' : `${prefix}…`)
const accountText = (accountId: number | null) => (accountId === null ? 'all accounts' : `account ${accountId}`)

/** What a route is for, in words. */
export function describeRoute({
  prefix,
  accountId,
  sender,
  lane,
}: Pick<Route, 'prefix' | 'accountId' | 'sender' | 'lane'>): string {
  const kind = lane === null ? '' : `, ${lane} messages only`
  return `${prefixText(prefix)} of ${accountText(accountId)}${sender === null ? '' : `, sender ${sender}`}${kind}`
}

const describeWhole = (route: Route) =>
  `Route ${route.id} leads ${describeRoute(route)} to ${route.carrier}, in place ${route.place}${route.stop ? ', and no route after it is taken' : ''}.`

function readNumber(input: Input, option: string): number | undefined {
  const given = input.text(option)
  if (given === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(given)) throw badUsage(`--${option} is a number from 1 on`)
  return Number(given)
}

/** A lane, as people call it. */
const kinds: readonly Lane[] = ['pin', 'single', 'bulk']

function readKind(input: Input): Lane | undefined {
  const given = input.text('kind')
  const kind = kinds.find((one) => one === given)
  if (given !== undefined && kind === undefined) throw badUsage(`--kind is one of ${kinds.join(', ')}`)
  return kind
}

/** Why a carrier is not chosen as usual. */
export function describeHealth({ state, reason, until }: CarrierHealth): string {
  if (state === 'trial') return `on trial, because ${reason}`
  return `taken out, because ${reason}; it is tried again at ${timeCell(until ?? '')}`
}

function readPrefix(input: Input): string {
  const prefix = input.text('prefix') ?? ''
  if (!/^\d{0,15}$/.test(prefix))
    throw badUsage('--prefix is what numbers begin with, in international format without +, such as 255')
  return prefix
}

const add: Command = {
  name: 'route add',
  about: 'Lead numbers to a carrier.',
  options: {
    carrier: { value: 'NAME', about: 'The carrier: ngoma carrier list has them.' },
    prefix: { value: 'DIGITS', about: 'What the numbers begin with, such as 255; all numbers when left out.' },
    account: { value: 'ID', about: 'Only for this account; for all when left out.' },
    sender: { value: 'SENDER', about: 'Only for this sender; for all when left out.' },
    kind: { value: 'KIND', about: `Only for this kind of message, one of ${kinds.join(', ')}; for all when left out.` },
    place: { value: 'N', about: 'Among routes for the same the lower goes first; 1 when left out.' },
    stop: { about: 'Take no route after this one, such as a catch-all, also while the carrier is not available.' },
  },
  notes: `The routes of the account itself come before those of all accounts, then the longer prefix before the shorter, then those for the sender, then
those for the kind of message, then the lower place. A message takes the first whose carrier is not paused, not taken out for its errors, and not away
for longer than its failover seconds. It holds on all processes within a second.`,
  async run(input) {
    const [carrier, prefix, accountId, place] = [
      input.text('carrier'),
      readPrefix(input),
      readNumber(input, 'account'),
      readNumber(input, 'place'),
    ]
    if (carrier === undefined) throw badUsage('--carrier is missing')
    const [sender, lane] = [input.text('sender'), readKind(input)]
    const own = { ...(sender === undefined ? {} : { sender }), ...(lane === undefined ? {} : { lane }) }
    const body = {
      carrier,
      prefix,
      ...own,
      ...(accountId === undefined ? {} : { accountId }),
      ...(place === undefined ? {} : { place }),
      stop: input.is('stop'),
    }
    const route = await withConsole((console) => console.call('POST /routes', { body }))
    input.print(route, describeWhole(route))
    return exitCodes.done
  },
}

/** An option that may be taken back: `all` is null. */
const orAll = <T>(input: Input, option: string, read: () => T | undefined): T | null | undefined =>
  input.text(option) === 'all' ? null : read()

const change: Command = {
  name: 'route change',
  about: 'Change a route. Options that are left out keep their values.',
  arguments: [{ name: 'ID', about: 'Its number in ngoma route list.' }],
  options: {
    carrier: { value: 'NAME', about: 'Lead the numbers to this carrier.' },
    prefix: { value: 'DIGITS', about: 'What the numbers begin with; all for all numbers.' },
    account: { value: 'ID', about: 'Only for this account; all for all accounts.' },
    sender: { value: 'SENDER', about: 'Only for this sender; all for all senders.' },
    kind: { value: 'KIND', about: `Only for this kind of message, one of ${kinds.join(', ')}; all for all kinds.` },
    place: { value: 'N', about: 'Among routes for the same the lower goes first.' },
    stop: { about: 'Take no route after this one, also while the carrier is not available.' },
    'no-stop': { about: 'Take the routes after this one while the carrier is not available.' },
  },
  notes: 'The change applies to new messages. Messages already queued for a carrier stay queued there.',
  async run(input) {
    const id = numberIn(input, 'route list')
    if (input.is('stop') && input.is('no-stop')) throw badUsage('give either --stop or --no-stop')
    const given = {
      carrier: input.text('carrier'),
      prefix: input.text('prefix') === undefined ? undefined : input.text('prefix') === 'all' ? '' : readPrefix(input),
      accountId: orAll(input, 'account', () => readNumber(input, 'account')),
      sender: orAll(input, 'sender', () => input.text('sender')),
      lane: orAll(input, 'kind', () => readKind(input)),
      place: readNumber(input, 'place'),
      stop: input.is('stop') ? true : input.is('no-stop') ? false : undefined,
    }
    const body: RouteChange = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    if (Object.keys(body).length === 0) throw badUsage('say what to change, such as --carrier or --place')
    const route = await withConsole((console) => console.call('PUT /routes/:route', { path: { route: id }, body }))
    input.print(route, describeWhole(route))
    return exitCodes.done
  },
}

const list = listCommand({
  name: 'route list',
  about: 'List the routes, in the order in which they are tried.',
  route: 'GET /routes',
  request: () => ({}),
  heads: ['ID', 'ACCOUNT', 'PREFIX', 'SENDER', 'KIND', 'PLACE', 'CARRIER', 'STOPS', 'CREATED'],
  row: ({ id, accountId, prefix, sender, lane, place, carrier, stop, createdAt }) => [
    id,
    accountId ?? 'all',
    prefix === '' ? 'all' : prefix,
    sender ?? 'all',
    lane ?? 'all',
    place,
    carrier,
    stop ? 'yes' : 'no',
    timeCell(createdAt),
  ],
  nothing: 'There are no routes.',
})

const remove: Command = {
  name: 'route remove',
  about: 'Remove a route.',
  arguments: [{ name: 'ID', about: 'Its number in ngoma route list.' }],
  notes: 'What waits for its carrier already goes on waiting there.',
  async run(input) {
    const id = numberIn(input, 'route list')
    await withConsole((console) => console.call('DELETE /routes/:route', { path: { route: id } }))
    input.print({ id: Number(id), removed: true }, `Route ${id} was removed.`)
    return exitCodes.done
  },
}

function stateOf({ carrier, paused, awaySince, failoverSeconds, health, isAvailable }: TriedRoute): string {
  if (paused) return `${carrier} is paused`
  if (health !== null && health.state !== 'in') return `${carrier} is ${describeHealth(health)}`
  if (awaySince === null) return `${carrier} is up`
  const since = `${carrier} is away since ${timeCell(awaySince)}`
  return isAvailable
    ? `${since}, and is waited for up to ${failoverSeconds} s`
    : `${since}, longer than its ${failoverSeconds} s`
}

/** Why a route is taken, or is not. `isPast`: it stands behind the one that is. */
function verdictOf({ isChosen, isAvailable }: TriedRoute, isPast: boolean): string {
  if (isChosen) return isAvailable ? 'chosen' : 'chosen, because no other is better: the message waits for it'
  return isPast ? 'not needed' : 'passed over'
}

function describeTried({ number, accountId, carrier, routes }: RouteTrial): string {
  const whose = `${number} of account ${accountId}`
  if (carrier === null) return `No route leads to ${whose}: in a send it counts as invalid. ngoma route add makes one.`
  if (routes.length === 0) return `No route leads to ${whose}, so that the simulated network of staging takes it.`
  const chosenAt = routes.findIndex(({ isChosen }) => isChosen)
  const steps = routes.map((step, index) => {
    const what = `${index + 1}. Route ${step.id}, ${describeRoute(step)}, place ${step.place}`
    const end = step.stop ? ' No route after it is taken.' : ''
    return `  ${what}: ${stateOf(step)}: ${verdictOf(step, index > chosenAt)}.${end}`
  })
  return `${whose} goes to ${carrier}.\n\n${steps.join('\n')}`
}

const tryNumber: Command = {
  name: 'route try',
  about: 'Tell where a message would go now, and why.',
  arguments: [{ name: 'NUMBER', about: 'A number in international format without +, such as 255712345678.' }],
  options: {
    account: { value: 'ID', about: 'The account that sends; 1 when left out.' },
    sender: { value: 'SENDER', about: 'The sender; one that no route is for when left out.' },
    kind: { value: 'KIND', about: `The kind of message, one of ${kinds.join(', ')}; single when left out.` },
  },
  notes: 'Nothing is sent. While no process runs that sends, carriers are away.',
  async run(input) {
    const [number = ''] = input.arguments
    const account = readNumber(input, 'account')
    const [sender, lane] = [input.text('sender') ?? '', readKind(input) ?? 'single']
    const query = { number, sender, lane, account }
    const tried = await withConsole((console) => console.call('GET /routes/try', { query }))
    input.print(tried, describeTried(tried))
    return exitCodes.done
  },
}

export const routeCommands: readonly Command[] = [add, change, list, remove, tryNumber]
