import type { DisabledReason, Endpoint, EndpointWithSecret } from '../contract/account/webhooks.ts'
import type { EventKind } from '../contract/callbacks.ts'
import type { BodyOf } from '../contract/console/index.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, type Option, timeCell } from './command.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'
import { headersOption, readHeaderChange, readHeaders, removeHeaderOptions } from './webhook-headers.ts'

/** Commands do not load the modules; the type keeps this list complete. */
const kinds: readonly string[] = Object.keys({
  airtime: 0,
  checkout: 0,
  'delivery-report': 0,
  'inbound-sms': 0,
  chat: 0,
  'chat-status': 0,
} satisfies Record<EventKind, 0>)
export const kindsText = kinds.join(', ')

const isKind = (text: string): text is EventKind => kinds.includes(text)

export function readKind(kind: string): EventKind {
  if (!isKind(kind)) throw badUsage(`--event must be one of ${kindsText}, not ${JSON.stringify(kind)}`)
  return kind
}

const disabledReasons: Readonly<Record<DisabledReason, string>> = {
  gone: 'it answered 410 Gone',
  failing: 'it failed for five days',
  'by hand': 'manually',
}

function stateOf(endpoint: Endpoint): string {
  const { failingSince, disabledAt, disabledReason, secretUnreadable, headersUnreadable } = endpoint
  if (disabledAt !== null) return `disabled ${timeCell(disabledAt)} (${disabledReasons[disabledReason ?? 'by hand']})`
  if (secretUnreadable) return 'unreadable secret: rotate it to deliver waiting events'
  if (headersUnreadable) return 'unreadable headers: set them again to deliver waiting events'
  return failingSince === null ? 'working' : `failing since ${timeCell(failingSince)}`
}

const linesOf = (endpoint: Endpoint, more: readonly (readonly [string, string])[] = []) =>
  (
    [
      ['Event', endpoint.event],
      ['URL', endpoint.url],
      ...more,
      ['Status', stateOf(endpoint)],
      ...(endpoint.adHoc ? [['Created', 'for the callback_url of messages']] : []),
      ...(endpoint.headers.length > 0 ? [['Headers', endpoint.headers.join(', ')]] : []),
      ...(endpoint.flatArgs ? [['Body', 'fields of args also at the top level']] : []),
      ...(endpoint.stringIds ? [['IDs', 'always strings']] : []),
      ...(endpoint.previousUntil === null
        ? []
        : [['Secrets', `the old secret also signs until ${timeCell(endpoint.previousUntil)}`]]),
    ] as const
  )
    .map(([name, value]) => `  ${name?.padEnd(9)}${value}`)
    .join('\n')

const warningOf = ({ warning }: { readonly warning?: string }) =>
  warning === undefined ? '' : `\n\nWarning: ${warning}.`

const describeSecret = (endpoint: EndpointWithSecret) =>
  `Endpoint ${endpoint.id}\n\n${linesOf(endpoint, [['Secret', endpoint.secret]])}\n\nSave the secret now: it is not shown again.${warningOf(endpoint)}`

export const endpointArgument = { name: 'ID', about: 'ID of the endpoint, see "ngoma webhooks list".' }

interface EndpointPath {
  readonly account: string
  readonly endpoint: string
}

export const endpointIn = (input: Input): EndpointPath => ({
  endpoint: numberIn(input, 'webhooks list'),
  ...accountIn(input),
})

type Call<T> = (console: ConsoleClient, path: EndpointPath) => Promise<T>

interface EndpointCommand<T> {
  readonly name: string
  readonly about: string
  readonly options?: Readonly<Record<string, Option>>
  readonly notes?: string
  readonly examples: readonly string[]
  /** Reads the options before the server is called. */
  readonly prepare: (input: Input) => Call<T> | Promise<Call<T>>
  readonly describe: (answer: T, input: Input) => string
}

