import type { EventKind } from '../contract/callbacks.ts'
import type { BodyOf } from '../contract/console/index.ts'
import type { DisabledReason, Endpoint, EndpointWithSecret } from '../contract/console/webhooks.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, type Option, timeCell } from './command.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'
import { headersOption, readHeaderChange, readHeaders, removeHeaderOptions } from './webhook-headers.ts'

/**
 * Named here as well, because a command that asks a server does not load the modules; the type keeps the two together.
 */
const kinds: readonly string[] = Object.keys({
  airtime: 0,
  checkout: 0,
  'delivery-report': 0,
  'inbound-sms': 0,
  chat: 0,
} satisfies Record<EventKind, 0>)
export const kindsText = kinds.join(', ')

const isKind = (text: string): text is EventKind => kinds.includes(text)

export function readKind(kind: string): EventKind {
  if (!isKind(kind)) throw badUsage(`--event is one of ${kindsText}, not ${JSON.stringify(kind)}`)
  return kind
}

const because: Readonly<Record<DisabledReason, string>> = {
  gone: 'it answered 410 Gone',
  failing: 'it failed for five days',
  'by hand': 'by hand',
}

function stateOf(endpoint: Endpoint): string {
  const { failingSince, disabledAt, disabledReason, secretUnreadable, headersUnreadable } = endpoint
  if (disabledAt !== null) return `disabled ${timeCell(disabledAt)} (${because[disabledReason ?? 'by hand']})`
  if (secretUnreadable) return 'secret unreadable: rotate it, events wait until then'
  if (headersUnreadable) return 'headers unreadable: set them again, events wait until then'
  return failingSince === null ? 'working' : `failing since ${timeCell(failingSince)}`
}

const linesOf = (endpoint: Endpoint, more: readonly (readonly [string, string])[] = []) =>
  (
    [
      ['Event', endpoint.event],
      ['URL', endpoint.url],
      ...more,
      ['State', stateOf(endpoint)],
      ...(endpoint.adHoc ? [['Made', 'for the callback_url of messages']] : []),
      ...(endpoint.headers.length > 0 ? [['Headers', endpoint.headers.join(', ')]] : []),
      ...(endpoint.flatArgs ? [['Body', 'also with the fields of args at its top level']] : []),
      ...(endpoint.previousUntil === null
        ? []
        : [['Secrets', `the one of before signs too until ${timeCell(endpoint.previousUntil)}`]]),
    ] as const
  )
    .map(([name, value]) => `  ${name?.padEnd(9)}${value}`)
    .join('\n')

const warningOf = ({ warning }: { readonly warning?: string }) => (warning === undefined ? '' : `\n\nBut: ${warning}.`)

const describeSecret = (endpoint: EndpointWithSecret) =>
  `Endpoint ${endpoint.id}\n\n${linesOf(endpoint, [['Secret', endpoint.secret]])}\n\nThe secret is not shown again.${warningOf(endpoint)}`

export const endpointArgument = { name: 'ID', about: 'Its number in ngoma webhooks list.' }

interface EndpointPath {
  readonly account: string
  readonly endpoint: string
}

/** The endpoint that the arguments name. */
export const endpointIn = (input: Input): EndpointPath => ({
  endpoint: numberIn(input, 'webhooks list'),
  ...accountIn(input),
})

type Call<T> = (console: ConsoleClient, path: EndpointPath) => Promise<T>

interface OneCommand<T> {
  readonly name: string
  readonly about: string
  readonly options?: Readonly<Record<string, Option>>
  readonly notes?: string
  /** Reads the options before anything is asked. */
  readonly prepare: (input: Input) => Call<T> | Promise<Call<T>>
  readonly describe: (answer: T, input: Input) => string
}

/** A command about one endpoint. */
const about = <T>({ name, about, options = {}, notes, prepare, describe }: OneCommand<T>): Command => ({
  name: `webhooks ${name}`,
  about,
  arguments: [endpointArgument],
  options: { ...accountOption, ...options },
  ...(notes === undefined ? {} : { notes }),
  async run(input) {
    const path = endpointIn(input)
    const call = await prepare(input)
    const answer = await withConsole((console) => call(console, path))
    input.print(answer, describe(answer, input))
    return exitCodes.done
  },
})

const route = '/accounts/:account/webhooks/:endpoint'

interface Enabled extends Endpoint {
  /** Null when it was not disabled. */
  readonly missedSince: string | null
}

/** What was under way when an endpoint began to fail happened a moment before. */
const underWayMs = 60_000
const missedSince = (time: string) => new Date(Date.parse(time) - underWayMs).toISOString().replace(/\.\d+Z$/, 'Z')

async function readChange(input: Input): Promise<BodyOf<`PUT ${typeof route}`>> {
  const url = input.text('url')
  const headers = await readHeaderChange(input)
  const [flat, notFlat] = [input.is('flat-args'), input.is('no-flat-args')]
  if (flat && notFlat) throw badUsage('--flat-args and --no-flat-args are opposites: leave one out')
  if (url === undefined && !flat && !notFlat && headers === undefined)
    throw badUsage('--url, --headers, --remove-header, --no-headers, --flat-args or --no-flat-args is missing')
  return {
    ...(url === undefined ? {} : { url }),
    ...(flat || notFlat ? { flatArgs: flat } : {}),
    ...(headers === undefined ? {} : { headers }),
  }
}

