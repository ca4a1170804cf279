import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import type { PersonSource } from './model.ts'
import { scannedSource } from './table-source.ts'

/** Keys and stored answers that name the number. Erasing overwrites it in them. */
export const idempotencyPersonSource: PersonSource = scannedSource({
  name: 'idempotency-keys',
  columns: columnsOf(
    { t: 'idempotency_keys' },
    { accountId: 't.account_id', path: 't.path', key: 't.key', answer: 't.answer', createdAt: 't.created_at' },
  ),
  key: {
    table: 'idempotency_keys',
    columns: [
      { name: 'account_id', type: 'bigint' },
      { name: 'path', type: 'text' },
      { name: 'key', type: 'text' },
    ],
  },
  account: sql`t.account_id`,
  texts: [sql`t.key`, sql`t.answer::text`],
})
