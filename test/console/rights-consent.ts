import { command } from './people.ts'
import { phone, type Row } from './rights-row.ts'

const account = '/accounts/:account'
const viewers = [401, 200, 200, 200, 404, 200] as const
const members = [401, 403, 200, 200, 404, 200] as const
const operators = [401, 403, 403, 403, 403, 200] as const
const file = (content: string) => () => ({ body: content, headers: { 'content-type': 'text/csv' } })

/** Opt-outs, consents and the do-not-disturb list. */
export const consentRows: readonly Row[] = [
  [`GET ${account}/optouts`, viewers],
  [`POST ${account}/optouts`, [401, 403, 201, 201, 404, 201], () => ({ body: { phone: phone() } })],
  [
    `DELETE ${account}/optouts/:phone`,
    [401, 403, 204, 204, 404, 204],
    async ({ world, accountId }) => {
      const optedOut = phone()
      await command(world, 'POST', `/accounts/${accountId}/optouts`, { phone: optedOut })
      return { path: `${account}/optouts/${optedOut}` }
    },
  ],
  [`POST ${account}/optouts/import`, members, file('255799000001\n')],
  [`GET ${account}/optouts.csv`, viewers],
  [`GET ${account}/consents`, viewers],
  [
    `POST ${account}/consents`,
    [401, 403, 201, 201, 404, 201],
    () => ({ body: { phone: '255799000002', source: 'form' } }),
  ],
  [`POST ${account}/consents/import`, members, file('phone,at\n255799000002,2026-01-31\n')],
  [`GET ${account}/consents.csv`, viewers],
  [`GET ${account}/consent-rule`, viewers],
  [`PUT ${account}/consent-rule`, [401, 403, 403, 200, 404, 200], () => ({ body: { required: false } })],
  ['GET /do-not-disturb', operators],
  ['POST /do-not-disturb', [401, 403, 403, 403, 403, 201], () => ({ body: { phone: '255799000003' } })],
  [
    'POST /do-not-disturb/remove',
    [401, 403, 403, 403, 403, 204],
    async ({ world }) => {
      await command(world, 'POST', '/do-not-disturb', { phone: '255799000004' })
      return { body: { phone: '255799000004' } }
    },
  ],
  ['POST /do-not-disturb/import', operators, file('255799000003\n')],
  ['GET /do-not-disturb.csv', operators],
]
