import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { createAgenda } from '../../src/carriers/agenda.ts'
import { type Link, LinkProblem } from '../../src/carriers/smpp/link.ts'
import type { Fields, Pdu } from '../../src/carriers/smpp/pdu.ts'
import type { Clock } from '../../src/values/time.ts'
import { type Counts, noCounts, resetCounts } from './counts.ts'
import type { IdForm, ReceiptForm } from './forms.ts'
import { createIntake } from './intake.ts'
import type { Message } from './message.ts'
import { createOffice } from './office.ts'
import { type Profile, type ProfileName, profiles } from './profile.ts'
import { receiptFields } from './receipt.ts'
import { openSession } from './session.ts'

export interface SmscOptions {
  readonly host?: string
  /** 0 for any that is free. */
  readonly port?: number
  /** PEM; without it the connection is plain. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Whom it lets in; anybody when left out. */
  readonly systemId?: string
  readonly password?: string
  readonly receipts?: ReceiptForm
  /** In answers, and in receipts where they are not to be the same. */
  readonly ids?: IdForm
  readonly receiptIds?: IdForm
  /** From the answer to the receipt. */
  readonly delayMs?: number
  readonly seed?: number
  readonly profile?: ProfileName | Profile
  /** How long an answer to a request of its own may take. In real time, whatever the clock says. */
  readonly answerMs?: number
  /** After how long a silence it asks. In real time. */
  readonly enquireMs?: number
  readonly offerAgainMs?: number
  /** Receipts that may be unanswered on one connection. */
  readonly window?: number
  /** Receipts that may wait, in all. */
  readonly receiptsMax?: number
  /** The time of delays, rates and receipts; a test can move it. */
  readonly clock?: Clock
  /** Called with every message that it takes, before the answer. */
  readonly onTaken?: (message: Message) => void
  /** Called with the number of every message that it answers with an error. */
  readonly onRefused?: (destination: string) => void
}

export interface Smsc {
  readonly port: number
  /** Host and port. */
  readonly address: string
  counts(): Readonly<Counts>
  /** Counts from 0 again, takes no message for a duplicate, and draws faults as after a start. */
  reset(): void
  profile(): Profile
  setProfile(profile: ProfileName | Profile): void
  /** Closes every connection, as a crash would; new ones are taken. */
  dropAll(): void
  /** Submits are taken, and answered when it is let go. */
  holdAnswers(): void
  releaseAnswers(): void
  /**
   * As when the way between is gone: every connection stays open, and nothing is read from it or written to it. New
   * ones work.
   */
  freezeAll(): void
  /** Closes every connection and takes no new ones, until it comes back at the same port. Receipts are kept. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** Any deliver_sm, to one who is bound under this name. Resolves with the answer. */
  deliver(systemId: string, fields: Fields): Promise<Pdu>
  close(): Promise<void>
}

const realClock: Clock = { now: () => new Date(), onMove() {} }

/**
 * A message centre that speaks SMPP 3.4, for tests and measurements. The number decides the outcome
 * (`simulator/outcome.ts`), and the profile what goes wrong.
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

  const office = createOffice({
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
    office,
    seed,
    delayMs,
    profile: () => profile,
    onTaken: options.onTaken ?? (() => {}),
    onRefused: options.onRefused ?? (() => {}),
  })
  const session = {
    now,
    counts,
    intake,
    office,
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
    for (const link of links) link.abandon('it was frozen')
  }

  function dropAll(): void {
    for (const link of links) link.destroy('it was dropped')
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
      // Whoever connected to the dead one would wait for ever.
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
      const link = office.find(systemId)
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
