/**
 * A fake SMS provider: a local HTTP server. The last digits of a number decide the result, as in the simulated network.
 */
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createAgenda } from '../src/carriers/agenda.ts'
import { createBusyTimes, outcomeOf } from '../src/carriers/simulator/outcome.ts'

import type { Clock } from '../src/values/time.ts'

/** `json`: JSON with a bearer token. `text`: forms with user and password, answered by lines of text. */
export type Shape = 'json' | 'text'

export interface Asked {
  readonly step: 'send' | 'status'
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** From the body, or from the query if there is no body. */
  readonly fields: Readonly<Record<string, string>>
}

/** Replaces the normal answer to a request. */
export type Behaviour =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string }
  /** No answer; connection closed before or within the answer; not HTTP; an endless body. */
  | 'nothing'
  | 'reset'
  | 'half'
  | 'garbage'
  | 'endless'

export interface SmsProvider {
  readonly address: string
  readonly asked: Asked[]
  /** The maximum number of concurrent requests. */
  busiest: number
  /** The target and form of pushed receipts; null for no pushes. Tests set it. */
  pushTo: { readonly url: string; readonly as: 'json' | 'form' | 'query' } | null
  /** The answers to pushed receipts. */
  readonly pushes: { readonly status: number; readonly body: string }[]
  /** Tests replace it. Undefined means the normal answer. */
  behave: (asked: Asked) => Behaviour | undefined | Promise<Behaviour | undefined>
  close(): Promise<void>
}

interface Kept {
  readonly id: string
  readonly phone: string
  readonly takenAt: number
}

const pushAgainMs = 1_000
/** The expected token or password. */
export const password = 'a+token&word'

