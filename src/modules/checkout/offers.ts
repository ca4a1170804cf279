import {
  type Bill,
  type Offer,
  type PaymentMethod,
  type PaymentProvider,
  paymentMethods,
} from '../../carriers/payment/provider.ts'
import type { CheckoutContext } from './context.ts'
import { writeAmount } from './rules.ts'
import type { Session } from './store.ts'

/** A way to pay for a session, with the providers that can take the payment, best first. */
export interface Choice {
  readonly method: PaymentMethod
  readonly asksPhone: boolean
  readonly providers: readonly PaymentProvider[]
}

export interface Choices {
  readonly choices: readonly Choice[]
  /** Why a provider cannot take this payment, when none can. */
  readonly problem: Offer['problem']
  /** The pages that payers may be redirected to. */
  readonly origins: readonly string[]
  readonly isSimulated: boolean
}

export const billOf = ({ amount, currency }: Pick<Session, 'amount' | 'currency'>): Bill => ({
  amount: writeAmount(amount),
  currency,
})

/**
 * The providers for new payments of an account, best first. Unreachable providers come last: payers are not used to
 * find out whether one is back. The simulated provider serves only accounts without a provider, because it would hide
 * that a provider cannot take a payment.
 */
export const providersFor = ({ payments }: Pick<CheckoutContext, 'payments'>, accountId: number) =>
  payments.wouldChoose(accountId, ({ isSimulated }) => !(isSimulated && payments.isServed(accountId)))

export function choicesFor(ctx: Pick<CheckoutContext, 'payments'>, session: Session): Choices {
  const bill = billOf(session)
  const offered = providersFor(ctx, session.accountId).flatMap((provider) =>
    provider.offers(bill).map((offer) => ({ provider, offer })),
  )
  const used = offered.filter(({ offer }) => offer.problem === null)
  const methods = paymentMethods.filter((method) => used.some(({ offer }) => offer.method === method))
  return {
    choices: methods.map((method) => {
      const ofMethod = used.filter(({ offer }) => offer.method === method)
      return {
        method,
        asksPhone: ofMethod.some(({ offer }) => offer.asksPhone),
        providers: ofMethod.map(({ provider }) => provider),
      }
    }),
    problem: used.length > 0 ? null : (offered[0]?.offer.problem ?? null),
    origins: [...new Set(used.flatMap(({ provider }) => provider.origins))],
    isSimulated: used.some(({ provider }) => provider.isSimulated),
  }
}

/** A provider, with the number of the payer in its form. */
export interface Taker {
  readonly provider: PaymentProvider
  readonly phone: string | null
}

/** The providers of a choice that can use the number: the typed one, or else the one of the session. Best first. */
export function takersFor(
  { providers, asksPhone }: Choice,
  typed: string | null,
  { phone }: Pick<Session, 'phone'>,
): readonly Taker[] {
  if (!asksPhone) return providers.map((provider) => ({ provider, phone }))
  const given = typed ?? phone
  if (given === null) return []
  return providers.flatMap((provider) => {
    const read = provider.readPhone(given)
    return read === null ? [] : [{ provider, phone: read }]
  })
}
