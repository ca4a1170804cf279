import { texts } from '../../catalogs/index.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../engine/db/index.ts'
import type { TranslateAccount } from '../accounts/index.ts'
import { newApp } from './rules.ts'
import { hasApp, insertApp, listWithoutApps, lockAccount, replaceText } from './store-apps.ts'

const stepSize = 100

/** What a new account begins with: application 1. */
export const prepareOtp =
  ({ staging, language }: Pick<Context['config'], 'staging' | 'language'>) =>
  async (tx: Tx, accountId: number, now: Date): Promise<void> =>
    void (await insertApp(tx, accountId, newApp(staging, language), now))

/** Applications with the default text of one language get that of another. */
export const translatePinTexts: TranslateAccount = (tx, accountId, from, to) =>
  replaceText(tx, accountId, texts[from].t.pinText, texts[to].t.pinText)

/** Accounts of an earlier version get what they would have begun with. Of several processes at once one gives it. */
export async function prepareOldApps({ db, clock, config }: Context): Promise<void> {
  const prepare = prepareOtp(config)
  for (;;) {
    const accounts = await listWithoutApps(db, stepSize)
    if (accounts.length === 0) return
    for (const accountId of accounts) {
      await db.transaction(async (tx) => {
        await lockAccount(tx, accountId)
        if (!(await hasApp(tx, accountId))) await prepare(tx, accountId, clock.now())
      })
    }
  }
}
