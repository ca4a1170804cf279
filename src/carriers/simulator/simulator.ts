import { Idle } from '../../engine/flow/idle.ts'
import type { Clock } from '../../values/time.ts'
import { createAgenda } from '../agenda.ts'
import type { Acceptance, Carrier, CarrierEvents, Receipt, Submission, Submitted } from '../carrier.ts'
import { away } from '../outbox/outbox.ts'
import { createMessageOutbox } from '../outbox/whole-messages.ts'
import { ProviderFailure } from '../provider-kind.ts'
import { createBusyTimes, createRandom, type Outcome, outcomeOf, receiptBy } from './outcome.ts'

/** Settings that operators can change at any time. A rate is a share of the submitted messages, from 0 to 1. */
export interface Chaos {
  readonly latencyMs: number
  readonly refusalRate: number
  readonly disconnectRate: number
  /** The maximum messages per second; 0 means no limit. A part is reserved for PINs, which overtake other messages. */
  readonly ratePerSecond: number
}

export interface SimulatorOptions {
  readonly clock: Clock
  readonly deliveryDelayMs?: number
  readonly seed?: number
  readonly chaos?: Partial<Chaos>
}

export interface Simulator extends Carrier {
  chaos(): Chaos
  setChaos(change: Partial<Chaos>): void
  ask(submitted: Submitted): Promise<readonly Receipt[]>
}

const reconnectMs = 1000
const offerAgainMs = 1000
/** The oldest messages that got "busy" and were never retried are dropped beyond this number. */
const busyIdsMax = 100_000

/**
 * A simulated phone network inside the process. The number decides the outcome (`outcome.ts`), the clock the time, and
 * chaos the rest.
 */
export function createSimulator({
  clock,
  deliveryDelayMs = 1000,
  seed = 1,
  chaos: chaosAtStart,
}: SimulatorOptions): Simulator {
  const agenda = createAgenda(clock)
  const random = createRandom(seed)
  const isBusy = createBusyTimes(busyIdsMax)
  const latent = new Set<() => void>()
  const outstanding = new Idle()
  let chaos: Chaos = { latencyMs: 0, refusalRate: 0, disconnectRate: 0, ratePerSecond: 0, ...chaosAtStart }
  let events: CarrierEvents | null = null
  let awayUntil = 0
  let connection = 0

  const now = () => clock.now().getTime()
  const isUp = () => events !== null && now() >= awayUntil
  const outbox = createMessageOutbox({
    clock,
    agenda,
    rate: chaos.ratePerSecond,
    window: Number.POSITIVE_INFINITY,
    isUp,
    onCapacity: () => events?.changed(),
  })

  function endLatency(): void {
    for (const wake of latent) wake()
  }

  function disconnect(): void {
    connection += 1
    awayUntil = now() + reconnectMs
    agenda.at(awayUntil, () => events?.changed())
    outbox.update()
    endLatency()
    events?.changed()
  }

  /** Latency uses the agenda, so that moving the clock ends it. A disconnect or a stop ends it too. */
  async function waitLatency(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    latent.add(resolve)
    agenda.at(now() + milliseconds, resolve)
    await promise
    latent.delete(resolve)
  }

  /** Never rejects. A receipt that cannot be committed is offered again, even after a stop and a new start. */
  async function offer(receipt: Receipt): Promise<void> {
    outstanding.enter()
    try {
      if (events === null) throw away()
      await events.receipt(receipt)
    } catch {
      agenda.at(now() + offerAgainMs, () => void offer(receipt))
    } finally {
      outstanding.leave()
    }
  }

  function offerAll(
    references: readonly string[],
    { status, reason, receiptTimes }: Outcome,
    at: Date,
  ): Promise<void>[] {
    const offers: Promise<void>[] = []
    for (let time = 0; time < receiptTimes; time += 1) {
      for (const reference of references) offers.push(offer({ reference, status, reason, at }))
    }
    return offers
  }

  async function take(submission: Submission): Promise<Acceptance> {
    // Always draws two numbers per message, so that changing one rate does not change the messages that the other
    // affects.
    const loses = random() < chaos.disconnectRate
    const refuses = random() < chaos.refusalRate
    if (loses) {
      disconnect()
      throw away()
    }
    return outbox.send(submission, (slot) => {
      slot.free()
      return answer(submission, refuses)
    })
  }

  async function answer({ id, phone, parts, receipt }: Submission, refuses: boolean): Promise<Acceptance> {
    const sentOver = connection
    if (chaos.latencyMs > 0 && sentOver === connection && events !== null) await waitLatency(chaos.latencyMs)
    if (sentOver !== connection || events === null) throw away()
    if (refuses) throw new ProviderFailure('refused', 'rejected by chaos', { reason: 'chaos_refused' })

    const outcome = receipt === false ? { ...outcomeOf(phone), receiptTimes: 0 } : outcomeOf(phone)
    if (outcome.refused)
      throw new ProviderFailure('refused', 'the network rejects this number', { reason: 'refused_by_network' })
    if (isBusy(id, outcome.busyTimes)) throw new ProviderFailure('unstarted', 'the network is busy', { reason: 'busy' })

    // The same message submitted again, by any process, has the same references.
    const references = parts.map((_, index) => `sim-${id}-${index + 1}`)
    const dueAt = now() + (outcome.delayMs ?? deliveryDelayMs)
    if (outcome.beforeAnswer) {
      await Promise.all(offerAll(references, outcome, new Date(dueAt)))
      if (sentOver !== connection) throw away()
    } else if (outcome.receiptTimes > 0) {
      agenda.at(dueAt, () => void offerAll(references, outcome, new Date(dueAt)))
    }
    return { references }
  }

  return {
    name: 'simulator',
    ready: outbox.ready,
    chaos: () => chaos,
    setChaos(change) {
      chaos = { ...chaos, ...change }
      outbox.change({ rate: chaos.ratePerSecond, window: Number.POSITIVE_INFINITY })
    },
    async start(listener) {
      events = listener
      awayUntil = 0
      agenda.resume()
      outbox.open()
    },
    async submit(submission) {
      if (!isUp()) throw away()
      return outstanding.during(take(submission))
    },
    async ask({ phone, references, submittedAt }) {
      const receipt = receiptBy(phone, submittedAt, clock.now(), deliveryDelayMs)
      return receipt === null ? [] : references.map((reference) => ({ reference, ...receipt }))
    },
    async stop() {
      events = null
      agenda.pause()
      outbox.close()
      endLatency()
      await outstanding.wait()
    },
  }
}
