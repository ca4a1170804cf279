import { has } from './answer.ts'
import type { CallOptions, CreateOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

const product = 'airtime'

/** Airtime transfers. */
export function airtimeOf(transport: Transport) {
  return {
    /** Sends airtime. The answer confirms that it was accepted; `status` or a callback has the result. */
    transfer(transfer: wire.SendAirtimeBody, options?: CreateOptions): Promise<wire.SendAirtimeAnswer> {
      return transport.create({
        product,
        path: '/v1/transfer',
        body: transfer,
        options,
        isAnswer: has('transaction_id'),
      })
    },

    /** The status of a transfer: code 100 when it was successful. */
    status(which: wire.GetAirtimeStatusBody, options?: CallOptions): Promise<wire.GetAirtimeStatusAnswer> {
      // This POST only reads, so a retry is safe.
      return transport.post(
        { product, path: '/v1/transaction-status', body: which, options, isAnswer: has('args') },
        'always',
      )
    },
  }
}

export type Airtime = ReturnType<typeof airtimeOf>
