import { Idle } from '../../engine/flow/idle.ts'
import type { Clock } from '../../values/time.ts'
import type { Agenda } from '../agenda.ts'
import { type Acceptance, CarrierError, type Lane, lanes, type Submission } from '../carrier.ts'
import { createPace, keptPlaces } from '../pace.ts'
import { createWake } from '../wake.ts'
import type { Bind } from './bind.ts'
import { LinkProblem } from './link.ts'
import { createLosses } from './losses.ts'
import { away, createMessage, findHindrance, type Message, type Part } from './outgoing.ts'
import { type Fields, type Pdu, status } from './pdu.ts'
import { createQueue } from './queue.ts'
import { referenceOf } from './receipt.ts'
import type { SmppSettings } from './settings.ts'
import { judgeStatus } from './status.ts'
import { createTaken } from './taken.ts'

/**
 * Brings messages to the binds: one queue over all of them, PINs first, no bind beyond its window and all together not
 * beyond the rate.
 */
export interface Sender {
  /** Rejects with a CarrierError, and nothing else. */
  send(submission: Submission, submits: readonly Fields[]): Promise<Acceptance>
  /** Whether more of this lane may wait. */
  hasRoom(lane: Lane): boolean
  /** Binds have come, gone or changed. When there is none that is up, nothing waits any longer. */
  look(): void
  /** Nothing waits any longer, and nothing is sent again. */
  close(): void
  open(): void
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

interface SenderOptions {
  readonly settings: SmppSettings
  readonly clock: Clock
  readonly agenda: Agenda
  readonly patienceMs: number
  /** Those that are ours, whether they are up or not. */
  binds(): readonly Bind[]
  /** A lane that had no room has some. */
  onRoom(): void
}

const waitingMax = 1_000
/**
 * Where there is a rate, no more waits than goes out in this time: well before it would be given back for having waited
 * too long.
 */
const waitingSecondsMax = 2
/**
 * Who is told so many times that it came too fast, while others pass, waits outside: the reason may be its own number.
 */
const slowingsAloneMax = 5
/** After so many, which take a minute, it waits outside as well: there may be another way. */
const slowingsMax = 10

const isTaken = ({ command, status: commandStatus }: Pdu) => commandStatus === status.ok && command === 'submit_sm_resp'

export function createSender({ settings, clock, agenda, patienceMs, binds, onRoom }: SenderOptions): Sender {
  const { window, binds: bindsMax, ratePerSecond, answerIds } = settings
  const now = () => clock.now().getTime()
  const queue = createQueue<Message>()
  const taken = createTaken()
  const losses = createLosses()
  const wakeIn = createWake(agenda, now, () => look())
  const ourRate = () => (ratePerSecond * binds().length) / bindsMax
  const pace = createPace(now, ourRate)
  const keptWindow = keptPlaces(window)
  const wasFull: Record<Lane, boolean> = { pin: false, single: false, bulk: false }
  const unsettled = new Idle()
  let passes = 0
  let isOpen = false
  let isLooking = false

  const isAnyUp = () => binds().some((bind) => bind.isUp)

  function roomMax(): number {
    const rate = ourRate()
    return rate === 0 ? Math.max(waitingMax, window * binds().length) : Math.min(waitingMax, rate * waitingSecondsMax)
  }

  function settle(message: Message): void {
    if (message.underWay > 0 || message.waiting.length > 0) return
    const { id, references, failure, resolve, reject } = message
    if (failure === null || !failure.retryable) losses.forget(id)
    if (failure === null) {
      taken.forget(id)
      resolve({
        references: references.filter((reference) => reference !== null && reference !== '') as string[],
        written: () => makeRoom(message),
      })
    } else {
      taken.remember(id, references)
      makeRoom(message)
      reject(failure)
    }
    unsettled.leave()
  }

  /** What was taken and is not written down yet would be sent again after a crash, and so it counts as under way. */
  function makeRoom({ taking }: Message): void {
    for (const bind of taking.splice(0)) bind.underWay -= 1
    lookSoon()
  }

  /** Many are written down together, and make room together. */
  function lookSoon(): void {
    if (isLooking) return
    isLooking = true
    setImmediate(() => {
      isLooking = false
      look()
    })
  }

  /**
   * What is under way of it is waited for, so that it is known which of its parts were taken. That one can't be sent
   * ever is said before all else.
   */
  function fail(message: Message, error: CarrierError): void {
    if (message.failure === null || (message.failure.retryable && !error.retryable)) message.failure = error
    message.waiting.length = 0
    settle(message)
  }

  function putBack(part: Part, put: (lane: Lane, message: Message) => void): void {
    const { message } = part
    message.waiting.unshift(part)
    if (message.isQueued) return
    message.isQueued = true
    put(message.lane, message)
  }

  function takeNext(lane: Lane, message: Message): Part | undefined {
    const part = message.waiting.shift()
    message.lastSentMs = performance.now()
    if (message.waiting.length === 0) {
      message.isQueued = false
      queue.removeFirst(lane)
    }
    return part
  }

  function clear(error: CarrierError): void {
    for (const message of queue.clear()) {
      message.isQueued = false
      // One that failed already is settled, or waits for its other parts.
      if (message.waiting.length > 0) fail(message, error)
    }
  }

  /** The bind with the most room, or null when a message of this lane has to wait. */
  function findBind({ id, lane, waiting }: Message): Bind | null {
    const isSuspect = losses.isSuspect(id, waiting[0]?.index ?? 0)
    const underWayMax = lane === 'pin' ? window : window - keptWindow
    let best: Bind | null = null
    let soonest = Number.POSITIVE_INFINITY
    for (const bind of binds()) {
      if (!bind.isUp || bind.underWay >= underWayMax || (isSuspect && bind.hasSuspect)) continue
      const waitMs = bind.brake.waitMs(lane)
      if (waitMs > 0) soonest = Math.min(soonest, waitMs)
      else if (best === null || bind.underWay < best.underWay) best = bind
    }
    if (best === null && soonest < Number.POSITIVE_INFINITY) wakeIn(soonest)
    return best
  }

  /** Sends what may go. A lane that has to wait stops those after it: they would have to wait as well. */
  function pump(): void {
    for (const lane of lanes) {
      for (let message = queue.first(lane); message !== undefined; message = queue.first(lane)) {
        const hindrance = message.waiting.length > 0 ? findHindrance(message, now(), patienceMs) : null
        if (hindrance !== null) fail(message, hindrance)
        if (message.waiting.length === 0) {
          message.isQueued = false
          queue.removeFirst(lane)
          continue
        }
        const waitMs = pace.waitMs(lane)
        if (waitMs > 0) wakeIn(waitMs)
        const bind = waitMs > 0 ? null : findBind(message)
        if (bind === null) return
        const part = takeNext(lane, message)
        if (part !== undefined) void transmit(bind, part)
      }
    }
  }

  function look(): void {
    if (!isOpen) return
    if (!isAnyUp()) clear(away())
    pump()
    for (const lane of lanes) {
      if (!wasFull[lane] || queue.size(lane) > roomMax() / 2) continue
      wasFull[lane] = false
      onRoom()
    }
  }

  /** Never rejects. */
  async function transmit(bind: Bind, part: Part): Promise<void> {
    const { message } = part
    pace.spend()
    bind.brake.spend()
    bind.underWay += 1
    message.underWay += 1
    const isSuspect = losses.isSuspect(message.id, part.index)
    if (isSuspect) bind.hasSuspect = true
    const [answer, problem] = await bind.submit(part.fields).then(
      (pdu) => [pdu, null] as const,
      (error: Error) => [null, error] as const,
    )
    message.underWay -= 1
    if (isSuspect) bind.hasSuspect = false
    // One that still has parts to send may need the room for them.
    if (answer !== null && isTaken(answer) && message.waiting.length === 0) message.taking.push(bind)
    else bind.underWay -= 1
    if (answer !== null) judge(bind, part, answer)
    else if (problem instanceof LinkProblem) lose(part, problem)
    else
      fail(
        message,
        new CarrierError(`it can not be sent: ${problem.message}`, { retryable: false, reason: 'unsendable' }),
      )
    look()
  }

  function judge(bind: Bind, part: Part, answer: Pdu): void {
    const { message, index } = part
    if (isTaken(answer)) {
      passes += 1
      bind.brake.passed()
      const id = answer.fields.message_id
      message.references[index] = typeof id === 'string' && id !== '' ? referenceOf(id, answerIds) : ''
      settle(message)
      return
    }
    const { does, reason, text } = judgeStatus(answer.status)
    if (does === 'slow') slow(bind, part, text)
    else fail(message, new CarrierError(text, { retryable: does === 'retry', reason }))
  }

  function slow(bind: Bind, part: Part, text: string): void {
    const { message } = part
    bind.brake.slowed()
    part.slowings += 1
    if (part.slowings === 1 || part.passesSeen < passes) part.slowingsAlone += 1
    part.passesSeen = passes
    const isEnough = part.slowingsAlone >= slowingsAloneMax || part.slowings >= slowingsMax
    if (isEnough) fail(message, new CarrierError(text, { retryable: true, reason: 'throttled', away: true }))
    // Where only this one is told so, it would hold up all others with every pause: from the second time on they go
    // first.
    else sendAgain(part, part.slowings === 1 ? queue.putBack : queue.put)
  }

  /** No answer came: the carrier may have it, or not. */
  function lose(part: Part, { kind, message: text }: LinkProblem): void {
    const { message, index } = part
    if (losses.count(message.id, index, kind)) sendAgain(part)
    else fail(message, new CarrierError(text, { retryable: false, reason: 'no_answer' }))
  }

  function sendAgain(part: Part, put = queue.putBack): void {
    if (part.message.failure !== null) settle(part.message)
    else if (!isOpen || !isAnyUp()) fail(part.message, away())
    else putBack(part, put)
  }

  return {
    look,
    hasRoom(lane) {
      const hasRoom = queue.size(lane) <= roomMax()
      if (!hasRoom) wasFull[lane] = true
      return hasRoom
    },
    send(submission, submits) {
      if (!isOpen || !isAnyUp()) return Promise.reject(away())
      return new Promise((resolve, reject) => {
        const { id, lane } = submission
        const message = createMessage(submission, submits, taken.recall(id, submits.length), { resolve, reject })
        unsettled.enter()
        if (message.waiting.length === 0) return settle(message)
        queue.put(lane, message)
        // Alone in its lane it may go at once; otherwise those before it are waiting for something, and are looked
        // after.
        if (queue.size(lane) === 1) pump()
      })
    },
    open() {
      isOpen = true
    },
    close() {
      isOpen = false
      clear(away('the carrier is being stopped'))
    },
    idle: () => unsettled.wait(),
  }
}
