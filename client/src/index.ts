/** The Ngoma API client for servers: Node, Deno, Bun and edge runtimes. See docs/client.md for a guide. */
export type * as v2 from './account-wire.ts'
export type { Airtime } from './airtime.ts'
export type { ActiveUser, Chat } from './chat.ts'
export type { Checkout, CheckoutOptions, CheckoutRequest } from './checkout.ts'
export type { AddressBook, Books, Contact, Contacts, Deleted, Written } from './contacts.ts'
export type { Credit, CreditBalance, CreditProduct } from './credit.ts'
export {
  AbortedError,
  AuthenticationError,
  ConnectionError,
  type FieldError,
  NgomaError,
  RateLimitError,
  RefusedError,
  ServerError,
  TimeoutError,
  WebhookVerificationError,
} from './errors.ts'
export { type AccountApi, Ngoma } from './ngoma.ts'
export type { Otp } from './otp.ts'
export type { Page, Unpaged } from './pages.ts'
export type { SenderName, Senders } from './senders.ts'
export type { DeliveryReport, Recipient, SentMessage, Sms, SmsMessage } from './sms.ts'
export type { Template, Templates } from './templates.ts'
export type { CallOptions, CreateOptions, Fetch, FetchInit, NgomaOptions, Product } from './transport.ts'
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks.ts'
export type * as wire from './wire.ts'
export type {
  AirtimeEndedCallback,
  ChatMessageCallback,
  CheckoutEndedCallback,
  DeliveryReportCallback,
  InboundSmsCallback,
} from './wire.ts'
