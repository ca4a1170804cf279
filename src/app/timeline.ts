import type { Context } from '../context.ts'
import { airtimeTimeline } from '../modules/airtime/index.ts'
import { chatTimeline } from '../modules/chat/index.ts'
import { checkoutTimeline } from '../modules/checkout/index.ts'
import { consentTimeline, optOutTimeline } from '../modules/consent/index.ts'
import { inboundTimeline } from '../modules/inbound/index.ts'
import { numberNotesTimeline } from '../modules/inbox/index.ts'
import type { NumbersContext } from '../modules/numbers/index.ts'
import { otpTimeline } from '../modules/otp/index.ts'
import { smsTimeline } from '../modules/sms/index.ts'

/** Collects the events of phone numbers from all modules. */
export const openNumbers = (ctx: Context): NumbersContext => ({
  ...ctx,
  sources: [
    smsTimeline,
    inboundTimeline,
    chatTimeline,
    otpTimeline(ctx),
    airtimeTimeline,
    checkoutTimeline,
    consentTimeline,
    optOutTimeline,
    numberNotesTimeline,
  ],
})
