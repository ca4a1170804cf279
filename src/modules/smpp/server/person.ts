import { sql } from 'kysely'
import { columnsOf } from '../../../engine/db/index.ts'
import { erasableSource, type PersonQuestion, type PersonSource } from '../../person/index.ts'

const isGathering = ({ accountId, phone }: PersonQuestion) =>
  sql`${accountId === null ? sql`true` : sql`g.account_id = ${accountId}`} and g.phone = ${phone}`

/** Long messages whose parts are still arriving, and the numbers of those that were joined. */
export const smppPartsPersonSource: PersonSource = erasableSource({
  name: 'smpp-parts',
  columns: columnsOf(
    { g: 'smpp_gatherings' },
    { accountId: 'g.account_id', phone: 'g.phone', source: 'g.source', createdAt: 'g.created_at' },
  ),
  from: sql`smpp_gatherings g`,
  id: sql`g.id`,
  idType: 'bigint',
  where: isGathering,
  table: 'smpp_gatherings',
  isPending: sql`g.due_at is not null`,
})
