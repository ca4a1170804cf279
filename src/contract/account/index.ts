import { accountRoutes } from './account.ts'
import { airtimeRoutes } from './airtime.ts'
import { balanceRoutes } from './balance.ts'
import { campaignRoutes } from './campaigns.ts'
import { chatRoutes } from './chat.ts'
import { checkoutRoutes } from './checkout.ts'
import { consentRoutes } from './consent.ts'
import { contactFieldRoutes } from './contact-fields.ts'
import { contactRoutes } from './contacts.ts'
import { conversationRoutes } from './conversations.ts'
import { eventRoutes } from './events.ts'
import { inboundRoutes } from './inbound.ts'
import { messageRoutes } from './messages.ts'
import { numberRoutes } from './numbers.ts'
import { otpRoutes } from './otp.ts'
import { overviewRoutes } from './overview.ts'
import { refusalRoutes } from './refusals.ts'
import { reportRoutes } from './reports.ts'
import { searchRoutes } from './search.ts'
import { segmentRoutes } from './segments.ts'
import { senderRoutes } from './senders.ts'
import { smsRoutes } from './sms.ts'
import { templateRoutes } from './templates.ts'
import { webhookRoutes } from './webhooks.ts'

/** Every route of the account API, with the schemas of its requests and responses. */
export const accountApiRoutes = {
  ...accountRoutes,
  ...airtimeRoutes,
  ...balanceRoutes,
  ...campaignRoutes,
  ...chatRoutes,
  ...checkoutRoutes,
  ...consentRoutes,
  ...contactFieldRoutes,
  ...contactRoutes,
  ...conversationRoutes,
  ...eventRoutes,
  ...inboundRoutes,
  ...messageRoutes,
  ...numberRoutes,
  ...otpRoutes,
  ...overviewRoutes,
  ...refusalRoutes,
  ...reportRoutes,
  ...segmentRoutes,
  ...searchRoutes,
  ...senderRoutes,
  ...smsRoutes,
  ...templateRoutes,
  ...webhookRoutes,
} as const

/** The method and path of a route. */
export type AccountApiRoute = keyof typeof accountApiRoutes
