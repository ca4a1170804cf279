import { addPayment, checkoutPath } from '../checkout.ts'
import { basic } from '../world.ts'
import { command } from './people.ts'
import type { Row, Stage } from './rights-row.ts'

const account = '/accounts/:account'
const viewers = [401, 200, 200, 200, 404, 200] as const
const operators = [401, 403, 403, 403, 403, 200] as const

/** Checkout sessions, and payments of all accounts. */
export const paymentRows: readonly Row[] = [
  [`GET ${account}/checkout`, viewers],
  [
    `GET ${account}/checkout/:session`,
    viewers,
    async (stage) => ({ path: `${account}/checkout/${await addSession(stage)}` }),
  ],
  ['GET /payments', operators],
  ['POST /payments/match', operators, () => ({ body: { provider: 'gone', lines: [{ receipt: 'x' }] } })],
  [
    'POST /payments/:payment/end',
    operators,
    async ({ world, accountId }) => ({
      path: `/payments/${await addPayment(world, accountId, null)}/end`,
      body: { as: 'failed', reason: 'No' },
    }),
  ],
  [
    'POST /payments/:payment/refunded',
    operators,
    async ({ world, accountId }) => ({
      path: `/payments/${await addPayment(world, accountId, 'due')}/refunded`,
      body: { note: 'Returned' },
    }),
  ],
]

/** Opens a checkout session with an API key of the account. */
async function addSession({ world, accountId }: Stage): Promise<number> {
  const { apiKey, secret } = (await command(world, 'POST', `/accounts/${accountId}/keys`, { name: 'for a checkout' }))
    .body
  const { status, text } = await world.request('GET', checkoutPath(), {
    headers: { authorization: basic(apiKey, secret) },
  })
  if (status !== 302) throw new Error(text)
  return (await command(world, 'GET', `/accounts/${accountId}/checkout`)).body.data[0].id
}
