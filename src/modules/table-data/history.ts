import { sql } from 'kysely'
import type { TimelineKind } from '../../contract/account/timeline.ts'
import { prepared, type Row, run, type Tables } from '../../engine/db/index.ts'
import { badCursor } from '../../values/place.ts'
import type { Scope } from '../../values/scopes.ts'
import type { Column } from './columns.ts'
import type { TimelineEvent, TimelineSource } from './model.ts'

/** The rows of a table about a number, by their ids. The table has an index on account_id, phone and id. */
export interface HistoryRows<Table extends keyof Tables, Name extends Column<Table>> {
  readonly kind: TimelineKind
  /** The scope that a key or token needs. */
  readonly scope: Scope
  readonly columns: readonly Name[]
  readonly show: (row: Row<Table, Name>) => Omit<TimelineEvent, 'kind' | 'at' | 'position'>
}

export const tableTimeline = <Table extends keyof Tables, Name extends Column<Table>>(
  table: Table,
  at: string,
  { kind, scope, columns, show }: HistoryRows<Table, Name>,
): TimelineSource => ({
  name: kind,
  kinds: [kind],
  scope,
  async list({ db }, { accountId, phone }, after, limit) {
    const rows = await run.all<Row<Table, Name> & { readonly eventId: number; readonly eventAt: Date }>(db)`
      ${prepared}
      select id as "eventId", ${sql.ref(at)} as "eventAt", ${sql.join(columns.map((column) => sql.ref(column)))}
        from ${sql.table(table)}
       where account_id = ${accountId}
         and phone = ${phone}
         and id < ${readIdBound(after)}
       order by id desc
       limit ${limit}
    `
    return rows.map(({ eventId, eventAt, ...row }) => ({
      ...show(row as unknown as Row<Table, Name>),
      kind,
      at: eventAt,
      position: String(eventId),
    }))
  },
})

/** The upper bound of ids after a position; no id reaches the bound of the first page. */
export function readIdBound(after: string | null): number {
  if (after === null) return Number.MAX_SAFE_INTEGER
  if (!/^\d{1,15}$/.test(after)) throw badCursor()
  return Number(after)
}

/** The position of an event in a list by time and then by another value. */
export const timePosition = (at: Date, rest: string) => `${at.getTime()}.${rest}`

/** Reads a position of `timePosition`; null from the newest. */
export function readTimePosition(
  after: string | null,
  restShape: RegExp,
): { readonly at: Date; readonly rest: string } | null {
  if (after === null) return null
  const [, ms = '', rest = ''] = /^(-?\d{1,14})\.([\w-]+)$/.exec(after) ?? []
  if (ms === '' || !restShape.test(rest)) throw badCursor()
  return { at: new Date(Number(ms)), rest }
}
