import type { CallOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

/** A product that credit is spent on. Some have names of the operator's choice. */
export type CreditProduct = wire.GetCreditBalanceQuery['app_name'] | (string & {})

/** The credit of a product. */
export type CreditBalance = wire.GetCreditBalanceAnswer['data']

/** What is left to spend. */
export function creditOf(transport: Transport) {
  return {
    /** The credit of a product, such as `SMS`. Amounts are text, with four decimals: a number would round them. */
    async balance(
      name: CreditProduct,
      query?: Omit<wire.GetCreditBalanceQuery, 'app_name'>,
      options?: CallOptions,
    ): Promise<CreditBalance> {
      const question = {
        product: 'topup',
        path: '/v1/credit-balance',
        query: { app_name: name, ...query },
        options,
      } as const
      return (await transport.get<wire.GetCreditBalanceAnswer>(question)).data
    },

    /** The credit for SMS alone, as a number, for when it is shown; `balance('SMS')` has it exactly. */
    async sms(options?: CallOptions): Promise<wire.GetSmsCreditAnswer['data']> {
      return (
        await transport.get<wire.GetSmsCreditAnswer>({ product: 'topup', path: '/public/v1/vendors/balance', options })
      ).data
    },
  }
}

export type Credit = ReturnType<typeof creditOf>
