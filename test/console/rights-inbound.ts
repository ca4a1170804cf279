import { command } from './people.ts'
import type { Call, Row, Stage } from './rights-row.ts'

const account = '/accounts/:account'
const numbers = '/inbound/numbers'
const keyword = `${numbers}/:number/keywords/:keyword`
const viewers = [401, 200, 200, 200, 404, 200] as const
const operators = [401, 403, 403, 403, 403, 200] as const
const removals = [401, 403, 403, 403, 403, 204] as const

/** Inbound messages, numbers, virtual phones and the simulated network. */
export const inboundRows: readonly Row[] = [
  [`GET ${account}/inbound`, viewers],
  [`GET ${account}/inbound/words`, viewers],
  [`PUT ${account}/inbound/words`, [401, 403, 403, 200, 404, 200], () => ({ body: { helpReply: 'Call us.' } })],
  ['GET /inbound/unowned', operators],
  [`GET ${numbers}`, operators],
  [`PUT ${numbers}/:number`, operators, ({ accountId }) => ({ path: `${numbers}/15001`, body: { accountId } })],
  [`DELETE ${numbers}/:number`, removals, (stage) => numberOf(stage)],
  [
    `PUT ${keyword}`,
    operators,
    async (stage) => ({ ...(await numberOf(stage, '/keywords/BEI')), body: { accountId: stage.accountId } }),
  ],
  [`DELETE ${keyword}`, removals, (stage) => numberOf(stage, '/keywords/DUKA')],
  [
    'POST /inbound/simulate',
    [401, 403, 403, 403, 403, 202],
    () => ({ body: { from: '255712345678', to: '15001', text: 'Hello' } }),
  ],
  [`GET ${account}/phones`, viewers],
  [`GET ${account}/phones/:phone/messages`, viewers, () => ({ path: `${account}/phones/255712345678/messages` })],
  [`POST ${account}/phones/:phone/messages`, [401, 403, 201, 201, 404, 201], (stage) => phoneMessageCall(stage)],
  ['GET /simulator', operators],
  ['POST /simulator/clock', operators, () => ({ body: { seconds: 1 } })],
  ['PUT /simulator/chaos', operators, () => ({ body: { latencyMs: 0 } })],
]

/** A message from a phone to a number of the account. */
async function phoneMessageCall({ world, accountId }: Stage): Promise<Call> {
  await command(world, 'PUT', `${numbers}/15003`, { accountId })
  return { path: `${account}/phones/255712345678/messages`, body: { to: '15003', text: 'Hello' } }
}

/** Creates the number and its keyword again before each call. */
async function numberOf({ world, accountId }: Stage, rest = ''): Promise<Call> {
  await command(world, 'PUT', `${numbers}/15002`, { accountId: null })
  await command(world, 'PUT', `${numbers}/15002/keywords/DUKA`, { accountId })
  return { path: `${numbers}/15002${rest}` }
}
