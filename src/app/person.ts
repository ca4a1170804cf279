import type { Context } from '../context.ts'
import { airtimePersonSource } from '../modules/airtime/index.ts'
import { balancePersonSource } from '../modules/balance/index.ts'
import { campaignsPersonSources } from '../modules/campaigns/index.ts'
import { chatPersonSources } from '../modules/chat/index.ts'
import { checkoutPersonSources } from '../modules/checkout/index.ts'
import { consentPersonSources } from '../modules/consent/index.ts'
import { contactsPersonSources } from '../modules/contacts/index.ts'
import { inboundPersonSources } from '../modules/inbound/index.ts'
import { inboxPersonSources } from '../modules/inbox/index.ts'
import { otpPersonSources } from '../modules/otp/index.ts'
import {
  idempotencyPersonSource,
  type PersonArchive,
  type PersonContext,
  type PersonSource,
} from '../modules/person/index.ts'
import { refusalsPersonSource } from '../modules/refusals/index.ts'
import { requestLogPersonSource } from '../modules/request-log/index.ts'
import { smppPartsPersonSource, smppPersonSources } from '../modules/smpp/index.ts'
import { cancelScheduledToPerson, type SmsContext, smsPersonSources } from '../modules/sms/index.ts'
import { auditPersonSource } from '../modules/users/index.ts'
import { webhooksPersonSources } from '../modules/webhooks/index.ts'

/** Everything that is stored about a phone number, in the order in which it is shown and erased. */
const personSources: readonly PersonSource[] = [
  ...contactsPersonSources,
  ...smsPersonSources,
  ...consentPersonSources,
  ...inboundPersonSources,
  ...inboxPersonSources,
  ...smppPersonSources,
  smppPartsPersonSource,
  ...otpPersonSources,
  airtimePersonSource,
  ...checkoutPersonSources,
  ...campaignsPersonSources,
  ...chatPersonSources,
  balancePersonSource,
  ...webhooksPersonSources,
  idempotencyPersonSource,
  refusalsPersonSource,
  requestLogPersonSource,
  auditPersonSource,
]

export const openPerson = (
  ctx: Context,
  sms: SmsContext,
  archive: PersonArchive | null,
  buffers: readonly { write(): Promise<void> }[],
): PersonContext => ({
  ...ctx,
  sources: personSources,
  cancelScheduled: (question) => cancelScheduledToPerson(sms, question),
  async writeBuffers() {
    await Promise.all(buffers.map((buffer) => buffer.write()))
  },
  archive,
})
