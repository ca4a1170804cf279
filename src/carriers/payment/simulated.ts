import type { Clock } from '../../values/time.ts'
import { createOffers } from '../simulator/offers.ts'
import type { Payment, PaymentEvents, PaymentProgress, PaymentProvider, StartedPayment } from './provider.ts'

/** The course of a simulated payment. */
interface Outcome {
  readonly state: 'paid' | 'failed'
  /** The time until the result. */
  readonly afterMs: number
  /** How many times the result is reported; 0 when it has to be requested. */
  readonly times: number
}

const atOnce: Outcome = { state: 'paid', afterMs: 0, times: 0 }

/** By the end of the payer's number, as everywhere in the simulated network. */
const outcomes: Readonly<Record<string, Outcome>> = {
  '0003': { state: 'failed', afterMs: 0, times: 0 },
  '0004': { state: 'paid', afterMs: 30_000, times: 1 },
  '0005': { state: 'paid', afterMs: 1_000, times: 2 },
  '0006': { state: 'paid', afterMs: 1_000, times: 0 },
}

const courseOf = (phone: string | null) => outcomes[phone?.slice(-4) ?? ''] ?? atOnce

const resultOf = (state: Outcome['state']) => (state === 'paid' ? { state } : { state, reason: 'refused' })

/** Simulates payments without taking money. It stores nothing: every state follows from the number and the time. */
export function createSimulatedPayments(clock: Clock): PaymentProvider {
  const { start, stop, at } = createOffers<PaymentEvents>(clock)

  const progressOf = ({ id, phone }: Pick<Payment, 'id' | 'phone'>, startedAt: Date): PaymentProgress => {
    const { state, afterMs } = courseOf(phone)
    return clock.now().getTime() < startedAt.getTime() + afterMs
      ? { state: 'pending', reference: `simulated-${id}`, redirectTo: null }
      : resultOf(state)
  }

  return {
    name: 'simulator',
    isSimulated: true,
    origins: [],
    askAfterMs: 2_000,
    offers: () => [{ method: 'prompt', asksPhone: false, problem: null }],
    readPhone: (typed) => typed,
    start,
    stop,
    async pay(payment) {
      const { state, afterMs, times } = courseOf(payment.phone)
      const now = clock.now()
      // A result that cannot be committed is not offered again; it is available through `ask`.
      at(now.getTime() + afterMs, times, (events) => events.result(payment.id, resultOf(state)).catch(() => {}))
      return progressOf(payment, now)
    },
    ask: async (payment: StartedPayment) => progressOf(payment, payment.startedAt),
  }
}
