import type { EventKind } from '../contract/callbacks.ts'
import type { EndpointWithSecret } from '../contract/console/webhooks.ts'
import { parseSecret, type Verdict, verifySignature } from '../engine/signatures.ts'
import { bodyBytesMax, type Callback, receiveCallbacks } from './callbacks.ts'
import { withServer } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input, secondsCell } from './command.ts'
import { type AccountPath, accountIn, accountOption } from './lists.ts'
import { untilStopped } from './until-stopped.ts'
import { kindsText, readKind } from './webhooks.ts'

const defaultPort = '8090'

interface Wishes {
  readonly port: number
  readonly status: number
  readonly keys: readonly Buffer[]
  readonly kinds: readonly EventKind[]
  readonly path: AccountPath
}

function readWishes(input: Input): Wishes {
  const [port, answer] = [input.text('port') ?? defaultPort, input.text('answer') ?? '200']
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw badUsage('--port is a number from 0 to 65535')
  if (!/^[2-5]\d\d$/.test(answer)) throw badUsage('--answer is a status from 200 to 599')
  const keys = input.texts('secret').map((text) => {
    const key = parseSecret(text)
    if (key === null) throw badUsage('--secret is what ngoma webhooks add shows, whsec_…')
    return key
  })
  return {
    port: Number(port),
    status: Number(answer),
    keys,
    kinds: input.texts('event').map(readKind),
    path: accountIn(input),
  }
}

/** Endpoints of the running server that last as long as this command. */
async function addEndpoint(path: AccountPath, event: EventKind, url: string): Promise<EndpointWithSecret> {
  try {
    return await withServer((console) =>
      console.call('POST /accounts/:account/webhooks', { path, body: { event, url } }),
    )
  } catch (error) {
    // The URL is ours, so that there is only one thing that can be wrong with it.
    if (error instanceof Failure && error.message.startsWith('Invalid URL')) throw notCalledHere()
    throw error
  }
}

const notCalledHere = () => new Failure('the server does not call this machine: NGOMA_CALLBACK_LOOPBACK=true allows it')

/** Gives the numbers of those that are gone. */
async function removeEndpoints(path: AccountPath, endpoints: readonly EndpointWithSecret[]): Promise<number[]> {
  const removed: number[] = []
  for (const { id } of endpoints) {
    try {
      await withServer((console) =>
        console.call('DELETE /accounts/:account/webhooks/:endpoint', { path: { ...path, endpoint: id } }),
      )
      removed.push(id)
    } catch (error) {
      process.stderr.write(
        `ngoma: endpoint ${id} is still there, remove it with ngoma webhooks remove ${id} (${(error as Error).message})\n`,
      )
    }
  }
  return removed
}

const describeEnd = (removed: readonly number[]) =>
  removed.length === 1 ? `Endpoint ${removed[0]} was removed.` : `The endpoints ${removed.join(', ')} were removed.`

/** Of every request, and no news. */
const ordinary = [
  'host',
  'connection',
  'content-length',
  'content-type',
  'user-agent',
  'accept',
  'accept-encoding',
  'transfer-encoding',
]
const ofSignature = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

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

/** What comes is anybody's: nothing in it may move the cursor. */
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
  const signature = verdict === null ? 'not checked' : verdict.isGood ? 'good' : `BAD: ${verdict.why}`
  const further = Object.keys(headers).filter((name) => !ordinary.includes(name) && !ofSignature.includes(name))
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
  const ours = endpoints.map(({ id, event }) => `Endpoint ${id} sends ${event} here until you end this.`)
  const signatures = isChecked ? [] : ['Signatures are not checked: give --secret whsec_…, or --event KIND.']
  return [`Listening at ${url} (Ctrl-C ends it).`, ...ours, ...signatures, ''].join('\n')
}

export const webhookListen: Command = {
  name: 'webhooks listen',
  about: 'Be an endpoint on this machine: print what arrives, and check its signature.',
  options: {
    ...accountOption,
    event: {
      value: 'KIND',
      multiple: true,
      about: `Add an endpoint for this to the running server, and remove it at the end: ${kindsText}.`,
    },
    port: { value: 'N', about: `The port on 127.0.0.1; ${defaultPort} when left out, 0 for any.` },
    secret: { value: 'SECRET', multiple: true, about: 'A secret to check signatures with, whsec_….' },
    answer: { value: 'STATUS', about: 'What to answer with; 200 when left out.' },
  },
  notes: `ngoma webhooks listen --event delivery-report shows what comes of every message that is sent from now on.
The server calls this machine only where the setting NGOMA_CALLBACK_LOOPBACK allows it.`,
  async run(input) {
    const { port, status, kinds, path, ...given } = readWishes(input)
    const stopped = untilStopped()
    const keys = [...given.keys]
    const endpoints: EndpointWithSecret[] = []
    const say = (answer: unknown, words: string) =>
      void process.stdout.write(input.json ? `${JSON.stringify(answer)}\n` : `${words}\n`)
    const receiver = await receiveCallbacks({
      port,
      status,
      take(callback) {
        const verdict = verdictOf(callback, keys)
        say(asJson(callback, verdict, status), describe(callback, verdict, status))
      },
      refuse: (refused) =>
        void process.stderr.write(
          `ngoma: refused a body of over ${bodyBytesMax / 1_048_576} MiB to ${JSON.stringify(refused)}\n`,
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
      say(
        { listening: receiver.url, endpoints: shown, checked: keys.length > 0 },
        describeStart(receiver.url, endpoints, keys.length > 0),
      )
      await stopped
    } finally {
      // In this order: nothing may be sent to a port that is free again.
      removed = await removeEndpoints(path, endpoints)
      await receiver.close()
    }
    if (removed.length > 0) say({ removed }, describeEnd(removed))
    return removed.length === endpoints.length ? exitCodes.done : exitCodes.refused
  },
}
