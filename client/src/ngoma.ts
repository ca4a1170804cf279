import { type Airtime, airtimeOf } from './airtime.ts'
import { type Chat, chatOf } from './chat.ts'
import { type Checkout, checkoutOf } from './checkout.ts'
import { connect } from './connect.ts'
import { type Books, booksOf, type Contacts, contactsOf } from './contacts.ts'
import { type Credit, creditOf } from './credit.ts'
import { type Otp, otpOf } from './otp.ts'
import { type Senders, sendersOf } from './senders.ts'
import { type Sms, smsOf } from './sms.ts'
import { type Templates, templatesOf } from './templates.ts'
import { allTopics } from './topics.ts'
import type { NgomaOptions } from './transport.ts'

/** The topics of the account API. */
export type AccountApi = ReturnType<typeof allTopics>

/**
 * A client of a Ngoma server.
 *
 * ```ts
 * const ngoma = new Ngoma({ url: 'http://127.0.0.1:8080', key: '…', secret: '…' })
 * const sent = await ngoma.sms.send({ source_addr: 'INFO', message: 'Hello', recipients: ['255712345678'] })
 * ```
 *
 * A client holds no connections and does not have to be closed. The constructor throws in a browser, because the secret
 * would be public there.
 */
export class Ngoma {
  /** Messages and delivery reports. */
  readonly sms: Sms
  /** Sender IDs. */
  readonly senders: Senders
  /** SMS templates. */
  readonly templates: Templates
  /** Address books. */
  readonly books: Books
  /** Contacts. */
  readonly contacts: Contacts
  /** Airtime transfers. */
  readonly airtime: Airtime
  /** Credit balances. */
  readonly credit: Credit
  /** One-time PINs. */
  readonly otp: Otp
  /** Checkout sessions. */
  readonly checkout: Checkout
  /** Chat messages, such as WhatsApp. */
  readonly chat: Chat
  /** The account API under `/v2`. To bundle only some of its topics, use `ngoma/client/v2`. */
  readonly v2: AccountApi

  constructor(options: NgomaOptions) {
    const transport = connect(options)
    this.sms = smsOf(transport)
    this.senders = sendersOf(transport)
    this.templates = templatesOf(transport)
    this.books = booksOf(transport)
    this.contacts = contactsOf(transport)
    this.airtime = airtimeOf(transport)
    this.credit = creditOf(transport)
    this.otp = otpOf(transport)
    this.checkout = checkoutOf(transport)
    this.chat = chatOf(transport)
    this.v2 = allTopics(transport)
  }
}
