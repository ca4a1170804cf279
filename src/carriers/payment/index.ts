import type { HttpOptions } from '../http-template/send.ts'
import type { ProviderKind } from '../provider-kind.ts'
import { httpPayments } from './http/index.ts'
import { mpesaPayments } from './mpesa/index.ts'
import type { PaymentProvider } from './provider.ts'

/** All kinds of payment providers, by the name in their settings. */
export const paymentKinds = (options: HttpOptions): Readonly<Record<string, ProviderKind<PaymentProvider>>> => ({
  mpesa: mpesaPayments(options),
  http: httpPayments(options),
})