const urlAbout = 'Where to call: https://…, and http:// on this machine where the settings allow it.'
const flatAbout = 'Also give what is inside args at the top level of the body.'

export const webhookCommands: readonly Command[] = [
  {
    name: 'webhooks add',
    about: 'Add an endpoint to be called when something happens. Its secret is shown once.',
    options: {
      ...accountOption,
      event: { value: 'KIND', about: `What to be told of: ${kindsText}.` },
      url: { value: 'URL', about: urlAbout },
      'flat-args': { about: flatAbout },
      ...headersOption,
    },
    notes: 'ngoma webhooks listen is an endpoint to try it with.',
    async run(input) {
      const [event, url] = [input.text('event'), input.text('url')]
      if (event === undefined) throw badUsage(`--event is missing: it is one of ${kindsText}`)
      if (url === undefined) throw badUsage('--url is missing')
      const headers = await readHeaders(input)
      const body = {
        event: readKind(event),
        url,
        flatArgs: input.is('flat-args'),
        ...(headers === undefined ? {} : { headers }),
      }
      const path = accountIn(input)
      const endpoint = await withConsole((console) => console.call('POST /accounts/:account/webhooks', { path, body }))
      input.print(endpoint, describeSecret(endpoint))
      return exitCodes.done
    },
  },
  listCommand({
    name: 'webhooks list',
    about: 'List the endpoints of an account, and how they are.',
    options: accountOption,
    route: 'GET /accounts/:account/webhooks',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['ID', 'EVENT', 'STATE', 'CREATED', 'URL'],
    row: (one) => [one.id, one.event, stateOf(one), timeCell(one.createdAt), one.url],
    nothing: 'The account has no endpoints.',
  }),
  about({
    name: 'show',
    about: 'Show an endpoint.',
    prepare: () => (console, path) => console.call(`GET ${route}`, { path }),
    describe: (endpoint) => `Endpoint ${endpoint.id}\n\n${linesOf(endpoint)}`,
  }),
  about({
    name: 'change',
    about: 'Change the address of an endpoint, its request headers, or the form of its bodies.',
    options: {
      url: { value: 'URL', about: urlAbout },
      'flat-args': { about: flatAbout },
      'no-flat-args': { about: 'Leave args where it is.' },
      ...headersOption,
      ...removeHeaderOptions,
    },
    notes: `Its secret stays. What still waits goes to the new URL.
Values of headers are kept encrypted and never shown again; headers that are not named stay as they are. With a URL of another server all of them have to be given again, or removed.`,
    async prepare(input) {
      const body = await readChange(input)
      return (console, path) => console.call(`PUT ${route}`, { path, body })
    },
    describe: (endpoint) => `Endpoint ${endpoint.id} was changed.\n\n${linesOf(endpoint)}${warningOf(endpoint)}`,
  }),
  about<Enabled>({
    name: 'enable',
    about: 'Call an endpoint again that was disabled.',
    notes: 'What happened in the meantime was kept: ngoma webhooks repeat ID --since TIME --failed delivers it.',
    prepare: () => async (console, path) => {
      const { disabledAt, failingSince } = await console.call(`GET ${route}`, { path })
      const endpoint = await console.call(`PUT ${route}`, { path, body: { enabled: true } })
      return { ...endpoint, missedSince: disabledAt === null ? null : missedSince(failingSince ?? disabledAt) }
    },
    describe({ id, missedSince: since }, input) {
      if (since === null) return `Endpoint ${id} was not disabled.`
      const account = input.text('account')
      const whose = account === undefined ? '' : ` --account ${account}`
      return `Endpoint ${id} is called from now on. What it missed: ngoma webhooks repeat ${id} --since ${since} --failed${whose}`
    },
  }),
  about({
    name: 'disable',
    about: 'Do not call an endpoint for now.',
    notes: 'What happens in the meantime is kept, and can be delivered when it is enabled.',
    prepare: () => (console, path) => console.call(`PUT ${route}`, { path, body: { enabled: false } }),
    describe: ({ id }) => `Endpoint ${id} is not called any more. What happens is kept for it.`,
  }),
  about({
    name: 'rotate',
    about: 'Give an endpoint another secret. It is shown once; the old one signs too for 24 hours.',
    notes:
      'Each secret that is rotated out signs for 24 hours from then on, also when the endpoint is rotated again meanwhile.',
    prepare: () => (console, path) => console.call(`POST ${route}/rotate`, { path }),
    describe: describeSecret,
  }),
  about({
    name: 'remove',
    about: 'Remove an endpoint. What still waits for it is not delivered.',
    prepare: () => async (console, path) => {
      await console.call(`DELETE ${route}`, { path })
      return { id: Number(path.endpoint), removed: true }
    },
    describe: ({ id }) => `Endpoint ${id} was removed.`,
  }),
]
