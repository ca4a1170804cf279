import { sql } from 'kysely'
import { ask, command } from './people.ts'
import type { Call, Row, Stage } from './rights-row.ts'
import { phone } from './rights-row.ts'

const campaigns = '/accounts/:account/campaigns'
const viewers = [401, 200, 200, 200, 404, 200] as const
const changers = [401, 403, 200, 200, 404, 200] as const
const creators = [401, 403, 201, 201, 404, 201] as const
const removers = [401, 403, 204, 204, 404, 204] as const

type Place = Pick<Stage, 'world' | 'accountId'>

/** Campaigns wait for a start in the far future, so that no worker sends them before the call. */
const draft = {
  name: 'Offer',
  from: 'INFO',
  text: 'Hello',
  schedule: { at: '2090-01-01T09:00', zone: 'Africa/Dar_es_Salaam' },
}
const file = { body: 'phone\n255712345678\n', headers: { 'content-type': 'text/csv' } }

/** A call for a campaign after these actions. */
const callOf =
  (rest: string, actions: readonly string[] = [], more: Call = {}) =>
  async (stage: Stage): Promise<Call> => ({
    path: `${campaigns}/${await someCampaign(stage, actions)}${rest}`,
    ...more,
  })

export const campaignRows: readonly Row[] = [
  [`GET ${campaigns}`, viewers],
  [`POST ${campaigns}`, creators, () => ({ body: draft })],
  [`GET ${campaigns}/:campaign`, viewers, callOf('')],
  [`PUT ${campaigns}/:campaign`, changers, callOf('', [], { body: { name: 'Renamed' } })],
  [`DELETE ${campaigns}/:campaign`, removers, callOf('')],
  [`PUT ${campaigns}/:campaign/file`, changers, callOf('/file', [], file)],
  [`DELETE ${campaigns}/:campaign/file`, removers, callOf('/file')],
  [`GET ${campaigns}/:campaign/preview`, viewers, callOf('/preview')],
  [`POST ${campaigns}/:campaign/test`, changers, callOf('/test', [], { body: { to: [phone()] } })],
  [`POST ${campaigns}/:campaign/start`, changers, callOf('/start')],
  [`POST ${campaigns}/:campaign/withdraw`, changers, callOf('/withdraw', ['start'])],
  [`POST ${campaigns}/:campaign/pause`, changers, callOf('/pause', ['start'])],
  [`POST ${campaigns}/:campaign/resume`, changers, callOf('/resume', ['start', 'pause'])],
  [`POST ${campaigns}/:campaign/cancel`, changers, callOf('/cancel', ['start'])],
  [
    `POST ${campaigns}/:campaign/resend`,
    creators,
    async (stage) => ({ path: `${campaigns}/${await failedCampaign(stage)}/resend` }),
  ],
  [`GET ${campaigns}/:campaign/results`, viewers, callOf('/results')],
  [`GET ${campaigns}/:campaign/responses`, viewers, callOf('/responses')],
]

async function someCampaign({ world, accountId }: Place, actions: readonly string[]): Promise<number> {
  const path = `/accounts/${accountId}/campaigns`
  const { id } = (await command(world, 'POST', path, draft)).body
  await ask(world, 'PUT', `${path}/${id}/file`, { ...file, headers: { ...file.headers, ...world.app.controlHeaders } })
  for (const action of actions) await command(world, 'POST', `${path}/${id}/${action}`)
  return id
}

/** A campaign that has ended with a failed message. */
export async function failedCampaign(stage: Place): Promise<number> {
  const { world, accountId } = stage
  const id = await someCampaign(stage, [])
  const now = world.clock.now()
  await sql`
    update campaigns
       set status = 'done', ended_at = ${now}
     where id = ${id}
  `.execute(world.db)
  await sql`
    insert into campaign_hours (campaign_id, hour, account_id, failed)
    values (${id}, date_trunc('hour', ${now}::timestamptz), ${accountId}, 1)
  `.execute(world.db)
  return id
}
