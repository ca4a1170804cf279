/**
 * A customer in a separate process: sends messages over HTTP or SMPP, receives their callbacks or receipts, and reports
 * when the last one arrived.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createReader, statusOf } from './smpp-http.ts'
import { type Sending, type SmppTarget, submitAll } from './smpp-submits.ts'

/** A server that takes messages over HTTP and calls back. */
export interface HttpTarget {
  readonly port: number
  /** The raw request, with `%PHONE%` in place of the number. */
  readonly request: string
  /** Status of an accepted message. */
  readonly acceptedStatus: number
}

export interface Round {
  readonly target: HttpTarget | SmppTarget
  readonly messages: number
  readonly connections: number
  /** Numbers are unique, so that each callback belongs to one round. */
  readonly firstPhone: number
}

export interface RoundResult {
  readonly accepted: number
  /** Other responses, and the first of them in `failure`. */
  readonly failed: number
  readonly failure: string | null
  /** From the first send to the last response. */
  readonly acceptSeconds: number
  /** From the first send to the last callback. */
  readonly seconds: number
  readonly callbacks: { readonly distinct: number; readonly twice: number; readonly strange: number }
}

export interface Customer {
  readonly pid: number
  readonly callbackPort: number
  run(round: Round): Promise<RoundResult>
  stop(): Promise<void>
}

/** Gives up after this time without a callback. */
const silenceSecondsMax = 30
/** Time to wait for duplicate callbacks. */
const afterMs = 500
const placeholder = '%PHONE%'
export const phoneStep = 10

export async function startCustomer(): Promise<Customer> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'serve'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)
  const port = Number(await nextLine(child, lines))
  return {
    pid: child.pid ?? 0,
    callbackPort: port,
    async run(round) {
      child.stdin.write(`${JSON.stringify(round)}\n`)
      return JSON.parse(await nextLine(child, lines))
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

async function nextLine(child: ChildProcessByStdio<Writable, Readable, null>, lines: Interface): Promise<string> {
  const ended = new AbortController()
  const onExit = () => ended.abort(new Error('the customer process ended'))
  child.once('exit', onExit)
  try {
    const [line] = (await once(lines, 'line', { signal: ended.signal })) as [string]
    return line
  } finally {
    child.off('exit', onExit)
  }
}

/** Callbacks of the current round. */
interface Inbox {
  readonly firstPhone: number
  readonly seen: Uint8Array
  distinct: number
  twice: number
  strange: number
  lastAt: number
}

const openInbox = ({ firstPhone, messages }: Pick<Round, 'firstPhone' | 'messages'>): Inbox => {
  return { firstPhone, seen: new Uint8Array(messages), distinct: 0, twice: 0, strange: 0, lastAt: performance.now() }
}

/** Ngoma's callbacks have the number in the body, Kannel's in the URL. */
function phoneIn(head: string, body: string): number {
  if (head.startsWith('GET')) return Number(/[?&]phone=(\d+)/.exec(head)?.[1])
  return body.includes('"status":"DELIVERED"') ? Number(/"dest_addr":"(\d+)"/.exec(body)?.[1]) : Number.NaN
}

function take(inbox: Inbox, phone: number): void {
  const place = (phone - inbox.firstPhone) / phoneStep
  const times = inbox.seen[place]
  if (times === undefined) inbox.strange += 1
  else if (times > 0) inbox.twice += 1
  else {
    inbox.seen[place] = 1
    inbox.distinct += 1
    inbox.lastAt = performance.now()
  }
}

/** Sends sequentially on each connection, without pauses. */
async function send(
  { port, request, acceptedStatus }: HttpTarget,
  { messages, connections, firstPhone }: Round,
): Promise<Sending> {
  const pieces = request.split(placeholder)
  let next = 0
  let accepted = 0
  let failed = 0
  let failure: string | null = null

  const sendSome = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      const sendNext = () => {
        if (next === messages) {
          socket.end()
          resolve()
          return
        }
        socket.write(pieces.join(String(firstPhone + next * phoneStep)), 'latin1')
        next += 1
      }
      const read = createReader((head, body) => {
        if (statusOf(head) === acceptedStatus) accepted += 1
        else {
          failed += 1
          failure ??= `${head}\n\n${body}`
        }
        sendNext()
      })
      socket.on('connect', sendNext)
      socket.on('data', read)
      socket.on('error', reject)
      // Has no effect after the last response.
      socket.on('close', () => reject(new Error('a connection was closed before its response')))
    })

  await Promise.all(Array.from({ length: connections }, sendSome))
  return { accepted, failed, failure }
}

async function run(round: Round, inbox: Inbox): Promise<RoundResult> {
  const { target } = round
  const startedAt = performance.now()
  const { close, ...sending } =
    'systemId' in target
      ? await submitAll(target, { ...round, phoneStep }, (phone) => take(inbox, phone))
      : { ...(await send(target, round)), close: () => {} }
  const sentAt = performance.now()
  const acceptSeconds = (sentAt - startedAt) / 1_000
  while (
    inbox.distinct < sending.accepted &&
    performance.now() - Math.max(inbox.lastAt, sentAt) < silenceSecondsMax * 1_000
  )
    await passes(5)
  const seconds = (inbox.lastAt - startedAt) / 1_000
  await passes(afterMs)
  close()
  return {
    ...sending,
    acceptSeconds,
    seconds,
    callbacks: { distinct: inbox.distinct, twice: inbox.twice, strange: inbox.strange },
  }
}

const passes = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

async function serve(): Promise<void> {
  let inbox = openInbox({ firstPhone: 0, messages: 0 })
  const server = createServer({ noDelay: true }, (socket) => {
    const read = createReader((head, body) => {
      take(inbox, phoneIn(head, body))
      socket.write(answer, 'latin1')
    })
    socket.on('data', read)
    socket.on('error', () => socket.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
  const lines = createInterface(process.stdin)
  lines.on('line', async (line) => {
    const round: Round = JSON.parse(line)
    inbox = openInbox(round)
    try {
      process.stdout.write(`${JSON.stringify(await run(round, inbox))}\n`)
    } catch (error) {
      process.stderr.write(`The load failed: ${(error as Error).message}\n`)
      process.exit(1)
    }
  })
  // Exits together with its parent process.
  lines.on('close', () => process.exit())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve()
