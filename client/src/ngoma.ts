import { type Airtime, airtimeOf } from './airtime.ts'
import { refuseBrowsers } from './browser.ts'
import { type Chat, chatOf } from './chat.ts'
import { type Checkout, checkoutOf } from './checkout.ts'
import { type Books, booksOf, type Contacts, contactsOf } from './contacts.ts'
import { type Credit, creditOf } from './credit.ts'
import { type Otp, otpOf } from './otp.ts'
import { type Senders, sendersOf } from './senders.ts'
import { type Sms, smsOf } from './sms.ts'
import { type Templates, templatesOf } from './templates.ts'
import { type NgomaOptions, openTransport } from './transport.ts'

/**
 * A Ngoma, and what you can do there.
 *
 * ```ts const ngoma = new Ngoma({ url: 'http://127.0.0.1:8080', key: '…', secret: '…' }) const sent = await
 * ngoma.sms.send({ source_addr: 'INFO', message: 'Hello', recipients: ['255712345678'] })
 * ```
 *
 * It opens nothing and holds nothing, so there is nothing to close. It throws in browsers, where a secret would be
 * everybody's.
 */
export class Ngoma {
  /** Messages, and what became of them. */
  readonly sms: Sms
  /** The names that messages come from. */
  readonly senders: Senders
  /** Texts to be used again. */
  readonly templates: Templates
  /** Address books. */
  readonly books: Books
  /** Contacts. */
  readonly contacts: Contacts
  /** Airtime for phones. */
  readonly airtime: Airtime
  /** What is left to spend. */
  readonly credit: Credit
  /** One-time PINs. */
  readonly otp: Otp
  /** Payments. */
  readonly checkout: Checkout
  /** Chats on messaging services. */
  readonly chat: Chat

  constructor(options: NgomaOptions) {
    refuseBrowsers()
    const transport = openTransport(options)
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
  }
}
