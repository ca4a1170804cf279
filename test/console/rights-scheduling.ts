import { until } from '../until.ts'
import { orderBody } from '../world.ts'
import { command } from './people.ts'
import type { Call, Row, Stage } from './rights-row.ts'

const account = '/accounts/:account'
const viewers = [401, 200, 200, 200, 404, 200] as const
const senders = [401, 403, 201, 201, 404, 201] as const
const changers = [401, 403, 200, 200, 404, 200] as const
const body = (value: unknown) => () => ({ body: value })

/** Sends, messages, scheduled requests, and settings of the account for them. */
export const schedulingRows: readonly Row[] = [
  [`POST ${account}/messages`, senders, body(orderBody())],
  [`POST ${account}/quotes`, viewers, body(orderBody())],
  [`GET ${account}/scheduled`, viewers],
  [`POST ${account}/requests/:request/cancel`, changers, (stage) => requestOf(stage, '/cancel')],
  [
    `POST ${account}/requests/:request/reschedule`,
    changers,
    async (stage) => ({ ...(await requestOf(stage, '/reschedule')), body: { notBefore: null } }),
  ],
  [`POST ${account}/requests/:request/resend`, senders, async (stage) => (await failedOf(stage)).request],
  [`GET ${account}/account`, viewers],
  [`PUT ${account}/account`, [401, 403, 403, 200, 404, 200], body({ smartEncoding: true })],
  [`GET ${account}/sending-window`, viewers],
  [`PUT ${account}/sending-window`, [401, 403, 403, 200, 404, 200], body({ from: '00:00', to: '23:59' })],
  [`GET ${account}/requests/:request`, viewers, (stage) => requestOf(stage, '')],
  [`GET ${account}/requests/:request/recipients`, viewers, (stage) => requestOf(stage, '/recipients')],
  [`GET ${account}/requests`, viewers],
  [`GET ${account}/messages`, viewers],
  [`GET ${account}/messages.csv`, viewers],
  [`GET ${account}/messages/:message`, viewers, (stage) => messageOf(stage, '')],
  [`POST ${account}/messages/:message/cancel`, changers, (stage) => messageOf(stage, '/cancel')],
  [`POST ${account}/messages/:message/resend`, senders, async (stage) => (await failedOf(stage)).message],
]

const scheduled = orderBody({ notBefore: '2090-01-01T00:00:00Z' })

/** Creates a scheduled request for the call. */
async function requestOf({ world, accountId }: Stage, rest: string): Promise<Call> {
  const { body } = await command(world, 'POST', `/accounts/${accountId}/messages`, scheduled)
  return { path: `${account}/requests/${body.requestIds[0]}${rest}` }
}

async function messageOf({ world, accountId }: Stage, rest: string): Promise<Call> {
  const { body } = await command(world, 'POST', `/accounts/${accountId}/messages`, scheduled)
  return { path: `${account}/messages/${body.recipients[0].messageId}${rest}` }
}

/** Sends a message to a phone that is switched off. */
async function failedOf({ world, accountId }: Stage): Promise<{ request: Call; message: Call }> {
  const { body } = await command(world, 'POST', `/accounts/${accountId}/messages`, orderBody({ to: ['255712340003'] }))
  const { messageId } = body.recipients[0]
  const found = () => command(world, 'GET', `/accounts/${accountId}/messages/${messageId}`)
  await until('the message has failed', async () => (await found()).body.stage === 'undelivered')
  return {
    request: { path: `${account}/requests/${body.requestIds[0]}/resend` },
    message: { path: `${account}/messages/${messageId}/resend` },
  }
}
