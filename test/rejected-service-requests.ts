/** Rejected requests about airtime, credit, PINs, checkout and chat, with their expected hints. */
import { type Case, number, text } from './rejected-requests.ts'

const transfer = (change: Record<string, unknown>) => ({
  dest_addr: number,
  amount: '10',
  reference_id: 'one',
  ...change,
})

const chat = (change: Record<string, unknown>) => ({
  from: 'Shop',
  to: number,
  channel: 'whatsapp',
  message_type: 'text',
  text,
  ...change,
})

const pay = (change: Record<string, string>) =>
  `/v1/checkout?${new URLSearchParams({ amount: '1', reference_number: 'r', transaction_id: 't', ...change })}`

export const serviceCases: readonly Case[] = [
  ['a transfer that is not an object', 400, /\/docs#tag\/airtime/, 'POST', '/v1/transfer', []],
  ['a transfer without a number', 400, /^dest_addr is/, 'POST', '/v1/transfer', transfer({ dest_addr: undefined })],
  [
    'a transfer to an invalid number',
    400,
    /digits only, starting with the country code/,
    'POST',
    '/v1/transfer',
    transfer({ dest_addr: '0712' }),
  ],
  ['a transfer without an amount', 400, /^amount is/, 'POST', '/v1/transfer', transfer({ amount: undefined })],
  [
    'a transfer with an invalid amount',
    400,
    /^amount is a decimal string/,
    'POST',
    '/v1/transfer',
    transfer({ amount: 10 }),
  ],
  [
    'a transfer without a reference',
    400,
    /^reference_id \(spelled exactly like this\)/,
    'POST',
    '/v1/transfer',
    transfer({ reference_id: undefined }),
  ],
  ['a transfer with an invalid product', 400, /^product_id is/, 'POST', '/v1/transfer', transfer({ product_id: 'x' })],
  ['a transfer beyond the credit', 400, /can be spent$/, 'POST', '/v1/transfer', transfer({ amount: '99999999' })],
  ['a status without a transaction id', 400, /^send the transaction_id/, 'POST', '/v1/transaction-status', {}],
  [
    'the status of an unknown transaction',
    404,
    /^send the transaction_id/,
    'POST',
    '/v1/transaction-status',
    { transaction_id: '999999' },
  ],
  ['credit without a product', 400, /^app_name is one of .*SMS/, 'GET', '/v1/credit-balance'],
  [
    'credit in an invalid currency',
    400,
    /^currency is an ISO 4217 code/,
    'GET',
    '/v1/credit-balance?app_name=SMS&currency=x',
  ],
  ['credit of another account', 403, /^user_id needs/, 'GET', '/v1/credit-balance?app_name=SMS&user_id=2'],

  ['a PIN without an application', 400, /^appId is the number/, 'POST', '/v1/request', {}],
  ['a PIN request with invalid JSON', 400, /^the body is not valid JSON: /, 'POST', '/v1/request', '{'],
  ['a PIN without a number', 400, /^msisdn is the phone number/, 'POST', '/v1/request', { appId: 1 }],
  [
    'a PIN for an invalid number',
    400,
    /^msisdn is digits only, starting with the country code/,
    'POST',
    '/v1/request',
    { appId: 1, msisdn: '0712' },
  ],
  [
    'a PIN for an unknown application',
    404,
    /npx ngoma otp-app list/,
    'POST',
    '/v1/request',
    { appId: 999, msisdn: number },
  ],
  ['a verification without an id', 400, /^pinId is/, 'POST', '/v1/verify', {}],
  ['a verification without a PIN', 400, /^pin is .*use quotes/, 'POST', '/v1/verify', { pinId: 'x', pin: 1234 }],
  ['a verification of an unknown id', 404, /^pinId is/, 'POST', '/v1/verify', { pinId: 'x', pin: '1234' }],

  ['a checkout without parameters', 400, /^add amount=1500/, 'GET', '/v1/checkout'],
  ['a checkout with an invalid amount', 400, /decimal greater than 0/, 'GET', pay({ amount: 'x' })],
  ['a checkout without a transaction id', 400, /1 to 64 characters/, 'GET', pay({ transaction_id: '' })],
  [
    'a checkout with an invalid number',
    400,
    /digits only, starting with the country code/,
    'GET',
    pay({ mobile: '0712' }),
  ],
  [
    'a checkout with a long reference',
    400,
    /at most \d+ characters/,
    'GET',
    pay({ reference_number: 'x'.repeat(2_000) }),
  ],

  ['a chat message that is not an object', 400, /\/docs#tag\/chat/, 'POST', '/v1/chatapi', []],
  ['a chat message without a sender', 400, /^from is a string/, 'POST', '/v1/chatapi', chat({ from: undefined })],
  ['a chat message without a text', 400, /^text is required/, 'POST', '/v1/chatapi', chat({ text: undefined })],
  [
    'a chat message to an invalid number',
    400,
    /digits only, starting with the country code/,
    'POST',
    '/v1/chatapi',
    chat({ to: '0712' }),
  ],
  [
    'a chat message of an unknown type',
    400,
    /^message_type is one of/,
    'POST',
    '/v1/chatapi',
    chat({ message_type: 'x' }),
  ],
  ['a chat message with an invalid callback URL', 400, /URL/, 'POST', '/v1/chatapi', chat({ callback_url: 'x' })],
]
