import type { Agenda } from '../../src/carriers/agenda.ts'
import { createBusyTimes, outcomeOf } from '../../src/carriers/simulator/outcome.ts'

import { BoundedMap } from '../../src/engine/flow/bounded-map.ts'
import { TokenBucket } from '../../src/engine/flow/token-bucket.ts'
import { status } from '../../src/engine/smpp/pdu.ts'
import type { Counts } from './counts.ts'
import { nextId } from './ids.ts'
import { type Message, toMessage, wantsReceipt } from './message.ts'
import { drawFaults, type Faults, type Profile } from './profile.ts'
import type { ReceiptQueue } from './receipt-queue.ts'
import type { Submit } from './submit.ts'

/** The sender of a submit. Exactly one of the three methods is called. */
export interface Submitter {
  readonly systemId: string
  /** The id is set when the status is ok. */
  answer(commandStatus: number, id?: number): void
  /** Sends no answer. */
  ignore(): void
  /** Closes the connection with all its unanswered requests. */
  drop(): void
}

export interface Intake {
  submit(submit: Submit, submitter: Submitter): void
  find(id: number): Message | undefined
  /** Forgets earlier messages and restarts counting. */
  reset(): void
}

export interface IntakeOptions {
  readonly now: () => number
  readonly agenda: Agenda
  readonly counts: Counts
  readonly receiptQueue: ReceiptQueue
  readonly seed: number
  readonly delayMs: number
  profile(): Profile
  onAccepted(message: Message, submit: Submit): void
  onRefused(destination: string): void
}

/** Number of messages remembered to recognize duplicates. */
const seenMax = 1_000_000
/** Number of messages that can be queried and cancelled. */
const messagesMax = 100_000
const busyMax = 100_000
const destinationForm = /^\+?\d{1,20}$/

export function createIntake({
  now,
  agenda,
  counts,
  receiptQueue,
  seed,
  delayMs,
  profile,
  onAccepted,
  onRefused,
}: IntakeOptions): Intake {
  const seen = new BoundedMap<number, true>(seenMax)
  const messages = new BoundedMap<number, Message>(messagesMax)
  const bucket = new TokenBucket(now)
  let isBusy = createBusyTimes(busyMax)
  let count = 0

  /** Returns the error status, or null. */
  function refusalOf({ destination, key }: Submit, faults: Faults): number | null {
    const { ratePerSecond, overRate } = profile()
    const { refused, busyTimes } = outcomeOf(destination.address)
    if (faults.throttled || !hasRoom(bucket, ratePerSecond)) {
      counts.throttled += 1
      return overRate === 'throttled' || faults.throttled ? status.throttled : status.queueFull
    }
    if (refused || !destinationForm.test(destination.address)) {
      counts.refused += 1
      return status.invalidDestination
    }
    if (faults.fails || isBusy(key, busyTimes)) {
      counts.busy += 1
      return profile().errorStatus
    }
    return null
  }

  function countAccepted(key: number, { isFlash, isBinary }: Message): void {
    counts.submitted += 1
    if (isFlash) counts.flash += 1
    if (isBinary) counts.binary += 1
    if (seen.has(key)) {
      counts.duplicate += 1
    } else {
      counts.distinct += 1
      seen.set(key, true)
    }
  }

  function take(submit: Submit, submitter: Submitter, faults: Faults): void {
    const outcome = outcomeOf(submit.destination.address)
    const { latencyMs, receiptCode } = profile()
    const isEarly = outcome.beforeAnswer || faults.early
    const submittedAt = now()
    const finalAt = submittedAt + (isEarly ? 0 : latencyMs + (outcome.delayMs ?? delayMs) + faults.lateMs)
    const message = toMessage(
      nextId(),
      submitter.systemId,
      submit,
      faults.undelivered ? { ...outcome, status: 'UNDELIVERED' } : outcome,
      submittedAt,
      finalAt,
      receiptCode,
    )
    messages.set(message.id, message)
    countAccepted(submit.key, message)
    onAccepted(message, submit)

    const times = wantsReceipt(submit.registeredDelivery, message) ? outcome.receiptTimes * (faults.doubled ? 2 : 1) : 0
    if (faults.disconnects || faults.losesAnswer) {
      counts.unanswered += 1
      receiptQueue.schedule(message, finalAt, times)
      if (faults.disconnects) submitter.drop()
      else submitter.ignore()
    } else if (isEarly && times > 0) {
      void receiptQueue
        .bring(message, times)
        .then(() => after(latencyMs, () => submitter.answer(status.ok, message.id)))
    } else {
      after(latencyMs, () => submitter.answer(status.ok, message.id))
      receiptQueue.schedule(message, finalAt, times)
    }
  }

  function after(milliseconds: number, run: () => void): void {
    if (milliseconds === 0) run()
    else agenda.at(now() + milliseconds, run)
  }

  return {
    submit(submit, submitter) {
      count += 1
      const faults = drawFaults(profile(), seed, count)
      if (faults.disconnects && !faults.isTaken) return submitter.drop()
      const refusal = refusalOf(submit, faults)
      if (refusal === null) return take(submit, submitter, faults)
      onRefused(submit.destination.address)
      after(profile().latencyMs, () => submitter.answer(refusal))
    },
    find: (id) => messages.get(id),
    reset() {
      seen.clear()
      isBusy = createBusyTimes(busyMax)
      count = 0
    },
  }
}

/** Applies a rate limit; 0 means no limit. Allows a burst of one second. */
const hasRoom = (bucket: TokenBucket, perSecond: number) =>
  perSecond === 0 || bucket.take({ size: Math.max(1, perSecond), perSecond })
