import { type Call, firstMessage } from '../../parts/curl.ts'

export interface ApiPath {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** The key of its description in `t.apiSetup.calls`. */
  readonly call: string
}

export interface ApiProduct {
  /** The key of its name in `t.apiSetup.products`. */
  readonly id: string
  /** Its tag in the OpenAPI document. */
  readonly tag: string
  readonly paths: readonly ApiPath[]
  /** A first call to try. */
  readonly example: (number: string) => Call
}

const path = (method: ApiPath['method'], at: string, call: string): ApiPath => ({ method, path: at, call })

export const products: readonly ApiProduct[] = [
  {
    id: 'sms',
    tag: 'SMS',
    example: (number) => firstMessage('INFO', number),
    paths: [
      path('POST', '/v1/send', 'send'),
      path('GET', '/public/v1/sender-names', 'listSenders'),
      path('POST', '/public/v1/sender-names', 'requestSender'),
      path('GET', '/public/v1/sms-templates', 'listTemplates'),
      path('POST', '/public/v1/sms-templates', 'createTemplate'),
      path('PUT', '/public/v1/sms-templates/{id}', 'editTemplate'),
      path('DELETE', '/public/v1/sms-templates/{id}', 'deleteTemplate'),
      path('GET', '/public/v1/vendors/balance', 'smsBalance'),
    ],
  },
  {
    id: 'dlr',
    tag: 'Delivery reports',
    example: () => ({ path: '/public/v1/delivery-reports?request_id=1000000' }),
    paths: [path('GET', '/public/v1/delivery-reports', 'reports')],
  },
  {
    id: 'contact',
    tag: 'Contacts',
    example: () => ({ path: '/public/v1/address-books' }),
    paths: [
      path('GET', '/public/v1/address-books', 'listBooks'),
      path('POST', '/public/v1/address-books', 'createBook'),
      path('PUT', '/public/v1/address-books/{book}', 'editBook'),
      path('DELETE', '/public/v1/address-books/{book}', 'deleteBook'),
      path('GET', '/public/v1/contacts', 'listContacts'),
      path('POST', '/public/v1/contacts', 'addContact'),
      path('PUT', '/public/v1/contacts/{contact}', 'editContact'),
      path('DELETE', '/public/v1/contacts/{contact}', 'removeContact'),
      path('DELETE', '/public/v1/contacts', 'deleteContacts'),
    ],
  },
  {
    id: 'airtime',
    tag: 'Airtime',
    example: (number) => ({
      path: '/v1/transfer',
      body: { dest_addr: number, amount: '500', reference_id: 'order-4711' },
    }),
    paths: [path('POST', '/v1/transfer', 'transfer'), path('POST', '/v1/transaction-status', 'transferStatus')],
  },
  {
    id: 'topup',
    tag: 'Credit',
    example: () => ({ path: '/public/v1/vendors/balance' }),
    paths: [path('GET', '/v1/credit-balance', 'balance'), path('GET', '/public/v1/vendors/balance', 'smsBalance')],
  },
  {
    id: 'otp',
    tag: 'One-time PINs',
    example: (number) => ({ path: '/v1/request', body: { appId: 1, msisdn: number } }),
    paths: [path('POST', '/v1/request', 'requestPin'), path('POST', '/v1/verify', 'verifyPin')],
  },
  {
    id: 'checkout',
    tag: 'Checkout',
    example: (number) => ({
      path: `/v1/checkout?amount=1500&reference_number=order-4711&transaction_id=1&mobile=${number}`,
    }),
    paths: [path('GET', '/v1/checkout', 'checkout')],
  },
  {
    id: 'chat',
    tag: 'Chat',
    example: () => ({ path: '/v1/chatapi/active-users' }),
    paths: [path('POST', '/v1/chatapi', 'chat'), path('GET', '/v1/chatapi/active-users', 'chatUsers')],
  },
]
