import { sql } from 'kysely'
import { addOverdue, someSettings } from '../airtime.ts'
import { command, freshEmail, invite } from './people.ts'
import { authRows } from './rights-auth.ts'
import { campaignRows } from './rights-campaigns.ts'
import { carrierRows } from './rights-carriers.ts'
import { chatRows } from './rights-chat.ts'
import { consentRows } from './rights-consent.ts'
import { contactFieldRows, contactRows } from './rights-contacts.ts'
import { inboundRows } from './rights-inbound.ts'
import { inboxRows } from './rights-inbox.ts'
import { paymentRows } from './rights-payments.ts'
import { peopleRows } from './rights-people.ts'
import { personRows } from './rights-person.ts'
import { retentionRows } from './rights-retention.ts'
import { type Call, phone, type Row, type Stage } from './rights-row.ts'
import { schedulingRows } from './rights-scheduling.ts'
import { smppRows } from './rights-smpp.ts'

const account = '/accounts/:account'
const users = [401, 200, 200, 200, 200, 200] as const
const viewers = [401, 200, 200, 200, 404, 200] as const
const operators = [401, 403, 403, 403, 403, 200] as const
const decisions = [401, 403, 403, 403, 404, 200] as const
const body = (value: unknown) => () => ({ body: value })
const someProvider = { active: false, settings: someSettings, secrets: { key: 'hush' } }
export const table: readonly Row[] = [
  ['GET /me', users],
  ['GET /system', operators],
  ['GET /setup', operators],
  // Without a mail server.
  ['POST /setup/test-email', [401, 403, 403, 403, 403, 409]],
  [`GET ${account}/setup`, viewers],
  ['GET /backup', operators],
  // Without an archive directory.
  ['GET /archive', [401, 403, 403, 403, 403, 404]],
  ['GET /archive/:day/check', [401, 403, 403, 403, 403, 404]],
  ['GET /secret', operators],
  ['POST /secret/rotate', [401, 403, 403, 403, 403, 409]],
  ['GET /audit', operators],
  ['GET /audit.csv', operators],
  ['GET /users', operators],
  [
    'POST /users/:user/password-reset',
    [401, 403, 403, 403, 403, 201],
    async (stage) => ({ path: `/users/${(await subject(stage)).id}/password-reset` }),
  ],
  [
    'DELETE /users/:user/two-factor',
    [401, 403, 403, 403, 403, 204],
    async (stage) => ({ path: `/users/${(await subject(stage)).id}/two-factor` }),
  ],
  [
    'PUT /users/:user/operator',
    operators,
    async (stage) => ({ path: `/users/${(await subject(stage)).id}/operator`, body: { operator: true } }),
  ],

  ['PUT /me/language', [401, 200, 200, 200, 200, 200], body({ language: null })],
  ['GET /accounts', operators],
  ['POST /accounts', [401, 403, 403, 403, 403, 201], body({ name: 'One more' })],
  [`GET ${account}`, viewers],
  [`PUT ${account}/two-factor`, [401, 403, 403, 200, 404, 200], body({ required: false })],
  [`GET ${account}/shop`, [401, 200, 200, 200, 404, 200]],
  [`PUT ${account}/shop`, [401, 403, 403, 200, 404, 200], body({ url: 'https://shop.example.com' })],
  [`PUT ${account}/language`, [401, 403, 403, 200, 404, 200], body({ language: null })],
  [`PUT ${account}/suspension`, [401, 403, 403, 403, 404, 200], body({ suspended: false })],
  [`PUT ${account}/limits`, [401, 403, 403, 403, 404, 200], body({ requestsPerSecond: null, messagesPerDay: 1_000 })],
  [`GET ${account}/audit`, [401, 403, 403, 200, 404, 200]],
  [`GET ${account}/audit.csv`, [401, 403, 403, 200, 404, 200]],
  [`GET ${account}/members`, viewers],
  [
    // 409 for owners: their invitations need a mail server.
    `POST ${account}/members`,
    [401, 403, 403, 409, 404, 201],
    () => ({ body: { email: freshEmail(), role: 'viewer' } }),
  ],
  [
    `PUT ${account}/members/:user`,
    [401, 403, 403, 200, 404, 200],
    async (stage) => ({ path: `${account}/members/${(await subject(stage)).id}`, body: { role: 'member' } }),
  ],
  [
    `DELETE ${account}/members/:user`,
    [401, 403, 403, 204, 404, 204],
    async (stage) => ({ path: `${account}/members/${(await subject(stage)).id}` }),
  ],

  [`GET ${account}/credentials`, viewers],
  [`POST ${account}/keys`, [401, 403, 403, 201, 404, 201], body({ name: 'a key' })],
  [`POST ${account}/tokens`, [401, 403, 403, 201, 404, 201], body({ name: 'a token' })],
  [
    `DELETE ${account}/credentials/:credential`,
    [401, 403, 403, 204, 404, 204],
    async ({ world, accountId }) => ({
      path: `${account}/credentials/${(await command(world, 'POST', `/accounts/${accountId}/tokens`, { name: 'to revoke' })).body.id}`,
    }),
  ],

  ...schedulingRows,
  ...retentionRows,
  ...consentRows,
  ...inboundRows,
  ...inboxRows,
  ...peopleRows,
  ...personRows,
  ...smppRows,
  [`GET ${account}/templates`, viewers],
  [`POST ${account}/templates`, [401, 403, 201, 201, 404, 201], body({ title: 'A title', text: 'A text' })],
  [`GET ${account}/templates/:template`, viewers, templateOf],
  [
    `PUT ${account}/templates/:template`,
    [401, 403, 200, 200, 404, 200],
    async (stage) => ({ ...(await templateOf(stage)), body: { title: 'Another' } }),
  ],
  [`DELETE ${account}/templates/:template`, [401, 403, 204, 204, 404, 204], templateOf],

  ['GET /senders', operators],
  [`GET ${account}/senders`, viewers],
  [`POST ${account}/senders`, [401, 403, 201, 201, 404, 201], () => ({ body: { sender: phone() } })],
  [
    `POST ${account}/senders/:sender/approve`,
    decisions,
    async (stage) => ({ path: await senderPath(stage, 'approve') }),
  ],
  [
    `POST ${account}/senders/:sender/reject`,
    decisions,
    async (stage) => ({ path: await senderPath(stage, 'reject'), body: { reason: 'No' } }),
  ],
  [
    `POST ${account}/senders/:sender/deactivate`,
    decisions,
    async (stage) => ({ path: await senderPath(stage, 'deactivate'), body: {} }),
  ],
  [`GET ${account}/events`, viewers],

  [`GET ${account}/webhooks`, viewers],
  [`POST ${account}/webhooks`, [401, 403, 403, 201, 404, 201], body({ event: 'chat', url: 'http://127.0.0.1:9/' })],
  [`GET ${account}/webhooks/:endpoint`, viewers, (stage) => endpointOf(stage)],
  [
    `PUT ${account}/webhooks/:endpoint`,
    [401, 403, 403, 200, 404, 200],
    async (stage) => ({ ...(await endpointOf(stage)), body: { enabled: false } }),
  ],
  [`DELETE ${account}/webhooks/:endpoint`, [401, 403, 403, 204, 404, 204], (stage) => endpointOf(stage)],
  [
    `POST ${account}/webhooks/:endpoint/rotate`,
    [401, 403, 403, 200, 404, 200],
    (stage) => endpointOf(stage, '/rotate'),
  ],
  [`POST ${account}/webhooks/:endpoint/test`, [401, 403, 202, 202, 404, 202], (stage) => endpointOf(stage, '/test')],
  [`GET ${account}/webhooks/:endpoint/events`, viewers, (stage) => endpointOf(stage, '/events')],
  [`GET ${account}/webhooks/:endpoint/attempts`, viewers, (stage) => endpointOf(stage, '/attempts')],
  [
    `POST ${account}/webhooks/:endpoint/repeat`,
    [401, 403, 200, 200, 404, 200],
    async (stage) => ({ ...(await endpointOf(stage, '/repeat')), body: { since: '2020-01-01' } }),
  ],

  ...chatRows,

  [`GET ${account}/balances`, viewers],
  [`POST ${account}/credit`, decisions, body({ product: 'SMS', amount: '10' })],
  [
    `PUT ${account}/balances/:product/postpaid`,
    decisions,
    () => ({ path: `${account}/balances/SMS/postpaid`, body: { allowPostpaid: false } }),
  ],
  [
    `PUT ${account}/balances/:product/reminders`,
    [401, 403, 403, 200, 404, 200],
    () => ({ path: `${account}/balances/SMS/reminders`, body: { creditLevel: '5' } }),
  ],
  [`GET ${account}/reports`, viewers],
  [`GET ${account}/reports.csv`, viewers],
  ['GET /reports', operators],
  ['GET /reports.csv', operators],
  ['GET /reports/carriers', operators],
  ['GET /reports/queues', operators],
  [`GET ${account}/statement`, viewers],
  [`GET ${account}/statement.csv`, viewers],
  ['GET /ledger/check', operators],
  ['GET /prices', operators],
  ['PUT /prices', operators, body({ product: 'SMS', prefix: '999', amount: '2' })],
  [
    'DELETE /prices/:price',
    [401, 403, 403, 403, 403, 204],
    async (stage) => ({ path: `/prices/${await somePrice(stage)}` }),
  ],
  [
    'POST /prices/import',
    operators,
    () => ({ body: 'product,prefix,price\nSMS,999,2\n', headers: { 'content-type': 'text/csv' } }),
  ],
  [`GET ${account}/prices`, viewers],

  [`GET ${account}/airtime`, viewers],
  ['GET /airtime/overdue', operators],
  [
    'POST /airtime/transfers/:transfer/end',
    operators,
    async ({ world, accountId }) => ({
      path: `/airtime/transfers/${await addOverdue(world, accountId)}/end`,
      body: { as: 'failed', reason: 'No' },
    }),
  ],
  ['GET /airtime/providers', operators],
  ['PUT /airtime/providers/:provider', operators, () => ({ path: '/airtime/providers/shop', body: someProvider })],
  [
    'DELETE /airtime/providers/:provider',
    [401, 403, 403, 403, 403, 204],
    async ({ world }) => {
      await command(world, 'PUT', '/airtime/providers/shop-two', someProvider)
      return { path: '/airtime/providers/shop-two' }
    },
  ],

  ...carrierRows,
  ...campaignRows,
  ...contactRows,
  ...contactFieldRows,
  ...paymentRows,
  [`GET ${account}/otp/apps`, viewers],
  [`POST ${account}/otp/apps`, [401, 403, 201, 201, 404, 201], body({ name: 'Sign-in' })],
  [`GET ${account}/otp/apps/:app`, viewers, () => ({ path: `${account}/otp/apps/1` })],
  [
    `PUT ${account}/otp/apps/:app`,
    [401, 403, 200, 200, 404, 200],
    () => ({ path: `${account}/otp/apps/1`, body: { lifeSeconds: 600 } }),
  ],
  [`GET ${account}/otp/requests`, viewers],

  ...authRows,
]

