import { phone, type Row } from './rights-row.ts'

const account = '/accounts/:account'
const owners = (status: number) => [401, 403, 403, status, 404, status] as const
const operators = (status: number) => [401, 403, 403, 403, 403, status] as const
const number = () => ({ body: { phone: phone() } })
const source = () => ({ body: { phone: phone(), source: 'messages' } })

/** The data of one person. */
export const personRows: readonly Row[] = [
  [`POST ${account}/person`, owners(200), number],
  [`POST ${account}/person/export`, owners(200), number],
  [`POST ${account}/person/export.csv`, owners(200), source],
  [`POST ${account}/person/erase`, owners(202), number],
  [`GET ${account}/erasures`, owners(200)],
  ['POST /person', operators(200), number],
  ['POST /person/export', operators(200), number],
  ['POST /person/export.csv', operators(200), source],
  ['POST /person/erase', operators(202), number],
  ['GET /erasures', operators(200)],
]
