import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { createAgenda } from '../../src/carriers/agenda.ts'
import type { Link } from '../../src/engine/smpp/link.ts'
import { type Fields, LinkProblem, type Pdu } from '../../src/engine/smpp/pdu.ts'

import type { Clock } from '../../src/values/time.ts'
import { type Counts, noCounts, resetCounts } from './counts.ts'
import type { IdForm, ReceiptForm } from './forms.ts'
import { createIntake } from './intake.ts'
import type { Message } from './message.ts'
import { type Profile, type ProfileName, profiles } from './profile.ts'
import { receiptFields } from './receipt.ts'
import { createReceiptQueue } from './receipt-queue.ts'
import { openSession } from './session.ts'
import type { Submit } from './submit.ts'

export interface SmscOptions {
  readonly host?: string
  /** 0 picks a free port. */
  readonly port?: number
  /** In PEM format; plain TCP by default. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Required system_id; any by default. */
  readonly systemId?: string
  readonly password?: string
  readonly receipts?: ReceiptForm
  /** Format in answers, and in receipts unless `receiptIds` is set. */
  readonly ids?: IdForm
  readonly receiptIds?: IdForm
  /** Delay between answer and receipt. */
  readonly delayMs?: number
  readonly seed?: number
  readonly profile?: ProfileName | Profile
  /** Timeout for answers to its own requests, in real time. */
  readonly answerMs?: number
  /** Silence before it sends enquire_link, in real time. */
  readonly enquireMs?: number
  readonly offerAgainMs?: number
  /** Maximum number of unanswered receipts per connection. */
  readonly window?: number
  /** Maximum number of waiting receipts in total. */
  readonly receiptsMax?: number
  /** Clock for delays, rates and receipts, which tests can move. */
  readonly clock?: Clock
  /** Called with every accepted message, before the answer. */
  readonly onAccepted?: (message: Message, submit: Submit) => void
  /** Called with the number of every rejected message. */
  readonly onRefused?: (destination: string) => void
}

export interface Smsc {
  readonly port: number
  /** Host and port. */
  readonly address: string
  counts(): Readonly<Counts>
  /** Resets counters, duplicate detection and fault injection. */
  reset(): void
  profile(): Profile
  setProfile(profile: ProfileName | Profile): void
  /** Closes all connections like a crash; new ones are accepted. */
  dropAll(): void
  /** Accepts submits but answers them only after `releaseAnswers`. */
  holdAnswers(): void
  releaseAnswers(): void
  /** Simulates a network failure: open connections are neither read nor written. New ones work. */
  freezeAll(): void
  /** Closes all connections and rejects new ones until `comeBack` on the same port. Keeps receipts. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** Sends any deliver_sm to a bind with this system_id. Resolves with the answer. */
  deliver(systemId: string, fields: Fields): Promise<Pdu>
  close(): Promise<void>
}

const realClock: Clock = { now: () => new Date(), onMove() {} }

/**
 * An SMPP 3.4 message centre for tests and benchmarks. The number decides the outcome (`simulator/outcome.ts`), the
 * profile the faults.
 */
export async function startSmsc(options: SmscOptions = {}): Promise<Smsc> {
  const {
    host = '127.0.0.1',
    clock = realClock,
    ids = 'decimal',
    receiptIds = ids,
    receipts = 'both',
    seed = 1,
    delayMs = 1_000,
  } = options
  const agenda = createAgenda(clock)
  const counts: Counts = { ...noCounts }
  const sockets = new Set<Socket>()
  const links = new Set<Link>()
  let profile = profileOf(options.profile ?? 'healthy')
  let held: (() => void)[] | null = null
  const now = () => clock.now().getTime()

  const receiptQueue = createReceiptQueue({
    now,
    agenda,
    counts,
    window: options.window ?? 100,
    offerAgainMs: options.offerAgainMs ?? 1_000,
    receiptsMax: options.receiptsMax ?? 500_000,
    receiptOf: (message) => receiptFields(message, receiptIds, receipts),
  })
  const intake = createIntake({
    now,
    agenda,
    counts,
    receiptQueue,
    seed,
    delayMs,
    profile: () => profile,
    onAccepted: options.onAccepted ?? (() => {}),
    onRefused: options.onRefused ?? (() => {}),
  })
  const session = {
    now,
    counts,
    intake,
    receiptQueue,
    ids,
    answerMs: options.answerMs ?? 10_000,
    enquireMs: options.enquireMs ?? 30_000,
    systemId: options.systemId ?? null,
    password: options.password ?? null,
    release(answer: () => void) {
      if (held === null) answer()
      else held.push(answer)
    },
  }

  function welcome(socket: Socket): void {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (profile.dead) {
      socket.resume()
      return
    }
    const link = openSession(socket, session)
    links.add(link)
    void link.ended.then(() => links.delete(link))
  }

  const server = options.tls === undefined ? createServer(welcome) : createTlsServer(options.tls, welcome)

  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        resolve()
      })
    })

  function freezeAll(): void {
    for (const link of links) link.abandon('connection frozen')
  }

  function dropAll(): void {
    for (const link of links) link.destroy('connection dropped')
    for (const socket of sockets) socket.destroy()
  }

  async function goAway(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    dropAll()
    await closed
  }

  await listen(options.port ?? 0)
  const { port } = server.address() as AddressInfo
  agenda.resume()

  return {
    port,
    address: `${host}:${port}`,
    counts: () => ({ ...counts }),
    reset() {
      resetCounts(counts)
      intake.reset()
    },
    profile: () => profile,
    setProfile(change) {
      const wasDead = profile.dead
      profile = profileOf(change)
      // Connections from the dead phase would hang for ever.
      if (wasDead && !profile.dead) dropAll()
      else if (profile.dead) freezeAll()
    },
    dropAll,
    holdAnswers() {
      held ??= []
    },
    releaseAnswers() {
      const answers = held ?? []
      held = null
      for (const answer of answers) answer()
    },
    freezeAll,
    goAway,
    comeBack: () => listen(port),
    deliver(systemId, fields) {
      const link = receiptQueue.find(systemId)
      return link === null
        ? Promise.reject(new LinkProblem('ended', 'nobody is bound'))
        : link.request('deliver_sm', fields)
    },
    async close() {
      agenda.pause()
      await goAway()
    },
  }
}

const profileOf = (profile: ProfileName | Profile): Profile =>
  typeof profile === 'string' ? profiles[profile] : profile
