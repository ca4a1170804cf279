/** Clients that send at a bounded rate, and repeat each send under its idempotency key until it is answered. */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { authorization, sendBody } from '../send-body.ts'
import type { History, Now, Send } from './history.ts'

export interface LoadOptions {
  /** Where clients send; each tries the next one when the last did not accept. */
  readonly addresses: readonly string[]
  readonly perSecond: number
  /** Clients that may wait for an answer at the same time; beyond that nobody sends anything new. */
  readonly clientsMax: number
}

export interface Load {
  /** Sends of several recipients each, one after the other and beside the others. */
  burst(sends: number, recipients: number): Promise<void>
  /** One send for a single recipient to this address alone. Resolves with its phone when it is accepted, or null. */
  probe(address: string): Promise<string | null>
  /** Sends nothing new, and resolves when every send is answered, or when it is given up. */
  stop(secondsMax: number): Promise<void>
}

const firstPhone = 255_710_000_100
/** More than any run sends. Workloads use other numbers. */
const phonesMax = 10_000_000
const answerMsMax = 10_000
const pauseMs = 500
/** Of these many sends one has several recipients. */
const bulkEvery = 20
const bulkRecipients = 20
/** Statuses that say that the same send may be accepted later. */
const repeatable = new Set<number | null>([null, 500, 502, 503, 504, 429])

export function startLoad({ addresses, perSecond, clientsMax }: LoadOptions, history: History, now: Now): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: clientsMax })
  const nextPhone = createPhones()
  let waiting = 0
  let turn = 0
  let isStopped = false
  let isGivenUp = false

  function prepare(recipients: number): Send {
    const phones = Array.from({ length: recipients }, nextPhone)
    const lane = recipients === 1 ? 'single' : 'bulk'
    return { key: randomUUID(), lane, phones, tries: [], answeredAt: null, requestId: null }
  }

  async function sendUntilAnswered(send: Send): Promise<void> {
    history.sends.push(send)
    waiting += 1
    for (;;) {
      turn += 1
      const status = await tryOnce(send, addresses[turn % addresses.length] ?? '')
      if (!repeatable.has(status) || isGivenUp) break
      await sleep(pauseMs * (0.5 + Math.random()))
    }
    waiting -= 1
  }

  async function tryOnce(send: Send, server: string): Promise<number | null> {
    const at = now()
    const answer = await post(agent, server, send)
    send.tries.push({
      at,
      seconds: now() - at,
      server,
      status: answer.status,
      text: answer.requestId ? '' : answer.text,
    })
    if (answer.requestId !== null) {
      send.answeredAt = now()
      send.requestId = answer.requestId
    }
    return answer.status
  }

  let begun = 0
  const startedAt = now()
  const timer = setInterval(() => {
    const due = Math.floor((now() - startedAt) * perSecond)
    // Those that found no free client are not made up for.
    for (; begun < due; begun += 1)
      if (waiting < clientsMax) void sendUntilAnswered(prepare(begun % bulkEvery === 0 ? bulkRecipients : 1))
  }, 20)

  return {
    async burst(sends, recipients) {
      for (let count = 0; count < sends && !isStopped; count += 1) await sendUntilAnswered(prepare(recipients))
    },
    async probe(address) {
      const send = prepare(1)
      history.sends.push(send)
      await tryOnce(send, address)
      return send.answeredAt === null ? null : (send.phones[0] ?? null)
    },
    async stop(secondsMax) {
      isStopped = true
      clearInterval(timer)
      const end = now() + secondsMax
      while (waiting > 0 && now() < end) await sleep(50)
      isGivenUp = true
      agent.destroy()
    },
  }
}

interface Answer {
  readonly status: number | null
  readonly requestId: string | null
  readonly text: string
}

function post(agent: Agent, server: string, { key, phones }: Send): Promise<Answer> {
  const recipients = phones.map((phone, index) => ({ recipient_id: index + 1, dest_addr: phone }))
  const body = JSON.stringify(sendBody({ recipients }))
  const headers = {
    authorization,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': key,
  }
  return new Promise((resolve) => {
    const lost = (error: Error) => resolve({ status: null, requestId: null, text: error.message })
    const signal = AbortSignal.timeout(answerMsMax)
    const outgoing = request(`${server}/v1/send`, { method: 'POST', agent, headers, signal }, (response) => {
      text(response).then((answered) => resolve(readAnswer(response.statusCode ?? 0, answered)), lost)
    })
    outgoing.on('error', lost)
    outgoing.end(body)
  })
}

function readAnswer(status: number, answered: string): Answer {
  try {
    const { request_id } = JSON.parse(answered)
    return { status, requestId: status === 200 ? String(request_id) : null, text: answered }
  } catch {
    return { status, requestId: null, text: answered }
  }
}

export const isOfLoad = (phone: string) => Number(phone) >= firstPhone && Number(phone) < firstPhone + phonesMax

/** Each phone gets one message, so that it identifies the message everywhere. Endings with a meaning are left out. */
function createPhones(): () => string {
  let next = firstPhone
  return () => {
    next += next % 10_000 === 9_999 ? 101 : 1
    return String(next)
  }
}
