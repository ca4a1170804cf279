import { consoleResource, File, route } from '../route.ts'
import { nullable, objectOf, pagesOf, queryOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

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

export const audit = consoleResource('audit', {
  list: route('GET /accounts/:account/audit', 'owner', 'List the audit log of an account', {
    columns: 'at, actor, address, action, status, params, detail',
    ...pagesOf(AuditEntry, ...filters),
  }),
  export: route('GET /accounts/:account/audit.csv', 'owner', 'Export the audit log of an account as a CSV file', {
    does: 'audit.export',
    query: queryOf(...filters),
    answer: File,
  }),
  listAll: route('GET /audit', 'operator', 'List the audit log of all accounts', {
    command: 'audit list --all',
    columns: 'at, accountId, actor, address, action, status, params, detail',
    ...pagesOf(AuditEntry, 'account', ...filters),
  }),
  exportAll: route('GET /audit.csv', 'operator', 'Export the audit log of all accounts as a CSV file', {
    does: 'audit.export',
    query: queryOf('account', ...filters),
    answer: File,
  }),
})
