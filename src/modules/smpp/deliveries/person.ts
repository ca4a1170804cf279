import { sql } from 'kysely'
import { columnsOf } from '../../../engine/db/index.ts'
import { erasableSource, isAccount, type PersonSource } from '../../person/index.ts'

/** Deliveries to customers about a person. An erasure deletes them, so the customer does not get them any more. */

const reports: PersonSource = erasableSource({
  name: 'submitter-reports',
  columns: columnsOf(
    { w: 'sms_reports' },
    {
      accountId: 'w.account_id',
      requestId: 'w.request_id',
      phone: 'w.phone',
      event: 'w.event',
      reason: 'w.reason',
      happenedAt: 'w.happened_at',
    },
  ),
  from: sql`sms_reports w`,
  id: sql`w.id`,
  idType: 'bigint',
  where: ({ accountId, phone }) => sql`${isAccount('w.account_id', accountId)} and w.phone = ${phone}`,
  table: 'sms_reports',
})

const messages: PersonSource = erasableSource({
  name: 'smpp-messages',
  columns: columnsOf(
    { w: 'smpp_messages' },
    { accountId: 'w.account_id', phone: 'w.phone', inboundId: 'w.inbound_id', createdAt: 'w.created_at' },
  ),
  from: sql`smpp_messages w`,
  id: sql`w.id`,
  idType: 'bigint',
  where: ({ accountId, phone }) => sql`${isAccount('w.account_id', accountId)} and w.phone = ${phone}`,
  table: 'smpp_messages',
})

export const smppPersonSources: readonly PersonSource[] = [reports, messages]
