import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { columnsOf, type Tx } from '../../engine/db/index.ts'
import { type Core, collect, type Module } from '../../module.ts'
import { type Money, parseMoney } from '../../values/money.ts'
import { firstAccountId } from '../accounts/index.ts'
import { dataOf, ofNumber } from '../table-data/index.ts'
import { balanceApi } from './api.ts'
import { ledgerApi } from './api-ledger.ts'
import { pricesApi } from './api-prices.ts'
import { type PriceCache, startPrices } from './price-cache.ts'
import { remindWork, type Ways } from './remind.ts'
import { balanceRoutes, type FindSessionEnd } from './routes.ts'
import { changeCredit, insertBalances } from './store.ts'

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

const data = [
  balances,
  // A changed subject would break the ledger.
  dataOf('ledger_entries', { unsearched: ['subject'] }),
  dataOf('prices', { unsearched: ['prefix'] }),
]

const trialCredit = parseMoney('1000000') as Money
const firstCredit = parseMoney('1000') as Money

/** The initial credit: test money for all accounts in staging, and a small amount for the first account otherwise. */
export const prepareBalance =
  ({ staging, currency }: Context['config']) =>
  async (tx: Tx, accountId: number, now: Date): Promise<void> => {
    const made = await insertBalances(tx, accountId, currency)
    const amount = staging ? trialCredit : accountId === firstAccountId ? firstCredit : null
    if (amount === null) return
    for (const product of made)
      await changeCredit(tx, { accountId, product, amount, subject: 'first credit', note: '', actor: '' }, now)
  }

interface Opened {
  readonly prices: PriceCache
}

interface Reminding extends Core {
  readonly notify: Omit<Ways, 'sendMessage'>
  readonly sendNotice: Ways['sendMessage']
}

export const balance = {
  name: 'balance',
  open: async ({ db, changes }: Core): Promise<Opened> => ({ prices: await startPrices(db, changes) }),
  close: ({ prices }: Opened) => prices.stop(),
  jobs: ({ ctx, notify, sendNotice }: Reminding) => ({
    work: [remindWork(ctx, { ...notify, sendMessage: sendNotice })],
  }),
  publicRoutes: ({ ctx, findSessionEnd }: Core & { readonly findSessionEnd: FindSessionEnd }, http) =>
    balanceRoutes(http, ctx, findSessionEnd),
  routes({ ctx, modules }: Core, scope) {
    pricesApi(scope, ctx)
    balanceApi(scope, ctx)
    ledgerApi(scope, ctx, collect(modules, 'ledgerChecks'))
  },
  hosts: ({ hostTopup }) => ({ topup: hostTopup }),
  data,
  prepareAccount: prepareBalance,
} satisfies Module
