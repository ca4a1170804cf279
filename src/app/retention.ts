import type { Context } from '../context.ts'
import { airtimeArchive, airtimeRetention } from '../modules/airtime/index.ts'
import { campaignsRetention } from '../modules/campaigns/index.ts'
import { chatArchive, chatRetention } from '../modules/chat/index.ts'
import { checkoutArchive, checkoutRetention, paymentsArchive } from '../modules/checkout/index.ts'
import { contactsRetention } from '../modules/contacts/index.ts'
import { eventsRetention } from '../modules/events/index.ts'
import { inboundArchive, inboundRetention } from '../modules/inbound/index.ts'
import { inboxRetention } from '../modules/inbox/index.ts'
import { linksRetention } from '../modules/links/index.ts'
import { otpRetention } from '../modules/otp/index.ts'
import { refusalsRetention } from '../modules/refusals/index.ts'
import { requestLogRetention } from '../modules/request-log/index.ts'
import type { ArchiveSource, RetentionRule } from '../modules/retention/index.ts'
import { messagesArchive, smsRetentionRules } from '../modules/sms/index.ts'
import { usersRetention } from '../modules/users/index.ts'
import { webhooksRetention } from '../modules/webhooks/index.ts'

/** The rules of all modules, in the order in which they are listed and first run. */
export const retentionRules = ({ db, log }: Pick<Context, 'db' | 'log'>): readonly RetentionRule[] => [
  ...smsRetentionRules({ db, log }),
  ...inboundRetention(db),
  ...inboxRetention(db),
  ...campaignsRetention(db),
  ...linksRetention(db),
  ...chatRetention(db),
  ...otpRetention(db),
  ...airtimeRetention(db),
  ...checkoutRetention(db),
  ...webhooksRetention(db),
  ...refusalsRetention(db),
  ...requestLogRetention(db),
  ...contactsRetention(db),
  ...eventsRetention(db),
  ...usersRetention(db),
]

/** The data that is archived before it is removed. */
export const archiveSources: readonly ArchiveSource[] = [
  messagesArchive,
  inboundArchive,
  airtimeArchive,
  checkoutArchive,
  paymentsArchive,
  chatArchive,
]
