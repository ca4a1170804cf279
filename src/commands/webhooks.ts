import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryAttempt, EndpointWithSecret } from '../contract/account/webhooks.ts'
import type { EventKind } from '../contract/callbacks.ts'
import { parseSecret, type Verdict, verifySignature } from '../engine/signatures.ts'
import { bodyBytesMax, type Callback, receiveCallbacks } from './callbacks.ts'
import { type ConsoleClient, withConsole, withServer } from './client.ts'
import { badUsage, type Command, countIn, exitCodes, Failure, type Input, numberIn, secondsCell } from './command.ts'
import { type AccountPath, accountIn, accountOption } from './lists.ts'
import { untilStopped } from './stopping.ts'

/** Commands do not load the modules; the type keeps this list complete. */
const kinds = Object.keys({
  airtime: 0,
  checkout: 0,
  'delivery-report': 0,
  'inbound-sms': 0,
  chat: 0,
  'chat-status': 0,
} satisfies Record<EventKind, 0>) as EventKind[]
const kindsText = kinds.join(', ')

function readKind(text: string): EventKind {
  const kind = kinds.find((one) => one === text)
  if (kind === undefined) throw badUsage(`--event must be one of ${kindsText}, not ${JSON.stringify(text)}`)
  return kind
}

const defaultPort = 8090

function readOptions(input: Input) {
  const port = countIn(input, 'port', 0, 65_535) ?? defaultPort
  const answer = input.text('answer') ?? '200'
  if (!/^[2-5]\d\d$/.test(answer)) throw badUsage('--answer must be an HTTP status from 200 to 599')
  const keys = input.texts('secret').map((text) => {
    const key = parseSecret(text)
    if (key === null) throw badUsage('--secret must be a secret that "ngoma webhook create" has shown, whsec_…')
    return key
  })
  return {
    port,
    status: Number(answer),
    keys,
    kinds: input.texts('event').map(readKind),
    path: accountIn(input),
  }
}

/** Adds an endpoint to the running server until this command ends. */
async function addEndpoint(path: AccountPath, event: EventKind, url: string): Promise<EndpointWithSecret> {
  try {
    return await withServer((console) => console.call('POST /v2/webhooks', { path, body: { event, url } }))
  } catch (error) {
    // The URL is a loopback address, so it can only be invalid because loopback is not allowed.
    if (error instanceof Failure && error.problem === 'url_not_allowed') throw loopbackNotAllowed()
    throw error
  }
}

const loopbackNotAllowed = () =>
  new Failure('the server does not call addresses on this machine. Set NGOMA_CALLBACK_LOOPBACK=true on the server.')

async function removeEndpoints(path: AccountPath, endpoints: readonly EndpointWithSecret[]): Promise<number[]> {
  const removed: number[] = []
  for (const { id } of endpoints) {
    try {
      await withServer((console) => console.call('DELETE /v2/webhooks/:endpoint', { path: { ...path, endpoint: id } }))
      removed.push(id)
    } catch (error) {
      process.stderr.write(
        `ngoma: failed to remove endpoint ${id} (${(error as Error).message}). Remove it with "ngoma webhook remove ${id}".\n`,
      )
    }
  }
  return removed
}

const describeEnd = (removed: readonly number[]) =>
  removed.length === 1 ? `Endpoint ${removed[0]} removed.` : `Endpoints ${removed.join(', ')} removed.`

const hiddenHeaders = [
  'host',
  'connection',
  'content-length',
  'content-type',
  'user-agent',
  'accept',
  'accept-encoding',
  'transfer-encoding',
]
const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

const verdictOf = ({ at, headers, body }: Callback, keys: readonly Buffer[]): Verdict | null =>
  keys.length === 0
    ? null
    : verifySignature(
        {
          id: headers['webhook-id'],
          timestamp: headers['webhook-timestamp'],
          signatures: headers['webhook-signature'],
        },
        body,
        keys,
        at,
      )

/** Replaces control characters: a request must not move the cursor. */
const plain = (text: string) => text.replace(/[^\P{Cc}\n]|\p{Cf}/gu, '?')

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function describe(callback: Callback, verdict: Verdict | null, status: number): string {
  const { at, method, path, headers, body } = callback
  const signature = verdict === null ? 'not checked' : verdict.isGood ? 'valid' : `INVALID: ${verdict.why}`
  const further = Object.keys(headers).filter(
    (name) => !hiddenHeaders.includes(name) && !signatureHeaders.includes(name),
  )
  return [
    `${secondsCell(at.toISOString())}  ${method} ${path}`,
    ...['webhook-id', ...further].flatMap((name) =>
      headers[name] === undefined ? [] : [`  ${name}: ${headers[name]}`],
    ),
    `  signature: ${signature}`,
    `  answered: ${status}`,
    ...indent(body.toString())
      .split('\n')
      .map((line) => `    ${line}`),
    '',
  ]
    .map(plain)
    .join('\n')
}

function asJson({ at, method, path, headers, body }: Callback, verdict: Verdict | null, status: number): unknown {
  const signature = verdict === null ? 'unchecked' : verdict.isGood ? 'good' : 'bad'
  return {
    at,
    method,
    path,
    id: headers['webhook-id'] ?? null,
    signature,
    problem: verdict?.isGood === false ? verdict.why : null,
    answered: status,
    headers,
    body: body.toString(),
  }
}

