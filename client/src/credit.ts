import type { CallOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

/** A product with its own balance. */
export type CreditProduct = wire.GetCreditBalanceQuery['app_name'] | (string & {})

/** The balance of a product. */
export type CreditBalance = wire.GetCreditBalanceAnswer['data']

/** Credit balances. */
export function creditOf(transport: Transport) {
  return {
    /** The balance of a product, such as `SMS`. Amounts are strings with four decimals, because numbers are rounded. */
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

    /** The SMS balance as a number under `credit_balance`, for display. `balance('SMS')` returns the exact amount. */
    async sms(options?: CallOptions): Promise<wire.GetSmsCreditAnswer['data']> {
      return (
        await transport.get<wire.GetSmsCreditAnswer>({ product: 'topup', path: '/public/v1/vendors/balance', options })
      ).data
    },
  }
}

export type Credit = ReturnType<typeof creditOf>
