import { deleteFullBuckets } from '../engine/flow/store-rates.ts'
import { deleteOldAnswers } from '../engine/http/index.ts'
import { rotateWork } from '../engine/secrets/index.ts'
import { deleteTasks, type Jobs } from '../engine/work/index.ts'
import { airtimeJobs } from '../modules/airtime/index.ts'
import { balanceJobs } from '../modules/balance/index.ts'
import { campaignsJobs } from '../modules/campaigns/index.ts'
import { chatJobs } from '../modules/chat/index.ts'
import { checkoutJobs } from '../modules/checkout/index.ts'
import { contactsJobs } from '../modules/contacts/index.ts'
import { inboundJobs, receiveMessage } from '../modules/inbound/index.ts'
import { inboxJobs } from '../modules/inbox/index.ts'
import { kannelJobs } from '../modules/kannel/index.ts'
import { otpJobs } from '../modules/otp/index.ts'
import { personJobs } from '../modules/person/index.ts'
import { reportsJobs } from '../modules/reports/index.ts'
import { retentionJobs } from '../modules/retention/index.ts'
import { deliveryJobs, smppServerJobs } from '../modules/smpp/index.ts'
import { sendNotice, smsJobs } from '../modules/sms/index.ts'
import { listOwnerEmails, publicDashboard, usersJobs } from '../modules/users/index.ts'
import { webhooksJobs } from '../modules/webhooks/index.ts'
import { sealedColumns } from '../sealed.ts'
import type { Modules } from './modules.ts'

/** Tasks of earlier versions. Their rows would stay due for ever. */
const retiredTasks = [
  'chat: forget old messages',
  'checkout: forget old sessions',
  'contacts: forget old imports',
  'events: forget old events',
  'otp: forget old PINs',
  'refusals: forget old ones',
  'users: forget old audit entries',
  'users: forget old devices',
  'webhooks: forget old events',
]

/** Background work of all modules, wired to the functions of other modules that it calls. */
export function jobsOf(modules: Modules): Jobs[] {
  const { ctx, events, mail, users, contacts, airtime, checkout, webhooks, sms, otp, chat, kannel } = modules
  const { retention, person, secrets } = modules
  const { db, clock } = ctx
  const notify = {
    events,
    mail,
    dashboard: publicDashboard(ctx.config),
    listOwnerEmails: (accountId: number) => listOwnerEmails(db, accountId),
  }
  return [
    {
      work: [rotateWork({ db, clock, secrets }, sealedColumns)],
      tasks: [
        {
          name: 'http: forget old idempotency keys',
          everySeconds: 3_600,
          run: () => deleteOldAnswers(db, clock.now()),
        },
        { name: 'http: forget full rate buckets', everySeconds: 3_600, run: () => deleteFullBuckets(db) },
        { name: 'work: forget retired tasks', everySeconds: 3_600, run: () => deleteTasks(db, retiredTasks) },
      ],
    },
    contactsJobs(contacts),
    airtimeJobs(airtime),
    checkoutJobs(checkout),
    balanceJobs(ctx, { ...notify, sendMessage: (message) => sendNotice(sms, message) }),
    usersJobs(users),
    webhooksJobs(webhooks, notify),
    otpJobs(otp),
    smsJobs(sms, (carrier, incoming) => receiveMessage(sms, carrier, incoming)),
    campaignsJobs(sms),
    reportsJobs(sms),
    smppServerJobs(sms),
    kannelJobs(kannel),
    inboundJobs(sms),
    inboxJobs(ctx),
    deliveryJobs(ctx),
    chatJobs(chat),
    retentionJobs(retention),
    personJobs(person),
  ]
}
