import type { Clock } from '../../values/time.ts'
import { createAgenda } from '../agenda.ts'
import { type Provider, ProviderError, type ProviderEvents, type Result, type Standing } from './provider.ts'

export interface SimulatedProviderOptions {
  readonly clock: Clock
  readonly delayMs?: number
}

/**
 * What the simulated provider does with a transfer. The number alone decides, so that every failure can be asked for.
 */
interface Fate {
  readonly result: Result
  /** How long after it was told to pay it says what became of it; null is its own delay, a setting. */
  readonly delayMs: number | null
  /** How often it says so by itself. */
  readonly saysTimes: number
  readonly loses?: boolean
}

const paid: Fate = { result: { state: 'successful' }, delayMs: null, saysTimes: 1 }

const fateByEnd: ReadonlyMap<string, Fate | null> = new Map([
  ['0000', null],
  ['0003', { ...paid, result: { state: 'failed', reason: 'the subscriber can not be topped up' } }],
  ['0004', { ...paid, delayMs: 30_000 }],
  ['0005', { ...paid, saysTimes: 2 }],
  ['0006', { ...paid, saysTimes: 0, loses: true }],
])

/** Null when it is refused at once. */
function fateOf(phone: string): Fate | null {
  const fate = fateByEnd.get(phone.slice(-4))
  return fate === undefined ? paid : fate
}

const offerAgainMs = 1_000

/**
 * A provider of airtime inside the process. The clock decides when, and what it says can always be told from the number
 * and the time alone.
 */
export function createSimulatedProvider({ clock, delayMs: ownDelayMs = 1_000 }: SimulatedProviderOptions): Provider {
  const agenda = createAgenda(clock)
  const underWay = new Set<Promise<void>>()
  let events: ProviderEvents | null = null

  const dueAtOf = ({ delayMs }: Fate, from: Date) => from.getTime() + (delayMs ?? ownDelayMs)

  /** A result that can't be committed now is noted again, and outlives even a stop and a new start. */
  function offer(reference: string, result: Result): void {
    const offering = (events?.result(reference, result) ?? Promise.reject(new Error('stopped')))
      .catch(() => agenda.at(clock.now().getTime() + offerAgainMs, () => offer(reference, result)))
      .finally(() => underWay.delete(offering))
    underWay.add(offering)
  }

  return {
    name: 'simulator',
    isSimulated: true,
    ready: () => events !== null,
    knows: () => true,
    async start(listener) {
      events = listener
      agenda.resume()
    },
    async create({ id, phone }) {
      if (fateOf(phone) === null)
        throw new ProviderError('the number is refused', {
          retryable: false,
          reason: 'the network refuses this number',
        })
      return { reference: `sim-${id}` }
    },
    async confirm({ phone, reference, submittedAt }) {
      const fate = fateOf(phone) ?? paid
      const { result, saysTimes } = fate
      for (let time = 0; time < saysTimes; time += 1)
        agenda.at(dueAtOf(fate, submittedAt), () => offer(reference, result))
      if (fate.loses)
        throw new ProviderError('the answer was lost', { retryable: true, reason: 'the answer was lost', away: true })
      return { standing: { state: 'pending' } }
    },
    async ask({ phone, submittedAt }): Promise<Standing> {
      const fate = fateOf(phone) ?? paid
      return clock.now().getTime() < dueAtOf(fate, submittedAt) ? { state: 'pending' } : fate.result
    },
    async stop() {
      events = null
      agenda.pause()
      await Promise.all(underWay)
    },
  }
}
