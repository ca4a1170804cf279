import type { Agenda } from '../../src/carriers/agenda.ts'
import { createBusyTimes } from '../../src/carriers/simulator/busy-times.ts'
import { outcomeOf } from '../../src/carriers/simulator/outcome.ts'
import { status } from '../../src/carriers/smpp/pdu.ts'
import { BoundedMap } from '../../src/engine/flow/bounded-map.ts'
import { TokenBucket } from '../../src/engine/flow/token-bucket.ts'
import type { Counts } from './counts.ts'
import { nextId } from './ids.ts'
import { type Message, toMessage, wantsReceipt } from './message.ts'
import type { Office } from './office.ts'
import { drawFaults, type Faults, type Profile } from './profile.ts'
import type { Submit } from './submit.ts'

/** Who submitted, and how it hears what came of it. Exactly one of the three is called. */
export interface Submitter {
  readonly systemId: string
  /** The id is there when the status is ok. */
  answer(commandStatus: number, id?: number): void
  /** The answer gets lost. */
  ignore(): void
  /** The connection is lost, with everything that is unanswered on it. */
  drop(): void
}

export interface Intake {
  submit(submit: Submit, submitter: Submitter): void
  find(id: number): Message | undefined
  /** What was seen before is forgotten, and messages are counted from the first again. */
  reset(): void
}

export interface IntakeOptions {
  readonly now: () => number
  readonly agenda: Agenda
  readonly counts: Counts
  readonly office: Office
  readonly seed: number
  readonly delayMs: number
  profile(): Profile
  onTaken(message: Message): void
  onRefused(destination: string): void
}

/** How many messages are remembered to recognise a duplicate. */
const seenMax = 1_000_000
/** What can be queried and cancelled. */
const messagesMax = 100_000
const busyMax = 100_000
const destinationForm = /^\+?\d{1,20}$/

export function createIntake({
  now,
  agenda,
  counts,
  office,
  seed,
  delayMs,
  profile,
  onTaken,
  onRefused,
}: IntakeOptions): Intake {
  const seen = new BoundedMap<number, true>(seenMax)
  const messages = new BoundedMap<number, Message>(messagesMax)
  const bucket = new TokenBucket(now)
  let isBusy = createBusyTimes(busyMax)
  let count = 0

  /** What it is refused with, or null. */
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
      return status.systemError
    }
    return null
  }

  function countTaken(key: number): void {
    counts.submitted += 1
    if (seen.has(key)) {
      counts.duplicate += 1
    } else {
      counts.distinct += 1
      seen.set(key, true)
    }
  }

  function take(submit: Submit, submitter: Submitter, faults: Faults): void {
    const outcome = outcomeOf(submit.destination.address)
    const { latencyMs } = profile()
    const isEarly = outcome.beforeAnswer || faults.early
    const submittedAt = now()
    const finalAt = submittedAt + (isEarly ? 0 : latencyMs + (outcome.delayMs ?? delayMs) + faults.lateMs)
    const message = toMessage(nextId(), submitter.systemId, submit, outcome, submittedAt, finalAt)
    messages.set(message.id, message)
    countTaken(submit.key)
    onTaken(message)

    const times = wantsReceipt(submit.registeredDelivery, message) ? outcome.receiptTimes * (faults.doubled ? 2 : 1) : 0
    if (faults.disconnects || faults.losesAnswer) {
      counts.unanswered += 1
      office.schedule(message, finalAt, times)
      if (faults.disconnects) submitter.drop()
      else submitter.ignore()
    } else if (isEarly && times > 0) {
      void office.bring(message, times).then(() => after(latencyMs, () => submitter.answer(status.ok, message.id)))
    } else {
      after(latencyMs, () => submitter.answer(status.ok, message.id))
      office.schedule(message, finalAt, times)
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

/** Whether one more fits into a rate; 0 is no limit. After a pause a second's worth may come at once. */
const hasRoom = (bucket: TokenBucket, perSecond: number) =>
  perSecond === 0 || bucket.take({ size: Math.max(1, perSecond), perSecond })
