/** Sends at a steady rate, without waiting for answers. */
import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { authorization, sendBody, until } from '../world.ts'

export interface Sent {
  /** Null when the connection was lost before an answer came. */
  readonly status: number | null
  readonly retryAfter: string | null
  /** From the answer: `code`, and the request ID if it is 200. */
  readonly code: number | null
  readonly requestId: string | null
  /** From the moment it went out. */
  readonly milliseconds: number
}

export interface Load {
  /** The results of finished sends. */
  readonly sent: readonly Sent[]
  accepted(): number
  /** Waits until it went on for so long, and so many more were accepted. */
  goOn(seconds: number, more: number): Promise<void>
  /** Waits until every send that has begun is over. Others begin meanwhile. */
  settle(): Promise<void>
  /** Sends nothing more, and resolves when every send is over. Says in words what rates were really reached. */
  stop(): Promise<string>
}

/**
 * The answer of a server that got no connection to the database in time, as on a busy machine. A 503 of a proxy has no
 * such code.
 */
export const isBusy = ({ status, code }: Pick<Sent, 'status' | 'code'>) => status === 503 && code === 103

const tickMs = 5
const busyPauseMs = 50
const connectionsMax = 64

/** With `repeatsBusy`, sends that a busy server refuses are repeated under their idempotency key. */
export function startLoad(address: string, perSecond: number, phone: string, { repeatsBusy = false } = {}): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsMax })
  const body = JSON.stringify(sendBody({ recipients: [{ recipient_id: 1, dest_addr: phone }] }))
  const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const sent: Sent[] = []
  const underWay = new Set<string>()
  const startedAt = performance.now()
  let started = 0
  let accepted = 0
  let lastAcceptedAt = startedAt

  function start(): void {
    const key = randomUUID()
    underWay.add(key)
    started += 1
    send(key)
  }

  function send(key: string): void {
    let sentAt = performance.now()
    let answered = false
    const end = (one: Sent) => {
      sent.push(one)
      underWay.delete(key)
    }
    const lost = () =>
      end({
        status: null,
        retryAfter: null,
        code: null,
        requestId: null,
        milliseconds: performance.now() - sentAt,
      })
    const options = { method: 'POST', agent, headers: repeatsBusy ? { ...headers, 'idempotency-key': key } : headers }
    const outgoing = request(`${address}/v1/send`, options, (response) => {
      answered = true
      read(response, performance.now() - sentAt).then((one) => {
        if (repeatsBusy && isBusy(one)) return void setTimeout(send, busyPauseMs, key)
        if (one.status === 200) {
          accepted += 1
          lastAcceptedAt = performance.now()
        }
        end(one)
      }, lost)
    })
    // Until then it waited for a connection, and that is the load's own doing.
    outgoing.once('socket', () => {
      sentAt = performance.now()
    })
    // Once a response has begun, its reader reports the result.
    outgoing.on('error', () => answered || lost())
    outgoing.end(body)
  }

  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond)
    // More would only wait here for a connection, and where they take their time, for longer than anybody waits for
    // them in the end.
    while (started < due && started - sent.length < connectionsMax) start()
  }, tickMs)

  return {
    sent,
    accepted: () => accepted,
    async goOn(seconds, more) {
      const end = performance.now() + seconds * 1_000
      const enough = accepted + more
      await until('enough was accepted', () => performance.now() >= end && accepted >= enough, 60)
    },
    async settle() {
      const begun = [...underWay]
      await until('every send that began before is over', () => !begun.some((one) => underWay.has(one)), 60)
    },
    async stop() {
      clearInterval(timer)
      const perSecondUntil = (count: number, end: number) => Math.round((count * 1_000) / (end - startedAt))
      const sentRate = perSecondUntil(started, performance.now())
      await until('every send is over', () => sent.length === started, 60)
      agent.destroy()
      return `${sentRate} sends a second, ${perSecondUntil(accepted, lastAcceptedAt)} accepted`
    },
  }
}

async function read(response: IncomingMessage, milliseconds: number): Promise<Sent> {
  const { code, request_id } = JSON.parse(await text(response))
  return {
    status: response.statusCode ?? null,
    retryAfter: response.headers['retry-after'] ?? null,
    code,
    requestId: request_id ?? null,
    milliseconds,
  }
}

const pageSize = 1_000

/** The status of every request whose message went to this number. */
async function readStatuses(address: string, phone: string): Promise<Map<string, string>> {
  const statuses = new Map<string, string>()
  for (let page = 1; ; page += 1) {
    const response = await fetch(
      `${address}/public/v1/delivery-reports?dest_addr=${phone}&page=${page}&limit=${pageSize}`,
      { headers: { authorization } },
    )
    const entries = (await response.json()) as { request_id: string; status: string }[]
    for (const { request_id, status } of entries) statuses.set(request_id, status)
    if (entries.length < pageSize) return statuses
  }
}

/**
 * Waits until everything that was answered with 200 is delivered: nothing that was promised may be missing, or stay
 * open.
 */
export async function untilDelivered(
  address: string,
  phone: string,
  sent: readonly Sent[],
  secondsMax: number,
): Promise<void> {
  const promised = sent.flatMap(({ status, requestId }) => (status === 200 && requestId !== null ? [requestId] : []))
  let open: string[] = []
  try {
    await until(
      'every accepted message is delivered',
      async () => {
        const statuses = await readStatuses(address, phone)
        open = promised
          .filter((requestId) => statuses.get(requestId) !== 'DELIVERED')
          .map((requestId) => `${requestId} ${statuses.get(requestId) ?? 'is missing'}`)
        return open.length === 0
      },
      secondsMax,
    )
  } catch (error) {
    throw new Error(`of ${promised.length} promised ${open.length} are open: ${open.slice(0, 5).join(', ')}`, {
      cause: error,
    })
  }
}
