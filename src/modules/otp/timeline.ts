import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { columnsOf, prepared, type RowOf } from '../../engine/db/index.ts'
import { readTimePosition, type TimelineSource, timePosition } from '../timeline/index.ts'
import { stateAt } from './store.ts'

const columnsAt = (now: Date) =>
  columnsOf(
    { p: 'otp_pins' },
    {
      id: 'p.id',
      /** Null for a deleted application. */
      app: sql<
        string | null
      >`(select a.name from otp_apps a where a.account_id = p.account_id and a.number = p.app_number)`,
      state: stateAt(now),
      createdAt: 'p.created_at',
    },
  )

/** PINs that were sent to a number, without the PINs themselves. */
export const otpTimeline = ({ clock }: Pick<Context, 'clock'>): TimelineSource => ({
  name: 'otp',
  kinds: ['pin'],
  scope: 'otp:read',
  async list(db, { accountId, phone }, after, limit) {
    const last = readTimePosition(after, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    const columns = columnsAt(clock.now())
    const { rows } = await sql<RowOf<typeof columns>>`
      ${prepared}
      select ${columns}
        from otp_pins p
       where p.account_id = ${accountId}
         and p.phone = ${phone}
         ${last === null ? sql`` : sql`and (p.created_at, p.id) < (${last.at}::timestamptz, ${last.rest}::uuid)`}
       order by p.created_at desc, p.id desc
       limit ${limit}
    `.execute(db)
    return rows.map(({ id, app, state, createdAt }) => ({
      kind: 'pin',
      at: createdAt,
      position: timePosition(createdAt, id),
      direction: 'out',
      from: app,
      status: state,
    }))
  },
})
