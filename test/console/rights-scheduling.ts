import { sql } from 'kysely'
import { messageBody, type World } from '../world.ts'
import { command } from './people.ts'
import type { Call, Row, Stage } from './rights-row.ts'

const account = '/accounts/:account'
const viewers = [401, 200, 200, 200, 404, 200] as const
const members = [401, 403, 200, 200, 404, 200] as const
const sends = [401, 403, 201, 201, 404, 201] as const
const body = (value: unknown) => () => ({ body: value })

/** Sends, requests, messages and the sending window. */
export const schedulingRows: readonly Row[] = [
  [`POST ${account}/messages`, sends, body(messageBody())],
  [`POST ${account}/quotes`, viewers, body(messageBody())],
  [`GET ${account}/scheduled`, viewers],
  [`GET ${account}/sending-window`, viewers],
  [`PUT ${account}/sending-window`, [401, 403, 403, 200, 404, 200], body({ from: '00:00', to: '23:59' })],
  [`GET ${account}/requests`, viewers],
  [`GET ${account}/requests/:request`, viewers, (stage) => requestOf(stage)],
  [`GET ${account}/requests/:request/recipients`, viewers, (stage) => requestOf(stage, '/recipients')],
  [`POST ${account}/requests/:request/cancel`, members, (stage) => requestOf(stage, '/cancel')],
  [
    `POST ${account}/requests/:request/reschedule`,
    members,
    async (stage) => ({ ...(await requestOf(stage, '/reschedule')), body: { notBefore: null } }),
  ],
  [`POST ${account}/requests/:request/resend`, sends, (stage) => requestOf(stage, '/resend', true)],
  [`GET ${account}/messages`, viewers],
  [`GET ${account}/messages.csv`, viewers],
  [`GET ${account}/messages/:message`, viewers, (stage) => messageOf(stage)],
  [`POST ${account}/messages/:message/cancel`, members, (stage) => messageOf(stage, '/cancel')],
  [`POST ${account}/messages/:message/resend`, sends, (stage) => messageOf(stage, '/resend', true)],
]

/** Creates a scheduled request. A failed one can be sent again. */
async function addRequest({ world, accountId }: Stage, isFailed: boolean): Promise<string> {
  const path = `/accounts/${accountId}`
  const later = messageBody({ notBefore: '2090-01-01T00:00:00Z' })
  const { body } = await command(world, 'POST', `${path}/messages`, later)
  const [request] = body.requestIds
  if (isFailed) await failRequest(world, path, request)
  return request
}

/** Cancelled messages are not sent again, so their reason becomes another one. */
export async function failRequest(world: World, path: string, request: string): Promise<void> {
  await command(world, 'POST', `${path}/requests/${request}/cancel`)
  await sql`update sms_messages set reason = 'absent_subscriber' where request_id = ${request}`.execute(world.db)
}

const requestOf = async (stage: Stage, rest = '', isFailed = false): Promise<Call> => ({
  path: `${account}/requests/${await addRequest(stage, isFailed)}${rest}`,
})

async function messageOf(stage: Stage, rest = '', isFailed = false): Promise<Call> {
  const request = await addRequest(stage, isFailed)
  const { body } = await command(stage.world, 'GET', `/accounts/${stage.accountId}/messages?request=${request}`)
  return { path: `${account}/messages/${body.data[0].id}${rest}` }
}
