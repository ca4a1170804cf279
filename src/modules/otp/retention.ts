import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import { deleting, type RetentionRule } from '../retention/index.ts'

/** How long requests are listed and their ids are known. PINs expire earlier, and are only secrets at rest then. */
export const pinDays = 8

export const otpRetention = (db: Queryable): RetentionRule[] => [
  {
    name: 'PINs',
    dataClass: 'messages',
    atMostDays: pinDays,
    ...deleting(db, {
      table: 'otp_pins',
      isOld: (before) => sql`created_at < ${before}`,
      order: sql`created_at`,
    }),
  },
]
