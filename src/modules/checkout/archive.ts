import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { sourceOf } from '../retention/index.ts'

const columns = columnsOf(
  { t: 'checkout_sessions' },
  {
    id: 't.id',
    isFinal: sql<boolean>`t.ended_at is not null and t.due_at is null`,
    account_id: 't.account_id',
    transaction_id: 't.transaction_id',
    reference_number: 't.reference_number',
    phone: 't.phone',
    amount: 't.amount',
    currency: 't.currency',
    fee: 't.fee',
    provider: 't.provider',
    provider_reference: 't.provider_reference',
    state: 't.state',
    created_at: 't.created_at',
    ended_at: 't.ended_at',
  },
)

export const checkoutArchive = sourceOf({
  name: 'checkout',
  columns,
  kinds: {
    id: 'value',
    account_id: 'value',
    transaction_id: 'reference',
    reference_number: 'reference',
    phone: 'phone',
    amount: 'value',
    currency: 'value',
    fee: 'value',
    provider: 'value',
    provider_reference: 'reference',
    state: 'value',
    created_at: 'value',
    ended_at: 'value',
  },
  table: 'checkout_sessions',
  time: 'created_at',
})
