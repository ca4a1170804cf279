import { sql } from 'kysely'
import { type Columns, prepared } from '../../engine/db/index.ts'
import type { TimelineEvent, TimelineSource } from './model.ts'
import { readIdBound } from './positions.ts'

interface TableTimeline<Row> extends Pick<TimelineSource, 'name' | 'kinds' | 'scope'> {
  /** With an index on account_id, phone and id. */
  readonly table: string
  readonly columns: Columns<Row>
  readonly show: (row: Row) => Omit<TimelineEvent, 'position'>
}

/** The rows of a table about a number, by their ids. */
export const tableTimeline = <Row extends { readonly id: number }>({
  table,
  columns,
  show,
  ...source
}: TableTimeline<Row>): TimelineSource => ({
  ...source,
  async list(db, { accountId, phone }, after, limit) {
    const { rows } = await sql<Row>`
      ${prepared}
      select ${columns}
        from ${sql.table(table)}
       where account_id = ${accountId}
         and phone = ${phone}
         and id < ${readIdBound(after)}
       order by id desc
       limit ${limit}
    `.execute(db)
    return rows.map((row) => ({ ...show(row), position: String(row.id) }))
  },
})
