import { deleteFullBuckets } from '../engine/flow/store-rates.ts'
import { deleteOldAnswers } from '../engine/http/index.ts'
import { rotateWork } from '../engine/secrets/index.ts'
import type { Jobs } from '../engine/work/index.ts'
import { airtimeJobs } from '../modules/airtime/index.ts'
import { balanceJobs } from '../modules/balance/index.ts'
import { chatJobs } from '../modules/chat/index.ts'
import { checkoutJobs } from '../modules/checkout/index.ts'
import { contactsJobs } from '../modules/contacts/index.ts'
import { eventsJobs } from '../modules/events/index.ts'
import { inboundJobs, receiveMessage } from '../modules/inbound/index.ts'
import { otpJobs } from '../modules/otp/index.ts'
import { personJobs } from '../modules/person/index.ts'
import { refusalsJobs } from '../modules/refusals/index.ts'
import { sendNotice, smsJobs } from '../modules/sms/index.ts'
import { listOwnerEmails, usersJobs } from '../modules/users/index.ts'
import { webhooksJobs } from '../modules/webhooks/index.ts'
import { sealedColumns } from '../sealed.ts'
import type { Modules } from './modules.ts'

/** Background work of all modules, wired to the functions of other modules that it calls. */
export function jobsOf(modules: Modules): Jobs[] {
  const { ctx, events, mail, users, contacts, airtime, checkout, webhooks, sms, otp, chat, person, secrets } = modules
  const { db, clock } = ctx
  const notify = { events, mail, listOwnerEmails: (accountId: number) => listOwnerEmails(db, accountId) }
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
      ],
    },
    contactsJobs(contacts),
    airtimeJobs(airtime),
    checkoutJobs(checkout),
    balanceJobs(ctx, { ...notify, sendMessage: (message) => sendNotice(sms, message) }),
    usersJobs(users),
    eventsJobs(ctx),
    refusalsJobs(ctx),
    webhooksJobs(webhooks, notify),
    otpJobs(otp),
    smsJobs(sms, (carrier, incoming) => receiveMessage(sms, carrier, incoming)),
    inboundJobs(sms),
    chatJobs(chat),
    personJobs(person),
  ]
}
