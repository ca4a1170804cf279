import { sql } from 'kysely'
import { checkSubjects } from '../balance/index.ts'
import { feeProduct } from './rules.ts'

/** Every fee belongs to a paid checkout, and every paid checkout with a price has a fee. */
export const checkCheckoutFees = checkSubjects({
  product: feeProduct,
  wanted: sql`
    select account_id, currency, 'checkout ' || id as subject, fee as hold, fee as spend, null::numeric as release
      from checkout_sessions
  `,
})
