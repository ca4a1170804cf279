import { type Static, Type } from 'typebox'
import { File, type RouteShapes } from '../route.ts'
import { longPageOf, nullable, objectOf, queryOf, Time } from '../shapes.ts'

/** The result of an audited request; `unknown` when its process stopped before the response. */
export const auditResults = ['done', 'refused', 'failed', 'unknown'] as const
export type AuditResult = (typeof auditResults)[number]

/** Takes the place of an owner of the parent account for members of a sub-account. */
export const parentActor = 'administrator'

const Details = Type.Record(Type.String(), Type.Unknown())

export type AuditEntry = Static<typeof AuditEntry>
const AuditEntry = objectOf({
  id: Type.Integer(),
  at: Time,
  accountId: nullable(Type.Integer()),
  actor: Type.String(),
  address: nullable(Type.String()),
  action: Type.String(),
  params: Details,
  /** Null while the request runs. */
  status: nullable(Type.Integer()),
  detail: nullable(Details),
})

const filters = ['actor', 'action', 'result', 'address', 'from', 'to'] as const

export const auditRoutes = {
  'GET /accounts/:account/audit': { query: queryOf('page', 'limit', ...filters), answer: longPageOf(AuditEntry) },
  'GET /accounts/:account/audit.csv': { query: queryOf(...filters), answer: File },
  'GET /audit': { query: queryOf('page', 'limit', 'account', ...filters), answer: longPageOf(AuditEntry) },
  'GET /audit.csv': { query: queryOf('account', ...filters), answer: File },
} as const satisfies RouteShapes