const endpointCommand = <T>({
  name,
  about,
  options = {},
  notes,
  examples,
  prepare,
  describe,
}: EndpointCommand<T>): Command => ({
  name: `webhooks ${name}`,
  about,
  arguments: [endpointArgument],
  options: { ...accountOption, ...options },
  ...(notes === undefined ? {} : { notes }),
  examples,
  async run(input) {
    const path = endpointIn(input)
    const call = await prepare(input)
    const answer = await withConsole((console) => call(console, path))
    input.print(answer, describe(answer, input))
    return exitCodes.done
  },
})

const route = '/v2/webhooks/:endpoint'

interface Enabled extends Endpoint {
  /** Null when the endpoint was not disabled. */
  readonly missedSince: string | null
}

/** Deliveries in progress at the first failure belong to events from a moment before. */
const marginMs = 60_000
const missedSince = (time: string) => new Date(Date.parse(time) - marginMs).toISOString().replace(/\.\d+Z$/, 'Z')

async function readChange(input: Input): Promise<BodyOf<`PUT ${typeof route}`>> {
  const url = input.text('url')
  const headers = await readHeaderChange(input)
  const flatArgs = readSwitch(input, 'flat-args')
  const stringIds = readSwitch(input, 'string-ids')
  if (url === undefined && flatArgs === undefined && stringIds === undefined && headers === undefined)
    throw badUsage('nothing to change. Run "ngoma webhooks change --help" for the options.')
  return {
    ...(url === undefined ? {} : { url }),
    ...(flatArgs === undefined ? {} : { flatArgs }),
    ...(stringIds === undefined ? {} : { stringIds }),
    ...(headers === undefined ? {} : { headers }),
  }
}

/** True with the option, false with `no-` before it. */
function readSwitch(input: Input, name: string): boolean | undefined {
  const [on, off] = [input.is(name), input.is(`no-${name}`)]
  if (on && off) throw badUsage(`use either --${name} or --no-${name}, not both`)
  return on || off ? on : undefined
}

const urlAbout = 'URL to call, with https. http is allowed on this machine if NGOMA_CALLBACK_LOOPBACK=true.'
const flatAbout = 'Also put the fields of args at the top level of the body.'
const stringIdsAbout = 'Always send recipient_id of delivery reports as a string.'