export async function startSmsProvider(shape: Shape, clock: Clock, deliveryDelayMs = 10): Promise<SmsProvider> {
  const agenda = createAgenda(clock)
  agenda.resume()
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const isBusy = createBusyTimes(1_000)
  const kept = new Map<string, Kept>()
  const pushing = new Set<Promise<void>>()
  const now = () => clock.now().getTime()
  let lastId = 9_007_199_254_740_993n
  let underWay = 0
  let isClosed = false

  async function push(fields: Readonly<Record<string, string>>): Promise<void> {
    const { pushTo } = provider
    if (pushTo === null || isClosed) return
    const form = new URLSearchParams(fields).toString()
    const body =
      pushTo.as === 'json'
        ? JSON.stringify({ results: [fields] }).replace(/"messageId":"(\d+)"/, '"messageId":$1')
        : pushTo.as === 'form'
          ? form
          : ''
    const url = pushTo.as === 'query' ? `${pushTo.url}?${form}` : pushTo.url
    const type = pushTo.as === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
    try {
      const sent = request(url, {
        agent,
        method: pushTo.as === 'query' ? 'GET' : 'POST',
        headers: pushTo.as === 'query' ? {} : { 'content-type': type },
      }).end(body)
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      provider.pushes.push({ status: answer.statusCode ?? 0, body: await text(answer) })
      if (answer.statusCode === 503) agenda.at(now() + pushAgainMs, () => start(fields))
    } catch {
      // The receiver closed the connection.
    }
  }

  function start(fields: Readonly<Record<string, string>>): Promise<void> {
    const one = push(fields).finally(() => pushing.delete(one))
    pushing.add(one)
    return one
  }

  const stateOf = (phone: string) => (outcomeOf(phone).status === 'DELIVERED' ? 'Delivered' : 'Failed')

  async function take(phone: string): Promise<Kept> {
    const { receiptTimes, delayMs, beforeAnswer } = outcomeOf(phone)
    lastId += 1n
    const one: Kept = { id: String(lastId), phone, takenAt: now() }
    kept.set(one.id, one)
    const fields = {
      messageId: one.id,
      state: stateOf(phone),
      cause: outcomeOf(phone).reason === null ? '' : 'Absent subscriber',
    }
    for (let time = 0; time < receiptTimes; time += 1) {
      if (beforeAnswer) await start(fields)
      else agenda.at(now() + (delayMs ?? deliveryDelayMs), () => void start(fields))
    }
    return one
  }

  /** An answer in both shapes. */
  type Said = { readonly status: number; readonly json: unknown; readonly line: string }

  async function answerSend({ fields }: Asked): Promise<Said> {
    const phone = fields.to ?? ''
    const { refused, busyTimes } = outcomeOf(phone)
    if (refused)
      return { status: 400, json: { error: { code: 'InvalidDestination' } }, line: '104|Invalid destination' }
    if (isBusy(Number(fields.ref), busyTimes))
      return { status: 503, json: { error: { code: 'TryLater' } }, line: '200|Try later' }
    const { id } = await take(phone)
    return { status: 201, json: { message: { id, status: 'queued' } }, line: `0|${id}` }
  }

  function answerStatus({ fields, url }: Asked): Said {
    const one = kept.get(fields.id ?? url.pathname.split('/').at(-1) ?? '')
    if (one === undefined) return { status: 404, json: {}, line: 'UNKNOWN' }
    const { delayMs, receiptTimes } = outcomeOf(one.phone)
    const isEnded = receiptTimes > 0 && now() >= one.takenAt + (delayMs ?? deliveryDelayMs)
    const state = isEnded ? stateOf(one.phone) : 'Sent'
    return {
      status: 200,
      json: { message: { status: state, cause: 'Absent subscriber' } },
      line: `${state}|Absent subscriber`,
    }
  }

  async function answer(asked: Asked): Promise<Said> {
    const { fields, headers } = asked
    const isKnown = shape === 'json' ? headers.authorization === `Bearer ${password}` : fields.password === password
    if (!isKnown) return { status: 401, json: { error: { code: 'Unauthorized' } }, line: '1|Bad password' }
    return asked.step === 'send' ? answerSend(asked) : answerStatus(asked)
  }

  const server = createServer(async (incoming, response) => {
    underWay += 1
    response.once('close', () => {
      underWay -= 1
    })
    provider.busiest = Math.max(provider.busiest, underWay)
    const asked = await readAsked(incoming, shape)
    provider.asked.push(asked)
    const behaviour = await provider.behave(asked)
    if (behaviour !== undefined) return misbehave(behaviour, incoming, response)
    const { status, json, line } = await answer(asked)
    if (shape === 'json')
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(json).replace(/"id":"(\d+)"/, '"id":$1'))
    else response.writeHead(200, { 'content-type': 'text/plain' }).end(`${line}\r\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const provider: SmsProvider = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    busiest: 0,
    pushTo: null,
    pushes: [],
    behave: () => undefined,
    async close() {
      isClosed = true
      agenda.pause()
      await Promise.all(pushing)
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return provider
}

async function readAsked(incoming: IncomingMessage, shape: Shape): Promise<Asked> {
  const { method = '', headers } = incoming
  const url = new URL(incoming.url ?? '', 'http://x')
  const body = await text(incoming)
  const fields =
    body === ''
      ? Object.fromEntries(url.searchParams)
      : shape === 'json'
        ? JSON.parse(body)
        : Object.fromEntries(new URLSearchParams(body))
  return {
    step: method === 'GET' && !url.pathname.endsWith('/send') ? 'status' : 'send',
    method,
    url,
    headers,
    body,
    fields,
  }
}

function misbehave(behaviour: Behaviour, { socket }: IncomingMessage, response: ServerResponse): void {
  if (behaviour === 'nothing') return
  if (behaviour === 'reset') return void socket.destroy()
  if (behaviour === 'garbage') return void socket.end('220 smtp.example ready\r\n\r\n')
  if (behaviour === 'half') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 })
    return void response.write('{"message":', () => socket.end())
  }
  if (behaviour === 'endless') {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    }
    response.on('drain', more)
    more()
    return
  }
  const { status = 200, headers = {}, body } = behaviour
  response.writeHead(status, headers).end(body)
}
