import { sql } from 'kysely'
import { namesOf } from '../../engine/db/index.ts'
import { dataOf, erasedPhone } from '../table-data/index.ts'

/** The reference of a transfer protects against paying twice for this long. */
const referenceDays = 90

/** Transfers are kept for their amounts, without the number. */
const transfers = dataOf('airtime_transfers', {
  at: 'created_at',
  idsGrow: true,
  pending: sql`t.done_at is null`,
  // A transfer without a final state still holds money.
  final: sql`t.done_at is not null and t.due_at is null`,
  person: {
    name: 'airtime',
    show: ['account_id', 'reference_id', 'phone', 'amount', 'currency', 'state', 'reason', 'created_at', 'done_at'],
    overwrite: { phone: erasedPhone },
  },
  keep: [{ name: 'Airtime transfers', dataClass: 'messages', since: 'done_at', atLeastDays: referenceDays }],
  archive: {
    name: 'airtime',
    columns: namesOf(
      `id, account_id, reference_id, phone, amount, currency, product_id, provider, provider_reference, state,
       reason, created_at, submitted_at, done_at`,
    ),
    references: ['reference_id', 'provider_reference', 'reason'],
  },
  history: {
    kind: 'airtime',
    scope: 'airtime:read',
    columns: ['amount', 'currency', 'state', 'reason'],
    show: ({ state, ...row }) => ({ ...row, direction: 'out', status: state }),
  },
  unsearched: ['amount_text', 'phone'],
  pendingMentions: 'pending',
})

export const data = [transfers]
