import type { CarrierHealth, Route, RouteChange, RouteTrial, TriedRoute } from '../contract/console/routing.ts'
import type { Lane } from '../values/lane.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, timeCell } from './command.ts'
import { ifMissingOption, listCommand, readAll } from './lists.ts'
import { phoneArgument, phoneCell } from './phones.ts'

const prefixText = (prefix: string) => (prefix === '' ? 'all numbers' : `${prefix}…`)
const accountText = (accountId: number | null) => (accountId === null ? 'all accounts' : `account ${accountId}`)

/** The messages that a route applies to. */
export function describeRoute({
  prefix,
  accountId,
  sender,
  lane,
}: Pick<Route, 'prefix' | 'accountId' | 'sender' | 'lane'>): string {
  const kind = lane === null ? '' : `, ${lane} messages only`
  return `${prefixText(prefix)}, ${accountText(accountId)}${sender === null ? '' : `, sender ID ${sender}`}${kind}`
}

const describeWhole = (route: Route) =>
  `Route ${route.id} to ${route.carrier}: ${describeRoute(route)}, priority ${route.place}${route.stop ? ', no fallback' : ''}.`

function readNumber(input: Input, option: string): number | undefined {
  const given = input.text(option)
  if (given === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(given)) throw badUsage(`--${option} must be a number, 1 or greater`)
  return Number(given)
}

const kinds: readonly Lane[] = ['pin', 'single', 'bulk']

function readKind(input: Input): Lane | undefined {
  const given = input.text('kind')
  const kind = kinds.find((one) => one === given)
  if (given !== undefined && kind === undefined) throw badUsage(`--kind must be one of ${kinds.join(', ')}`)
  return kind
}

/** Why the health check excludes or limits a carrier. */
export function describeHealth({ state, reason, until }: CarrierHealth): string {
  if (state === 'trial') return `on trial (${reason})`
  return `out of rotation until ${timeCell(until ?? '')} (${reason})`
}

function readPrefix(input: Input): string {
  const prefix = input.text('prefix') ?? ''
  if (!/^\d{0,15}$/.test(prefix))
    throw badUsage('--prefix must be the first digits of phone numbers in international format without +, such as 255')
  return prefix
}

const idArgument = { name: 'ID', about: 'ID of the route, see "ngoma route list".' }

const add: Command = {
  name: 'route add',
  about: 'Add a route: send messages to a carrier by prefix, account, sender ID or message type.',
  options: {
    carrier: { value: 'NAME', about: 'Name of the carrier, see "ngoma carrier list". Required.' },
    prefix: {
      value: 'DIGITS',
      canBeEmpty: true,
      about: 'First digits of the phone numbers, such as 255. Default: all numbers.',
    },
    account: { value: 'ID', about: 'Only messages of this account. Default: all accounts.' },
    sender: { value: 'SENDER', about: 'Only messages with this sender ID. Default: all sender IDs.' },
    kind: { value: 'TYPE', about: `Only this message type: ${kinds.join(', ')}. Default: all types.` },
    place: { value: 'N', about: 'Priority among routes with the same criteria; lower comes first. Default: 1.' },
    stop: { about: 'No fallback: messages wait for this carrier and never take a later route.' },
    ...ifMissingOption,
  },
  notes: `Routes are tried in this order: routes of the account before routes of all accounts, then longer prefixes, then routes for the sender ID, then routes for the message type, then the lower priority number. A message takes the first route whose carrier is not paused, not out of rotation, and not down for longer than its failover seconds.

A change takes effect on all processes within a second.`,
  examples: ['route add --carrier north --prefix 255', 'route add --carrier south --prefix 255 --place 2'],
  async run(input) {
    const [carrier, prefix, accountId, place] = [
      input.text('carrier'),
      readPrefix(input),
      readNumber(input, 'account'),
      readNumber(input, 'place'),
    ]
    if (carrier === undefined) throw badUsage('--carrier is required')
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
    const isSame = (one: Route) =>
      one.carrier === carrier &&
      one.prefix === prefix &&
      one.accountId === (accountId ?? null) &&
      one.sender === (sender ?? null) &&
      one.lane === (lane ?? null)
    const route = await withConsole(async (console) => {
      const found = input.is('if-missing') ? (await readAll(console, 'GET /routes', {})).find(isSame) : undefined
      return found ?? console.call('POST /routes', { body })
    })
    input.print(route, describeWhole(route))
    return exitCodes.done
  },
}

/** Null for `all`, which removes the criterion. */
const orAll = <T>(input: Input, option: string, read: () => T | undefined): T | null | undefined =>
  input.text(option) === 'all' ? null : read()

