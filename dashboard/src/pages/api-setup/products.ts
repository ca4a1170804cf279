import { type Call, firstMessage } from '../../parts/curl.ts'

/** What the products are called, and where each is. */

export interface ApiPath {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly does: string
}

export interface Product {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly paths: readonly ApiPath[]
  /** A call to begin with, about a number where it is about one. */
  readonly example: (number: string) => Call
}

const path = (method: ApiPath['method'], at: string, does: string): ApiPath => ({ method, path: at, does })

export const products: readonly Product[] = [
  {
    id: 'sms',
    name: 'SMS',
    about: 'Send messages, and look after sender names and templates.',
    example: (number) => firstMessage('INFO', number),
    paths: [
      path('POST', '/v1/send', 'send a message to one or many people'),
      path('GET', '/public/v1/sender-names', 'list the sender names'),
      path('POST', '/public/v1/sender-names', 'ask for a sender name'),
      path('GET', '/public/v1/sms-templates', 'list the templates'),
      path('POST', '/public/v1/sms-templates', 'write a template'),
      path('PUT', '/public/v1/sms-templates/{id}', 'change a template'),
      path('DELETE', '/public/v1/sms-templates/{id}', 'remove a template'),
      path('GET', '/public/v1/vendors/balance', 'the credit for SMS'),
    ],
  },
  {
    id: 'dlr',
    name: 'Delivery reports',
    about: 'Ask what became of the messages of a request.',
    example: () => ({ path: '/public/v1/delivery-reports?request_id=1000000' }),
    paths: [path('GET', '/public/v1/delivery-reports', 'what became of each message')],
  },
  {
    id: 'contact',
    name: 'Contacts',
    about: 'Keep contacts and address books in step with your own list of customers.',
    example: () => ({ path: '/public/v1/address-books' }),
    paths: [
      path('GET', '/public/v1/address-books', 'list the address books'),
      path('POST', '/public/v1/address-books', 'make an address book'),
      path('PUT', '/public/v1/address-books/{book}', 'change an address book'),
      path('DELETE', '/public/v1/address-books/{book}', 'remove an address book'),
      path('GET', '/public/v1/contacts', 'list the contacts of a book'),
      path('POST', '/public/v1/contacts', 'add a contact'),
      path('PUT', '/public/v1/contacts/{contact}', 'change a contact'),
      path('DELETE', '/public/v1/contacts/{contact}', 'take a contact out of a book'),
      path('DELETE', '/public/v1/contacts', 'remove contacts'),
    ],
  },
  {
    id: 'airtime',
    name: 'Airtime',
    about: 'Top up the airtime of a phone.',
    example: (number) => ({
      path: '/v1/transfer',
      body: { dest_addr: number, amount: '500', reference_id: 'order-4711' },
    }),
    paths: [
      path('POST', '/v1/transfer', 'send airtime to a phone'),
      path('POST', '/v1/transaction-status', 'what became of a transfer'),
    ],
  },
  {
    id: 'topup',
    name: 'Credit',
    about: 'Ask how much credit is left.',
    example: () => ({ path: '/public/v1/vendors/balance' }),
    paths: [
      path('GET', '/v1/credit-balance', 'the credit of a product'),
      path('GET', '/public/v1/vendors/balance', 'the credit for SMS'),
    ],
  },
  {
    id: 'otp',
    name: 'One-time PINs',
    about: 'Have a PIN sent to a phone, and check what people type.',
    example: (number) => ({ path: '/v1/request', body: { appId: 1, msisdn: number } }),
    paths: [
      path('POST', '/v1/request', 'send a PIN to a phone'),
      path('POST', '/v1/verify', 'check a PIN that somebody typed'),
    ],
  },
  {
    id: 'checkout',
    name: 'Checkout',
    about: 'Lead people to a page where they pay by mobile money.',
    example: (number) => ({
      path: `/v1/checkout?amount=1500&reference_number=order-4711&transaction_id=1&mobile=${number}`,
    }),
    paths: [path('GET', '/v1/checkout', 'open a page to pay on')],
  },
  {
    id: 'chat',
    name: 'Chat',
    about: 'Write to people through chat apps, and answer them.',
    example: () => ({ path: '/v1/chatapi/active-users' }),
    paths: [
      path('POST', '/v1/chatapi', 'send a chat message'),
      path('GET', '/v1/chatapi/active-users', 'who wrote lately'),
    ],
  },
]

export const nameOf = (id: string) => products.find((product) => product.id === id)?.name ?? id
