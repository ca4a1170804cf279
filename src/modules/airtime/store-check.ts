import { sql } from 'kysely'
import { checkSubjects } from '../balance/index.ts'
import { airtimeProduct } from './rules.ts'

/** Every transfer has a hold, and every hold has a transfer, except for removed ones. */
export const checkAirtimeHolds = checkSubjects({
  product: airtimeProduct,
  wanted: sql`
    select account_id, currency, 'transfer ' || id as subject, amount as hold,
           case when state = 'successful' then amount end as spend,
           case when state = 'failed' then amount end as release
      from airtime_transfers
  `,
})
