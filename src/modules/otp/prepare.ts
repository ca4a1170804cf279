import type { Context } from '../../context.ts'
import type { Tx } from '../../engine/db/index.ts'
import { defaultPinApp, pinTexts } from '../../values/pin-app.ts'
import type { TranslateAccount } from '../accounts/index.ts'
import { hasApp, insertApp, listWithoutApps, lockAccount, replaceText } from './store-apps.ts'

const stepSize = 100

/** Creates application 1 of a new account. */
export const prepareOtp =
  ({ staging, language }: Pick<Context['config'], 'staging' | 'language'>) =>
  async (tx: Tx, accountId: number, now: Date, sender: string | null = null): Promise<void> => {
    const app = defaultPinApp(staging, language)
    await insertApp(tx, accountId, { ...app, sender: sender ?? app.sender }, now)
  }

/** Replaces the default text in applications that still use it. */
export const translatePinTexts: TranslateAccount = (tx, accountId, from, to) =>
  replaceText(tx, accountId, pinTexts[from], pinTexts[to])

/** Creates application 1 for accounts of an earlier version. Safe to run concurrently. */
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
