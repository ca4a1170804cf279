import type { Row } from './rights-row.ts'

const account = '/accounts/:account'
const operators = [401, 403, 403, 403, 403, 200] as const
const owners = [401, 403, 403, 200, 404, 200] as const
const body = (value: unknown) => () => ({ body: value })

/** Limits of the installation and of accounts. */
export const retentionRows: readonly Row[] = [
  ['GET /retention', operators],
  ['PUT /retention', operators, body({ default: { logs: 800 } })],
  ['POST /retention/preview', operators, body({ max: { logs: 900 } })],
  [`GET ${account}/retention`, [401, 200, 200, 200, 404, 200]],
  [`PUT ${account}/retention`, owners, body({ logs: 'default' })],
  [`POST ${account}/retention/preview`, owners, body({ logs: 30 })],
]
