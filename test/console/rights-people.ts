import { sql } from 'kysely'
import type { World } from '../world.ts'
import { command, freshEmail } from './people.ts'
import type { Row } from './rights-row.ts'

const account = '/accounts/:account'
const any = [200, 200, 200, 200, 200, 200] as const
const viewers = [401, 200, 200, 200, 404, 200] as const

/** Users, sub-accounts and account settings. */
export const peopleRows: readonly Row[] = [
  ['GET /about', [200, 200, 200, 200, 200, 200]],
  ['GET /accounts/:account/overview', [401, 200, 200, 200, 404, 200]],
  ['GET /accounts/:account/numbers/:phone', viewers, () => ({ path: `${account}/numbers/0712345678` })],
  [
    'GET /accounts/:account/numbers/:phone/timeline',
    viewers,
    () => ({ path: `${account}/numbers/0712345678/timeline` }),
  ],
  ['GET /accounts/:account/search', viewers, () => ({ path: `${account}/search?q=0712` })],
  ['GET /search', [401, 403, 403, 403, 403, 200], () => ({ path: '/search?q=duka' })],
  // 406 instead of 200: an event stream, which is sent only on request, would not end.
  ['GET /accounts/:account/live', [401, 406, 406, 406, 404, 406], () => ({ headers: { accept: 'application/json' } })],
  ['POST /auth/request-password-reset', any, () => ({ body: { email: freshEmail() } })],
  [`PUT ${account}`, [401, 403, 403, 403, 404, 200], () => ({ body: { name: 'Another name' } })],
  [
    `POST ${account}/credentials/:credential/rotate`,
    [401, 403, 403, 201, 404, 201],
    async ({ world, accountId }) => {
      const { id } = (await command(world, 'POST', `/accounts/${accountId}/tokens`, { name: 'to replace' })).body
      return { path: `${account}/credentials/${id}/rotate`, body: { overlapHours: 1 } }
    },
  ],
  [
    `PUT ${account}/credentials/:credential`,
    [401, 403, 403, 200, 404, 200],
    async ({ world, accountId }) => {
      const { id } = (await command(world, 'POST', `/accounts/${accountId}/tokens`, { name: 'to change' })).body
      return { path: `${account}/credentials/${id}`, body: { lenient: true } }
    },
  ],
  [
    `PUT ${account}/credentials/:credential/scopes`,
    [401, 403, 403, 200, 404, 200],
    async ({ world, accountId }) => {
      const { id } = (await command(world, 'POST', `/accounts/${accountId}/tokens`, { name: 'to change' })).body
      return { path: `${account}/credentials/${id}/scopes`, body: { scopes: ['contacts:read'] } }
    },
  ],
  [
    `PUT ${account}/credentials/:credential/private-urls`,
    [401, 403, 403, 403, 404, 200],
    async ({ world, accountId }) => {
      const { id } = (await command(world, 'POST', `/accounts/${accountId}/keys`, { name: 'to change' })).body
      return { path: `${account}/credentials/${id}/private-urls`, body: { allowed: true } }
    },
  ],
  [`GET ${account}/request-log`, viewers],
  [
    `GET ${account}/request-log/:request`,
    viewers,
    async ({ world, accountId }) => {
      const { rows } = await sql<{ id: number }>`
        insert into request_log (account_id, request_id, method, path, status, duration_ms, at)
        values (${accountId}, 'r-1', 'GET', '/v2/account', 200, 1, now())
        returning id
      `.execute(world.db)
      return { path: `${account}/request-log/~${rows[0]?.id}` }
    },
  ],
  [`GET ${account}/sub-accounts`, [401, 403, 403, 200, 404, 200]],
  [`PUT ${account}/parent`, [401, 403, 403, 403, 404, 200], () => ({ body: { parentId: null } })],
  [
    `POST ${account}/sub-accounts/:child/transfer`,
    [401, 403, 403, 200, 404, 200],
    async ({ world, accountId }) => ({
      path: `${account}/sub-accounts/${await addChild(world, accountId)}/transfer`,
      body: { direction: 'to', product: 'SMS', amount: '1' },
    }),
  ],
  [`GET ${account}/refused`, viewers],
  [`GET ${account}/otp/overview`, viewers],
  [`GET ${account}/otp/blocks`, viewers],
  [`GET ${account}/otp/allowance`, viewers],
  [
    `PUT ${account}/otp/allowance`,
    [401, 403, 403, 403, 404, 200],
    () => ({ body: { countries: ['KE'], ranges: ['25671'] } }),
  ],
  [
    `DELETE ${account}/otp/blocks/:block`,
    [401, 403, 204, 204, 404, 204],
    async ({ world, accountId }) => ({ path: `${account}/otp/blocks/${await addBlock(world, accountId)}` }),
  ],
  [
    `POST ${account}/airtime`,
    [401, 403, 201, 201, 404, 201],
    async ({ world, accountId }) => {
      await command(world, 'POST', `/accounts/${accountId}/credit`, { product: 'AIRTIME', amount: '10' })
      return { body: { phone: '255712345678', amount: '10' } }
    },
  ],
]

export const addChild = async (world: World, parentId: number): Promise<number> =>
  (await command(world, 'POST', '/accounts', { name: 'A sub-account', parentId })).body.id

/** Creates a block of the fraud guard, for one hour, again before each call. */
export async function addBlock(world: World, accountId: number): Promise<string> {
  const until = new Date(world.clock.now().getTime() + 3_600_000)
  await sql`
    insert into otp_prefixes (account_id, app_number, prefix, requests, verified, on_trial, blocked_until, changed_at)
    values (${accountId}, 1, '25571234', 30, 0, false, ${until}, ${world.clock.now()})
        on conflict (account_id, app_number, prefix) do update set blocked_until = excluded.blocked_until
  `.execute(world.db)
  return '1-25571234'
}
