import type { Clock } from '../../values/time.ts'
import { ProviderFailure } from '../provider-kind.ts'
import { createOffers } from '../simulator/offers.ts'
import type { Provider, ProviderEvents, Result, TransferState } from './provider.ts'

export interface SimulatedProviderOptions {
  readonly clock: Clock
  readonly delayMs?: number
}

/** The behaviour of the simulated provider. Only the number decides, so that tests can request every failure. */
interface Fate {
  readonly result: Result
  /** The time from the payment to the result; null for the configured delay. */
  readonly delayMs: number | null
  /** How many times the result is reported. */
  readonly saysTimes: number
  readonly loses?: boolean
}

const paid: Fate = { result: { state: 'successful' }, delayMs: null, saysTimes: 1 }

const fateByEnd: ReadonlyMap<string, Fate | null> = new Map([
  ['0000', null],
  ['0003', { ...paid, result: { state: 'failed', reason: 'the subscriber cannot be topped up' } }],
  ['0004', { ...paid, delayMs: 30_000 }],
  ['0005', { ...paid, saysTimes: 2 }],
  ['0006', { ...paid, saysTimes: 0, loses: true }],
])

/** Null for a number that is rejected at once. */
function fateOf(phone: string): Fate | null {
  const fate = fateByEnd.get(phone.slice(-4))
  return fate === undefined ? paid : fate
}

/**
 * A simulated airtime provider inside the process. The state of a transfer follows from the number and the time alone.
 */
export function createSimulatedProvider({ clock, delayMs: ownDelayMs = 1_000 }: SimulatedProviderOptions): Provider {
  const { isRunning, start, stop, at } = createOffers<ProviderEvents>(clock)
  const dueAtOf = ({ delayMs }: Fate, from: Date) => from.getTime() + (delayMs ?? ownDelayMs)

  return {
    name: 'simulator',
    isSimulated: true,
    ready: isRunning,
    start,
    stop,
    knows: () => true,
    async create({ id, phone }) {
      if (fateOf(phone) === null) throw new ProviderFailure('refused', 'the network rejects this number')
      return { reference: `sim-${id}` }
    },
    async confirm({ phone, reference, submittedAt }) {
      const fate = fateOf(phone) ?? paid
      at(dueAtOf(fate, submittedAt), fate.saysTimes, (events) => events.result(reference, fate.result))
      if (fate.loses) throw new ProviderFailure('unclear', 'the response was lost', { away: true })
      return { transferState: { state: 'pending' } }
    },
    async ask({ phone, submittedAt }): Promise<TransferState> {
      const fate = fateOf(phone) ?? paid
      return clock.now().getTime() < dueAtOf(fate, submittedAt) ? { state: 'pending' } : fate.result
    },
  }
}