function describeStart(url: string, endpoints: readonly EndpointWithSecret[], isChecked: boolean): string {
  const ours = endpoints.map(
    ({ id, event }) => `Endpoint ${id} sends ${event} events here until you stop this command.`,
  )
  const signatures = isChecked
    ? []
    : ['Signatures are not checked. To check them, use --secret whsec_… or --event EVENT.']
  return [`Listening on ${url}. Press Ctrl-C to stop.`, ...ours, ...signatures, ''].join('\n')
}

const webhookListen: Command = {
  name: 'webhook listen',
  about: 'Receive webhooks on this machine, print them, and check their signatures.',
  options: {
    ...accountOption,
    event: {
      value: 'EVENT',
      multiple: true,
      about: `Add an endpoint for this event to the running server until you stop this command: ${kindsText}.`,
    },
    port: { value: 'N', about: `Port on 127.0.0.1; 0 for any free port. Default: ${defaultPort}.` },
    secret: { value: 'SECRET', multiple: true, about: 'Secret to check signatures with, whsec_….' },
    answer: { value: 'STATUS', about: 'HTTP status of the responses. Default: 200.' },
  },
  notes: `The server calls addresses on this machine only if NGOMA_CALLBACK_LOOPBACK=true, which is the default in staging if HOST is a loopback address.`,
  examples: ['webhook listen --event delivery-report', 'webhook listen --secret whsec_… --answer 500'],
  async run(input) {
    const { port, status, kinds, path, ...given } = readOptions(input)
    const stopped = untilStopped()
    const keys = [...given.keys]
    const endpoints: EndpointWithSecret[] = []
    const print = (answer: unknown, text: string) =>
      void process.stdout.write(input.json ? `${JSON.stringify(answer)}\n` : `${text}\n`)
    const receiver = await receiveCallbacks({
      port,
      status,
      onCallback(callback) {
        const verdict = verdictOf(callback, keys)
        print(asJson(callback, verdict, status), describe(callback, verdict, status))
      },
      onTooLarge: (requested) =>
        void process.stderr.write(
          `ngoma: rejected a request to ${JSON.stringify(requested)}: its body is larger than ${bodyBytesMax / 1_048_576} MiB\n`,
        ),
    })
    let removed: readonly number[] = []
    try {
      for (const kind of kinds) {
        const endpoint = await addEndpoint(path, kind, receiver.url)
        endpoints.push(endpoint)
        const key = parseSecret(endpoint.secret)
        if (key !== null) keys.push(key)
      }
      const shown = endpoints.map(({ id, event }) => ({ id, event }))
      print(
        { listening: receiver.url, endpoints: shown, checked: keys.length > 0 },
        describeStart(receiver.url, endpoints, keys.length > 0),
      )
      await stopped
    } finally {
      // Endpoints first: the server must not call a port that another program may take.
      removed = await removeEndpoints(path, endpoints)
      await receiver.close()
    }
    if (removed.length > 0) print({ removed }, describeEnd(removed))
    return removed.length === endpoints.length ? exitCodes.done : exitCodes.refused
  },
}

/** An attempt times out after 15 seconds. */
const secondsMax = 20
const pollMs = 200

/** The first attempt at an event; null after a timeout. */
async function waitForAttempt(
  console: ConsoleClient,
  path: { readonly account: string; readonly endpoint: string },
  event: number,
): Promise<DeliveryAttempt | null> {
  for (const end = performance.now() + secondsMax * 1_000; performance.now() < end; await sleep(pollMs)) {
    const { data } = await console.call('GET /v2/webhooks/:endpoint/attempts', { path, query: { event } })
    const first = data.at(-1)
    if (first !== undefined) return first
  }
  return null
}

function describeAttempt({ status, tookMs, problem, answer }: DeliveryAttempt): string {
  const body = answer.trim() === '' ? '' : `\n\n${answer.replace(/[^\P{Cc}\n]|\p{Cf}/gu, '?').trimEnd()}`
  return problem === null
    ? `Delivered: the endpoint answered ${status} after ${tookMs} ms.${body}`
    : `Failed after ${tookMs} ms: ${problem}.${body}`
}

const webhookTest: Command = {
  name: 'webhook test',
  about: 'Send a test event to an endpoint, and show the response.',
  arguments: [{ name: 'ENDPOINT', about: 'ID of the endpoint, see "ngoma webhook list".' }],
  options: accountOption,
  notes:
    'The request has the header "ngoma-test: true". The exit code is 1 when the delivery fails; it is then retried like any other event.',
  examples: ['webhook test 4 --account 2'],
  async run(input) {
    const path = { endpoint: numberIn(input, 'webhook list', 'ENDPOINT'), ...accountIn(input) }
    return withConsole(async (console) => {
      const { eventId } = await console.call('POST /v2/webhooks/:endpoint/test', { path })
      if (!console.isServed) {
        const text = `No server is running here: test event ${eventId} is delivered when a server or a worker runs on this database.`
        return input.print({ eventId, attempt: null }, text)
      }
      const attempt = await waitForAttempt(console, path, eventId)
      const text =
        attempt === null
          ? `No delivery attempt within ${secondsMax} seconds: test event ${eventId} waits behind other events, or no worker is running.`
          : describeAttempt(attempt)
      return input.print({ eventId, attempt }, text, attempt?.problem === null)
    })
  },
}

export const webhookCommands: readonly Command[] = [webhookListen, webhookTest]
