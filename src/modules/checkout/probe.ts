import { PaymentError } from '../../carriers/payment/provider.ts'
import type { CheckoutContext } from './context.ts'
import { makePaymentId } from './rules.ts'

/**
 * Asks unreachable providers for a payment that does not exist. Any answer ends the outage. The payment of a real payer
 * would become unknown if the provider is still unreachable.
 */
export async function probeAway({ payments, clock }: CheckoutContext): Promise<void> {
  for (const { name, ask } of payments.all().filter((one) => payments.isAway(one.name))) {
    const question = {
      id: makePaymentId(),
      method: 'prompt',
      phone: null,
      amount: '1.00',
      currency: 'XXX',
      reference: 'none',
      startedAt: clock.now(),
    } as const
    const problem = await ask(question).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof PaymentError)) throw error
        return error.away ? error.message : null
      },
    )
    payments.note(name, problem)
  }
}
