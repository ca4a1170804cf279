import type { Context } from '../../context.ts'
import type { Tx } from '../../engine/db/index.ts'
import type { Core, Module } from '../../module.ts'
import { defaultPinApp, pinTexts } from '../../values/pin-app.ts'
import type { TranslateAccount } from '../accounts/index.ts'
import type { ChatContext } from '../chat/index.ts'
import type { SmsContext } from '../sms/index.ts'
import { otpApi } from './api.ts'
import { type OtpContext, openOtp } from './context.ts'
import { data, pinDays } from './data.ts'
import { fallbackWork } from './fallback.ts'
import { otpRoutes } from './routes.ts'
import { sealedPins } from './sealed-pin.ts'
import { insertApp, replaceText } from './store-apps.ts'
import { deleteOldCounts } from './store-guard.ts'
import { deleteExpired } from './store-sends.ts'

/** Creates application 1 of a new account. */
const prepareOtp =
  ({ staging, language }: Pick<Context['config'], 'staging' | 'language'>) =>
  async (tx: Tx, accountId: number, now: Date, sender: string | null = null): Promise<void> => {
    const app = defaultPinApp(staging, language)
    await insertApp(tx, accountId, { ...app, sender: sender ?? app.sender }, now)
  }

/** Replaces the default text in applications that still use it. */
const translatePinTexts: TranslateAccount = (tx, accountId, from, to) =>
  replaceText(tx, accountId, pinTexts[from], pinTexts[to])

interface Opened {
  readonly otp: OtpContext
}

interface Needed extends Core {
  readonly sms: SmsContext
  readonly chat: ChatContext
}

export const otp = {
  name: 'otp',
  open: ({ sms, chat }: Needed): Opened => ({ otp: openOtp(sms, chat) }),
  jobs: ({ otp }: Opened) => ({
    work: [fallbackWork(otp)],
    tasks: [
      { name: 'otp: forget expired PINs', everySeconds: 15, run: () => deleteExpired(otp.db, otp.clock.now()) },
      { name: 'otp: forget old counts', everySeconds: 3_600, run: () => forgetCounts(otp) },
    ],
  }),
  publicRoutes: ({ otp }: Opened, http) => otpRoutes(http, otp),
  routes: ({ otp }: Opened, scope) => otpApi(scope, otp),
  hosts: ({ hostOtp }) => ({ otp: hostOtp }),
  data,
  sealed: sealedPins,
  lastingKeys: ['otp'],
  prepareAccount: prepareOtp,
  translateAccount: translatePinTexts,
} satisfies Module

const countsKeptMs = 2 * 3_600_000

/** The counters of the guard cover two hours. Ranges are kept as long as PINs. */
export async function forgetCounts({ db, clock }: Context): Promise<void> {
  const now = clock.now().getTime()
  await deleteOldCounts(db, new Date(now - countsKeptMs), new Date(now - pinDays * 86_400_000))
}
