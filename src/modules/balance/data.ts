import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { dataOf, ofNumber } from '../table-data/index.ts'

/** The number that low-balance reminders go to. Erasing it turns them off. */
const balances = dataOf('balances', {
  person: {
    name: 'balance-reminders',
    show: ['account_id', 'product', 'currency', columnsOf({ t: 'balances' }, { phone: 't.reminder_phone' })],
    id: sql`(t.account_id::text || ' ' || t.product || ' ' || t.currency)`,
    where: ofNumber('t', 'reminder_phone'),
    overwrite: { reminder_phone: '', sms_reminder: false },
  },
})

export const data = [
  balances,
  // A changed subject would break the ledger.
  dataOf('ledger_entries', { unsearched: ['subject'] }),
  dataOf('prices', { unsearched: ['prefix'] }),
]
