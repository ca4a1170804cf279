import { sql } from 'kysely'
import type { Incoming, Receipt } from '../../carriers/carrier.ts'
import type { AccountSettings } from '../../contract/account/account.ts'
import { afterCommit } from '../../engine/db/index.ts'
import type { Core, Module } from '../../module.ts'
import type { StoredSetting } from '../accounts/index.ts'
import { creditMark, type PriceList } from '../balance/index.ts'
import type { Events } from '../events/index.ts'
import type { RoutingContext } from '../routing/index.ts'
import type { PersonQuery } from '../table-data/index.ts'
import { smsConsole } from './console.ts'
import type { SmsContext } from './context.ts'
import { cancelScheduledToPerson, data } from './data.ts'
import { openSms } from './index.ts'
import { smsJobs } from './jobs.ts'
import { checkSmsHolds } from './progress/store-check.ts'
import { hoursMark } from './progress/store-hours.ts'
import { explainReason } from './reasons.ts'
import { smsRoutes } from './routes.ts'
import { deleteWindow, findWindow, upsertWindow, wakeHeldBatches } from './scheduling/store-window.ts'
import { formatTimeOfDay, readWindow } from './scheduling/window-rules.ts'
import { dispatchTopic } from './sending/dispatch.ts'
import { type Notice, sendNotice } from './sending/notice.ts'
import { sealedTexts } from './sending/secret-text.ts'
import { countBatches, resumeBatches } from './sending/store-batches.ts'

interface Opened {
  readonly sms: SmsContext
}

interface Needed extends Core {
  readonly events: Events
  readonly prices: PriceList
  readonly routed: RoutingContext
}

export const sms = {
  name: 'sms',
  open({ ctx, events, prices, routed, outbound }: Needed) {
    const sms = openSms({ ...ctx, events, prices, routing: routed.routing, outbound })
    return {
      sms,
      sendingWindow: windowSetting(sms),
      messageFacts: { countWaiting: countBatches, explainReason },
      noteReceipt: (carrier: string, receipt: Receipt) => sms.progress.add({ kind: 'receipt', carrier, ...receipt }),
      sendNotice: (notice: Notice) => sendNotice(sms, notice),
      cancelScheduled: (query: PersonQuery) => cancelScheduledToPerson(sms, query),
    }
  },
  async close({ sms }: Opened) {
    await sms.progress.idle()
    await sms.callRecords?.stop()
  },
  jobs: ({ sms, receive }: Opened & { receive(carrier: string, incoming: Incoming): Promise<void> }) =>
    smsJobs(sms, receive),
  publicRoutes: ({ sms }: Opened, http) => smsRoutes(http, sms),
  routes: ({ sms }: Opened, scope) => smsConsole(scope, sms),
  hosts: ({ hostSms, hostDlr }) => ({ sms: hostSms, dlr: hostDlr }),
  data,
  sealed: sealedTexts,
  ledgerChecks: [checkSmsHolds],
  liveMarks: {
    /** A priced message shows up when it is accepted, through its hold; a free one when a carrier has accepted it. */
    messages: (accountId, now) =>
      sql`concat_ws('; ', ${hoursMark(accountId, now)}, ${creditMark(accountId, ['SMS', 'OTP'])})`,
  },
  resumeAccount: resumeBatches,
} satisfies Module

/** The hours of bulk messages; null for all. A change wakes the messages that the previous window held back. */
const windowSetting = ({ windows, work }: SmsContext): StoredSetting<AccountSettings['sendingWindow']> => ({
  async find(db, accountId) {
    const window = await findWindow(db, accountId)
    return window && { from: formatTimeOfDay(window.opensMinute), to: formatTimeOfDay(window.closesMinute) }
  },
  async set(tx, accountId, hours, now) {
    if (hours === null) await deleteWindow(tx, accountId)
    else await upsertWindow(tx, accountId, readWindow(hours), now)
    const carriers = await wakeHeldBatches(tx, accountId, now)
    afterCommit(tx, () => {
      windows.forget(accountId)
      for (const carrier of carriers) work.announce(dispatchTopic(carrier, 'bulk'))
    })
  },
})