export async function templateOf({ world, accountId }: Stage): Promise<Call> {
  const { body } = await command(world, 'POST', `/accounts/${accountId}/templates`, {
    title: 'A title',
    text: 'A text',
  })
  return { path: `${account}/templates/${body.id}` }
}

const somePrice = async ({ world }: Stage): Promise<number> =>
  (await command(world, 'PUT', '/prices', { product: 'SMS', prefix: '998', amount: '2' })).body.id
/** A new endpoint for each call. Earlier ones are removed to stay below the limit of an account. */
async function endpointOf({ world, accountId }: Stage, rest = ''): Promise<Call> {
  await sql`update webhook_endpoints set removed_at = now() where account_id = ${accountId}`.execute(world.db)
  const { body } = await command(world, 'POST', `/accounts/${accountId}/webhooks`, {
    event: 'chat',
    url: 'http://127.0.0.1:9/',
  })
  return { path: `${account}/webhooks/${body.id}${rest}` }
}

/** A new member that the call may change or remove. */
const subject = ({ world, accountId }: Stage) => invite(world, accountId, 'viewer')

/** A pending sender name, or an approved one for deactivation. */
async function senderPath({ world, accountId }: Stage, decision: string): Promise<string> {
  const { id } = (await command(world, 'POST', `/accounts/${accountId}/senders`, { sender: phone() })).body
  if (decision === 'deactivate') await command(world, 'POST', `/accounts/${accountId}/senders/${id}/approve`)
  return `${account}/senders/${id}/${decision}`
}
