import type { Queryable } from '../engine/db/index.ts'
import { airtimeRetention } from '../modules/airtime/index.ts'
import { chatRetention } from '../modules/chat/index.ts'
import { checkoutRetention } from '../modules/checkout/index.ts'
import { contactsRetention } from '../modules/contacts/index.ts'
import { eventsRetention } from '../modules/events/index.ts'
import { inboundRetention } from '../modules/inbound/index.ts'
import { otpRetention } from '../modules/otp/index.ts'
import { refusalsRetention } from '../modules/refusals/index.ts'
import type { RetentionRule } from '../modules/retention/index.ts'
import { usersRetention } from '../modules/users/index.ts'
import { webhooksRetention } from '../modules/webhooks/index.ts'

/** The rules of all modules, in the order in which they are listed and first run. */
export const retentionRules = (db: Queryable): readonly RetentionRule[] => [
  ...inboundRetention(db),
  ...chatRetention(db),
  ...otpRetention(db),
  ...airtimeRetention(db),
  ...checkoutRetention(db),
  ...webhooksRetention(db),
  ...refusalsRetention(db),
  ...contactsRetention(db),
  ...eventsRetention(db),
  ...usersRetention(db),
]
