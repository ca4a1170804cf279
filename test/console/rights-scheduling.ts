import { sendBody } from '../world.ts'
import { command } from './people.ts'
import type { Call, Row, Stage } from './rights-row.ts'

const account = '/accounts/:account'
const viewers = [401, 200, 200, 200, 404, 200] as const
const body = (value: unknown) => () => ({ body: value })

/** Scheduled requests, the sending window and messages. */
export const schedulingRows: readonly Row[] = [
  [`GET ${account}/scheduled`, viewers],
  [
    `POST ${account}/scheduled/:request/cancel`,
    [401, 403, 200, 200, 404, 200],
    async (stage) => ({ ...(await requestOf(stage, 'scheduled', '/cancel')), body: {} }),
  ],
  [
    `POST ${account}/scheduled/:request/move`,
    [401, 403, 200, 200, 404, 200],
    async (stage) => ({ ...(await requestOf(stage, 'scheduled', '/move')), body: { schedule_time: '' } }),
  ],
  [`GET ${account}/sending-window`, viewers],
  [`PUT ${account}/sending-window`, [401, 403, 403, 200, 404, 200], body({ from: '00:00', to: '23:59' })],
  [`GET ${account}/requests/:request/recipients`, viewers, (stage) => requestOf(stage, 'requests', '/recipients')],
  [`GET ${account}/requests`, viewers],
  [`GET ${account}/messages`, viewers],
  [`GET ${account}/messages.csv`, viewers],
  [
    `GET ${account}/messages/:message`,
    viewers,
    async (stage) => {
      await requestOf(stage, 'requests', '')
      const { body: found } = await command(
        stage.world,
        'GET',
        `/accounts/${stage.accountId}/messages?phone=255712345678&limit=1`,
      )
      return { path: `${account}/messages/${found.data[0].id}` }
    },
  ],
]

/** Creates a scheduled request for the call. */
async function requestOf({ world, accountId }: Stage, place: string, rest: string): Promise<Call> {
  const { body } = await command(
    world,
    'POST',
    `/accounts/${accountId}/sms/send`,
    sendBody({ schedule_time: '2090-01-01 00:00' }),
  )
  return { path: `${account}/${place}/${body.request_id}${rest}` }
}
