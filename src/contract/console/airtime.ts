import { Transfer } from '../account/airtime.ts'
import { consoleResource, route } from '../route.ts'
import { described, objectOf, oneOf, pagesOf } from '../shapes.ts'
import { Type } from '../type.ts'

export const consoleAirtime = consoleResource('airtime', {
  overdue: route('GET /airtime/overdue', 'operator', 'List overdue transfers of all accounts', {
    command: 'airtime list --overdue',
    columns: 'id, accountId, createdAt, phone, amount, currency, provider, providerReference',
    reads: 'airtime.read',
    ...pagesOf(Transfer),
  }),
  end: route('POST /airtime/transfers/:transfer/end', 'operator', 'Set the result of an overdue transfer', {
    columns: 'state, amount, currency, reason',
    does: 'airtime.end',
    asksProof: true,
    body: objectOf({
      as: described(oneOf(['successful', 'failed']), 'the result of the transfer'),
      reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description: 'why it has this result' }),
    }),
    answer: Transfer,
  }),
})
