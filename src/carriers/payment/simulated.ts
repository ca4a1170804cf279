import type { Clock } from '../../values/time.ts'
import { createAgenda } from '../agenda.ts'
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
  const agenda = createAgenda(clock)
  let events: PaymentEvents | null = null

  const progressOf = ({ id, phone }: Pick<Payment, 'id' | 'phone'>, startedAt: Date): PaymentProgress => {
    const { state, afterMs } = courseOf(phone)
    return clock.now().getTime() < startedAt.getTime() + afterMs
      ? { state: 'pending', reference: `simulated-${id}`, redirectTo: null }
      : resultOf(state)
  }

  const offers = new Set<Promise<void>>()
  /** A result that cannot be committed is not offered again; it is available through `ask`. */
  const offer = (id: string, state: Outcome['state']) => {
    if (events === null) return
    const one = events.result(id, resultOf(state)).catch(() => {})
    offers.add(one)
    one.finally(() => offers.delete(one))
  }

  return {
    name: 'simulator',
    isSimulated: true,
    origins: [],
    askAfterMs: 2_000,
    offers: () => [{ method: 'prompt', asksPhone: false, problem: null }],
    readPhone: (typed) => typed,
    async start(given) {
      events = given
      agenda.resume()
    },
    async pay(payment) {
      const { state, afterMs, times } = courseOf(payment.phone)
      const now = clock.now()
      for (let time = 0; time < times; time += 1) agenda.at(now.getTime() + afterMs, () => offer(payment.id, state))
      return progressOf(payment, now)
    },
    ask: async (payment: StartedPayment) => progressOf(payment, payment.startedAt),
    async stop() {
      events = null
      agenda.pause()
      await Promise.all(offers)
    },
  }
}
