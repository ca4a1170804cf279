import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import { deleting, type RetentionRule } from '../retention/index.ts'
import { checkoutArchive, paymentsArchive } from './archive.ts'

/** How long the transaction id of an ended session stays reserved. */
const referenceDays = 90

export const checkoutRetention = (db: Queryable): RetentionRule[] => [
  {
    name: 'Checkout sessions',
    dataClass: 'messages',
    atLeastDays: referenceDays,
    // Sessions contain payment data.
    daysWithoutLimit: 90,
    ...deleting(db, {
      table: 'checkout_sessions',
      isOld: (before) => sql`ended_at < ${before} and due_at is null`,
      order: sql`id`,
      idsGrowWith: 'created_at',
      archivedAs: checkoutArchive.name,
    }),
  },
  {
    name: 'Payments',
    dataClass: 'messages',
    atLeastDays: referenceDays,
    daysWithoutLimit: 90,
    ...deleting(db, {
      table: 'checkout_payments',
      isOld: (before) => sql`ended_at < ${before} and due_at is null and refund is distinct from 'due'`,
      order: sql`id`,
      idsGrowWith: 'started_at',
      archivedAs: paymentsArchive.name,
    }),
  },
]