const change: Command = {
  name: 'route change',
  about: 'Change a route.',
  arguments: [idArgument],
  options: {
    carrier: { value: 'NAME', about: 'Send messages to this carrier.' },
    prefix: { value: 'DIGITS', canBeEmpty: true, about: 'First digits of the phone numbers, or all.' },
    account: { value: 'ID', about: 'Only messages of this account, or all.' },
    sender: { value: 'SENDER', about: 'Only messages with this sender ID, or all.' },
    kind: { value: 'TYPE', about: `Only this message type: ${kinds.join(', ')}, or all.` },
    place: { value: 'N', about: 'Priority among routes with the same criteria; lower comes first.' },
    stop: { about: 'No fallback: messages wait for this carrier and never take a later route.' },
    'no-stop': { about: 'Messages take a later route while the carrier is unavailable.' },
  },
  notes:
    'Omitted options keep their current values. The change applies to new messages; queued messages stay with their carrier.',
  examples: ['route change 3 --carrier south', 'route change 3 --prefix all'],
  async run(input) {
    const id = numberIn(input, 'route list')
    if (input.is('stop') && input.is('no-stop')) throw badUsage('use either --stop or --no-stop, not both')
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
    if (Object.keys(body).length === 0)
      throw badUsage('nothing to change. Run "ngoma route change --help" for the options.')
    const route = await withConsole((console) => console.call('PUT /routes/:route', { path: { route: id }, body }))
    input.print(route, describeWhole(route))
    return exitCodes.done
  },
}

const list = listCommand({
  name: 'route list',
  about: 'List routes in the order in which they are tried.',
  examples: ['route list'],
  route: 'GET /routes',
  request: () => ({}),
  heads: ['ID', 'ACCOUNT', 'PREFIX', 'SENDER', 'TYPE', 'PRIORITY', 'CARRIER', 'FALLBACK', 'CREATED'],
  row: ({ id, accountId, prefix, sender, lane, place, carrier, stop, createdAt }) => [
    id,
    accountId ?? 'all',
    prefix === '' ? 'all' : prefix,
    sender ?? 'all',
    lane ?? 'all',
    place,
    carrier,
    stop ? 'no' : 'yes',
    timeCell(createdAt),
  ],
  nothing: 'No routes.',
})

const remove: Command = {
  name: 'route remove',
  about: 'Remove a route.',
  arguments: [idArgument],
  notes: 'Messages that are already queued for the carrier stay there.',
  examples: ['route remove 3'],
  async run(input) {
    const id = numberIn(input, 'route list')
    await withConsole((console) => console.call('DELETE /routes/:route', { path: { route: id } }))
    input.print({ id: Number(id), removed: true }, `Route ${id} removed.`)
    return exitCodes.done
  },
}

function stateOf({ carrier, paused, awaySince, failoverSeconds, health, isAvailable }: TriedRoute): string {
  if (paused) return `${carrier} is paused`
  if (health !== null && health.state !== 'in') return `${carrier} is ${describeHealth(health)}`
  if (awaySince === null) return `${carrier} is up`
  const since = `${carrier} has been down since ${timeCell(awaySince)}`
  return isAvailable
    ? `${since}, failover after ${failoverSeconds} s`
    : `${since}, longer than its failover time of ${failoverSeconds} s`
}

/** `isLater`: the route comes after the chosen one. */
function verdictOf({ isChosen, isAvailable }: TriedRoute, isLater: boolean): string {
  if (isChosen) return isAvailable ? 'chosen' : 'chosen, because no carrier is available; the message waits'
  return isLater ? 'not needed' : 'skipped'
}

function describeTried({ number, accountId, carrier, routes }: RouteTrial): string {
  const target = `${phoneCell(number)} for account ${accountId}`
  if (carrier === null)
    return `No route to ${target}: messages to it count as invalid. Add a route with "ngoma route add".`
  if (routes.length === 0) return `No route to ${target}: messages use the simulated network (staging only).`
  const chosenAt = routes.findIndex(({ isChosen }) => isChosen)
  const steps = routes.map((step, index) => {
    const name = `${index + 1}. Route ${step.id} (${describeRoute(step)}, priority ${step.place})`
    const end = step.stop ? ' No fallback to later routes.' : ''
    return `  ${name}: ${stateOf(step)}: ${verdictOf(step, index > chosenAt)}.${end}`
  })
  return `A message to ${target} goes to ${carrier}.\n\n${steps.join('\n')}`
}

const tryNumber: Command = {
  name: 'route try',
  about: 'Show which carrier a message would use, and why. Nothing is sent.',
  arguments: [phoneArgument],
  options: {
    account: { value: 'ID', about: 'ID of the sending account. Default: 1.' },
    sender: { value: 'SENDER', about: 'Sender ID. Default: one that no route mentions.' },
    kind: { value: 'TYPE', about: `Message type: ${kinds.join(', ')}. Default: single.` },
  },
  notes: 'While no worker is running, all carriers count as down.',
  examples: ['route try 0712345678 --account 2', 'route try +255712345678'],
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
