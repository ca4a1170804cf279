import type { SmsContext } from '../sms/index.ts'

/** Campaigns send with the context of `sms`. */
export type CampaignsContext = SmsContext
