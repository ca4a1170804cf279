import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import { type Fields, LinkProblem, type Pdu, status } from '../../engine/smpp/pdu.ts'
import type { Clock } from '../../values/time.ts'
import type { Agenda } from '../agenda.ts'
import type { Acceptance, Submission } from '../carrier.ts'
import { createOutbox, type Slot } from '../outbox/outbox.ts'
import { createThrottles } from '../outbox/throttles.ts'
import { ProviderFailure, unsendable } from '../provider-kind.ts'
import type { Bind } from './bind.ts'
import type { StatusErrors } from './error-rules.ts'
import { createLosses } from './losses.ts'
import { createMessage, type Message, type Part } from './outgoing.ts'
import { referenceOf } from './receipt.ts'
import type { SmppSettings } from './settings.ts'
import { classifyStatus } from './status.ts'

interface SenderOptions {
  readonly settings: SmppSettings
  /** They may change while it is open. */
  statusErrors(): StatusErrors
  readonly clock: Clock
  readonly agenda: Agenda
  readonly maxWaitMs: number | undefined
  /** The held binds, whether or not they are up. */
  binds(): readonly Bind[]
  /** A full lane has capacity again. */
  onCapacity(): void
  onThrottle(): void
}

/** After this many throttles, which takes a minute, a part is given back, because there may be another route. */
const throttlesMax = 10

const isAccepted = ({ command, status: commandStatus }: Pdu) =>
  commandStatus === status.ok && command === 'submit_sm_resp'

/** Sends messages part by part from one outbox over all binds. */
export function createSender(options: SenderOptions) {
  const { settings, statusErrors, clock, binds, onThrottle } = options
  const taken = createAcceptedParts()
  const losses = createLosses()
  const throttles = createThrottles(() => clock.now().getTime())
  const isSuspect = ({ message, index }: Part) => losses.isSuspect(message.id, index)
  const outbox = createOutbox<Part, Bind>({
    clock,
    agenda: options.agenda,
    rate: settings.ratePerSecond,
    window: settings.window,
    rateShare: () => binds().length / settings.binds,
    maxWaitMs: options.maxWaitMs,
    channels: binds,
    mayUse: (part, bind) => !bind.hasSuspect || !isSuspect(part),
    transmit: (part, slot) => void transmit(part, slot),
    giveBack(part, error) {
      part.message.waiting -= 1
      fail(part.message, error)
    },
    onCapacity: options.onCapacity,
  })

  function settle(message: Message): void {
    const { id, references, failure, resolve, reject } = message
    if (message.isSettled || message.outstanding > 0 || (failure === null && message.waiting > 0)) return
    message.isSettled = true
    if (failure === null || !failure.retryable) losses.forget(id)
    if (failure === null) {
      taken.forget(id)
      resolve({
        references: references.filter((reference) => reference !== null && reference !== '') as string[],
        written: () => free(message),
      })
    } else {
      taken.remember(id, references)
      free(message)
      reject(failure)
    }
  }

  function free({ slots }: Message): void {
    for (const slot of slots.splice(0)) slot.free()
  }

  /**
   * Waits for outstanding parts first, to know which of them were accepted. A final error takes precedence over a
   * retryable one.
   */
  function fail(message: Message, error: ProviderFailure): void {
    if (message.failure === null || (message.failure.retryable && !error.retryable)) message.failure = error
    settle(message)
  }

  /** Never rejects. */
  async function transmit(part: Part, slot: Slot<Bind>): Promise<void> {
    const { message } = part
    const bind = slot.channel
    message.waiting -= 1
    message.outstanding += 1
    for (const one of message.parts) one.waitsFromMs = performance.now()
    const wasSuspect = isSuspect(part)
    if (wasSuspect) bind.hasSuspect = true
    const [answer, problem] = await bind.submit(part.fields).then(
      (pdu) => [pdu, null] as const,
      (error: Error) => [null, error] as const,
    )
    message.outstanding -= 1
    if (wasSuspect) bind.hasSuspect = false
    // An accepted part keeps its place until the result is stored, because a crash before that sends it again. A
    // message with further parts may need the place for them.
    const isKept = answer !== null && isAccepted(answer) && message.waiting === 0
    if (isKept) message.slots.push(slot)
    if (answer !== null) handleAnswer(bind, part, answer)
    else if (problem instanceof LinkProblem) lose(part, problem)
    else fail(message, unsendable(problem.message))
    if (isKept) slot.answered()
    else slot.free()
  }

  function handleAnswer(bind: Bind, part: Part, answer: Pdu): void {
    const { message, index } = part
    if (isAccepted(answer)) {
      bind.ownRate.passed()
      throttles.passed(message.phone)
      const id = answer.fields.message_id
      message.references[index] = typeof id === 'string' && id !== '' ? referenceOf(id, settings.answerIds) : ''
      settle(message)
      return
    }
    const { action, reason, text } = classifyStatus(answer.status, statusErrors())
    if (action === 'throttle') throttle(bind, part, text)
    else fail(message, new ProviderFailure(action === 'retry' ? 'unstarted' : 'refused', text, { reason }))
  }

  /** The bind slows down when the carrier throttles as a whole; otherwise only this message waits. */
  function throttle(bind: Bind, part: Part, text: string): void {
    onThrottle()
    const { byCarrier, retryMs } = throttles.note(part.message.phone)
    if (byCarrier) bind.ownRate.slowed()
    part.throttles += 1
    if (byCarrier && part.throttles < throttlesMax) sendAgain(part)
    else fail(part.message, new ProviderFailure('unstarted', text, { reason: 'throttled', away: true, retryMs }))
  }

  /**
   * Without a response, the carrier may or may not have the part. A bind that this process gave up is not a loss: after
   * a few lost leases, all its parts would be suspect and go one by one, and then be rejected.
   */
  function lose(part: Part, { kind, message: text }: LinkProblem): void {
    const { message, index } = part
    if (kind === 'released' || losses.count(message.id, index, kind)) sendAgain(part)
    else fail(message, new ProviderFailure('unclear', text, { reason: 'no_answer' }))
  }

  function sendAgain(part: Part): void {
    const { message } = part
    if (message.failure === null) {
      message.waiting += 1
      outbox.put(part)
    } else settle(message)
  }

  return {
    ...outbox,
    /** Rejects only with ProviderFailures. */
    send: (submission: Submission, submits: readonly Fields[]) =>
      new Promise<Acceptance>((resolve, reject) => {
        const recalled = taken.recall(submission.id, submits.length)
        const message = createMessage(submission, submits, recalled, { resolve, reject })
        if (message.parts.length === 0) settle(message)
        // All parts count as waiting from the beginning, so that the message is not settled before the last one.
        message.waiting = message.parts.length
        for (const part of message.parts) outbox.put(part)
      }),
  }
}

/** The oldest messages are dropped beyond this number. */
const idsMax = 10_000

/** Remembers which parts of a failed message the carrier accepted, so that they are not sent again. */
export function createAcceptedParts() {
  const byId = new BoundedMap<number, readonly (string | null)[]>(idsMax)
  return {
    remember(id: number, references: readonly (string | null)[]) {
      if (references.some((reference) => reference !== null)) byId.set(id, references)
    },
    /** Null for an unknown message, or when its number of parts has changed. */
    recall(id: number, parts: number): (string | null)[] | null {
      const references = byId.get(id)
      return references === undefined || references.length !== parts ? null : [...references]
    },
    forget: (id: number) => void (byId.size > 0 && byId.delete(id)),
  }
}
