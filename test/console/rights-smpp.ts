import { command } from './people.ts'
import type { Row, Stage } from './rights-row.ts'

const credentials = '/accounts/:account/smpp/credentials'
const viewers = [401, 200, 200, 200, 404, 200] as const

/** Creates a credential and returns its path. */
async function pathOf({ world, accountId }: Stage): Promise<string> {
  const { id } = (await command(world, 'POST', `/accounts/${accountId}/smpp/credentials`, {})).body
  return `${credentials}/${id}`
}

/** SMPP credentials and binds. */
export const smppRows: readonly Row[] = [
  ['GET /smpp/binds', [401, 403, 403, 403, 403, 200]],
  ['GET /accounts/:account/smpp', viewers],
  ['GET /accounts/:account/smpp/binds', viewers],
  [`GET ${credentials}`, viewers],
  [`POST ${credentials}`, [401, 403, 403, 201, 404, 201], () => ({ body: {} })],
  [
    `PUT ${credentials}/:credential`,
    [401, 403, 403, 200, 404, 200],
    async (stage) => ({ path: await pathOf(stage), body: { rate: 1 } }),
  ],
  [
    `DELETE ${credentials}/:credential`,
    [401, 403, 403, 204, 404, 204],
    async (stage) => ({ path: await pathOf(stage) }),
  ],
  [
    `POST ${credentials}/:credential/rotate`,
    [401, 403, 403, 201, 404, 201],
    async (stage) => ({ path: `${await pathOf(stage)}/rotate`, body: { overlapHours: 1 } }),
  ],
]
