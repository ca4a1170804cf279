import { has } from './answer.ts'
import type { CallOptions, CreateOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

const product = 'airtime'

/** Airtime for phones. */
export function airtimeOf(transport: Transport) {
  return {
    /** Sends airtime. The answer says that it was taken; how it ended is asked with `status`, or told by a callback. */
    transfer(transfer: wire.SendAirtimeBody, options?: CreateOptions): Promise<wire.SendAirtimeAnswer> {
      return transport.create({
        product,
        path: '/v1/transfer',
        body: transfer,
        options,
        isAnswer: has('transaction_id'),
      })
    },

    /** What became of a transfer: code 100 when it arrived. */
    status(which: wire.GetAirtimeStatusBody, options?: CallOptions): Promise<wire.GetAirtimeStatusAnswer> {
      // A POST that only asks.
      return transport.post(
        { product, path: '/v1/transaction-status', body: which, options, isAnswer: has('args') },
        'always',
      )
    },
  }
}

export type Airtime = ReturnType<typeof airtimeOf>