export const webhookCommands: readonly Command[] = [
  {
    name: 'webhooks add',
    about: 'Add a webhook endpoint for an event. Its secret is shown once.',
    options: {
      ...accountOption,
      event: { value: 'EVENT', about: `Event: ${kindsText}. Required.` },
      url: { value: 'URL', about: `${urlAbout} Required.` },
      'flat-args': { about: flatAbout },
      'string-ids': { about: stringIdsAbout },
      ...headersOption,
    },
    notes: 'To receive events on this machine for a test, use "ngoma webhooks listen".',
    examples: ['webhooks add --event delivery-report --url https://example.com/hooks --account 2'],
    async run(input) {
      const [event, url] = [input.text('event'), input.text('url')]
      if (event === undefined) throw badUsage(`--event is required: one of ${kindsText}`)
      if (url === undefined) throw badUsage('--url is required')
      const headers = await readHeaders(input)
      const body = {
        event: readKind(event),
        url,
        flatArgs: input.is('flat-args'),
        stringIds: input.is('string-ids'),
        ...(headers === undefined ? {} : { headers }),
      }
      const path = accountIn(input)
      const endpoint = await withConsole((console) => console.call('POST /v2/webhooks', { path, body }))
      input.print(endpoint, describeSecret(endpoint))
      return exitCodes.done
    },
  },
  listCommand({
    name: 'webhooks list',
    about: 'List the webhook endpoints of an account with their status.',
    options: accountOption,
    examples: ['webhooks list --account 2'],
    route: 'GET /v2/webhooks',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['ID', 'EVENT', 'STATUS', 'CREATED', 'URL'],
    row: (one) => [one.id, one.event, stateOf(one), timeCell(one.createdAt), one.url],
    nothing: 'No webhook endpoints.',
  }),
  endpointCommand({
    name: 'show',
    about: 'Show a webhook endpoint.',
    examples: ['webhooks show 4 --account 2'],
    prepare: () => (console, path) => console.call(`GET ${route}`, { path }),
    describe: (endpoint) => `Endpoint ${endpoint.id}\n\n${linesOf(endpoint)}`,
  }),
  endpointCommand({
    name: 'change',
    about: 'Change the URL, the request headers or the body format of an endpoint.',
    options: {
      url: { value: 'URL', about: urlAbout },
      'flat-args': { about: flatAbout },
      'no-flat-args': { about: 'Keep the fields of args only in args.' },
      'string-ids': { about: stringIdsAbout },
      'no-string-ids': { about: 'Send integers as numbers.' },
      ...headersOption,
      ...removeHeaderOptions,
    },
    notes: `The secret does not change. Waiting events go to the new URL.

Header values are stored encrypted and never shown again. Headers that are not in the file do not change. If the new URL is on another server, you must give all headers again or remove them.`,
    examples: [
      'webhooks change 4 --url https://example.com/new --account 2',
      'webhooks change 4 --headers headers.txt',
    ],
    async prepare(input) {
      const body = await readChange(input)
      return (console, path) => console.call(`PUT ${route}`, { path, body })
    },
    describe: (endpoint) => `Endpoint ${endpoint.id} changed.\n\n${linesOf(endpoint)}${warningOf(endpoint)}`,
  }),
  endpointCommand<Enabled>({
    name: 'enable',
    about: 'Enable a disabled endpoint.',
    notes:
      'Events since the endpoint was disabled were kept. "ngoma webhooks repeat ID --since TIME --failed" delivers them.',
    examples: ['webhooks enable 4 --account 2'],
    prepare: () => async (console, path) => {
      const { disabledAt, failingSince } = await console.call(`GET ${route}`, { path })
      const endpoint = await console.call(`PUT ${route}`, { path, body: { enabled: true } })
      return { ...endpoint, missedSince: disabledAt === null ? null : missedSince(failingSince ?? disabledAt) }
    },
    describe({ id, missedSince: since }, input) {
      if (since === null) return `Endpoint ${id} was not disabled.`
      const account = input.text('account')
      const option = account === undefined ? '' : ` --account ${account}`
      return `Endpoint ${id} enabled. To deliver missed events: ngoma webhooks repeat ${id} --since ${since} --failed${option}`
    },
  }),
  endpointCommand({
    name: 'disable',
    about: 'Disable an endpoint: do not call it until it is enabled again.',
    notes: 'New events are kept and can be delivered after the endpoint is enabled.',
    examples: ['webhooks disable 4 --account 2'],
    prepare: () => (console, path) => console.call(`PUT ${route}`, { path, body: { enabled: false } }),
    describe: ({ id }) => `Endpoint ${id} disabled. New events are kept.`,
  }),
  endpointCommand({
    name: 'rotate',
    about: 'Create a new secret for an endpoint. It is shown once.',
    notes:
      'For 24 hours, requests are also signed with the old secret. This applies to every old secret, even if you rotate again within that time.',
    examples: ['webhooks rotate 4 --account 2'],
    prepare: () => (console, path) => console.call(`POST ${route}/rotate`, { path }),
    describe: describeSecret,
  }),
  endpointCommand({
    name: 'remove',
    about: 'Remove an endpoint. Its waiting events are not delivered.',
    examples: ['webhooks remove 4 --account 2'],
    prepare: () => async (console, path) => {
      await console.call(`DELETE ${route}`, { path })
      return { id: Number(path.endpoint), removed: true }
    },
    describe: ({ id }) => `Endpoint ${id} removed.`,
  }),
]
