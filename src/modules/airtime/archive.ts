import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { sourceOf } from '../retention/index.ts'

const columns = columnsOf(
  { t: 'airtime_transfers' },
  {
    id: 't.id',
    isFinal: sql<boolean>`t.done_at is not null and t.due_at is null`,
    account_id: 't.account_id',
    reference_id: 't.reference_id',
    phone: 't.phone',
    amount: 't.amount',
    currency: 't.currency',
    product_id: 't.product_id',
    provider: 't.provider',
    provider_reference: 't.provider_reference',
    state: 't.state',
    reason: 't.reason',
    created_at: 't.created_at',
    submitted_at: 't.submitted_at',
    done_at: 't.done_at',
  },
)

export const airtimeArchive = sourceOf({
  name: 'airtime',
  columns,
  kinds: {
    id: 'value',
    account_id: 'value',
    reference_id: 'reference',
    phone: 'phone',
    amount: 'value',
    currency: 'value',
    product_id: 'value',
    provider: 'value',
    provider_reference: 'reference',
    state: 'value',
    reason: 'reference',
    created_at: 'value',
    submitted_at: 'value',
    done_at: 'value',
  },
  table: 'airtime_transfers',
  time: 'created_at',
})
