import { type Fields, isFields } from '../emulator/json.ts'
import { DarajaProblem, invalid } from './errors.ts'

/** The business that receives the payments. */
export interface Merchant {
  readonly shortCode: string
  readonly passkey: string
  /** The till for CustomerBuyGoodsOnline; null when the merchant has none. */
  readonly till: string | null
}

export interface Push {
  readonly transactionType: (typeof transactionTypes)[number]
  readonly amount: number
  readonly partyB: string
  readonly phone: string
  readonly callbackUrl: string
  readonly accountReference: string
  readonly description: string
}

const transactionTypes = ['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'] as const
const pushFields = [
  'BusinessShortCode',
  'Password',
  'Timestamp',
  'TransactionType',
  'Amount',
  'PartyA',
  'PartyB',
  'PhoneNumber',
  'CallBackURL',
  'AccountReference',
  'TransactionDesc',
] as const
const queryFields = ['BusinessShortCode', 'Password', 'Timestamp', 'CheckoutRequestID'] as const

type Name = (typeof pushFields)[number] | (typeof queryFields)[number]

/** Numeric fields may be numbers or digits in a text, as the samples of the documentation mix them. */
const digitsOf = (fields: Fields, name: Name, form: RegExp): string => {
  const value = fields[name]
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !form.test(text)) throw invalid(name)
  return text
}

const textOf = (fields: Fields, name: Name, max: number): string => {
  const value = fields[name]
  if (typeof value !== 'string' || value.trim() === '' || [...value].length > max) throw invalid(name)
  return value
}

function requireOnly(body: unknown, allowed: readonly string[]): Fields {
  if (!isFields(body)) throw invalid('BusinessShortCode')
  const unknown = Object.keys(body).find((name) => !allowed.includes(name))
  if (unknown !== undefined) throw invalid(unknown)
  return body
}

/** The timestamp is a real time, and the password is made of it, of the short code and of the passkey. */
function checkPassword(fields: Fields, { shortCode, passkey }: Merchant): void {
  const given = digitsOf(fields, 'BusinessShortCode', /^\d{5,7}$/)
  const timestamp = digitsOf(fields, 'Timestamp', /^\d{14}$/)
  if (!isTime(timestamp)) throw invalid('Timestamp')
  const password = fields.Password
  if (typeof password !== 'string' || password === '') throw invalid('Password')
  if (given !== shortCode) throw new DarajaProblem(500, '500.001.1001', 'Merchant does not exist')
  if (password !== Buffer.from(shortCode + passkey + timestamp).toString('base64'))
    throw new DarajaProblem(500, '500.001.1001', 'Wrong credentials')
}

function isTime(timestamp: string): boolean {
  const iso = timestamp.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6')
  const time = new Date(`${iso}Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso)
}

/** Checks the body of /mpesa/stkpush/v1/processrequest. Throws a DarajaProblem for the first mistake. */
export function checkPush(body: unknown, merchant: Merchant): Push {
  const fields = requireOnly(body, pushFields)
  checkPassword(fields, merchant)
  const transactionType = transactionTypes.find((one) => one === fields.TransactionType)
  if (!transactionType) throw invalid('TransactionType')
  const amount = digitsOf(fields, 'Amount', /^[1-9]\d{0,8}$/)
  const partyA = digitsOf(fields, 'PartyA', /^254\d{9}$/)
  const phone = digitsOf(fields, 'PhoneNumber', /^254\d{9}$/)
  if (partyA !== phone) throw invalid('PartyA')
  return {
    transactionType,
    amount: Number(amount),
    partyB: digitsOf(fields, 'PartyB', /^\d{5,7}$/),
    phone,
    callbackUrl: readCallbackUrl(fields),
    accountReference: textOf(fields, 'AccountReference', 12),
    // The only optional field.
    description: fields.TransactionDesc === undefined ? '' : textOf(fields, 'TransactionDesc', 13),
  }
}

function readCallbackUrl(fields: Fields): string {
  const text = textOf(fields, 'CallBackURL', 2_000)
  const url = URL.canParse(text) ? new URL(text) : null
  const isLoopback = url !== null && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname)
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopback)) throw invalid('CallBackURL')
  return text
}

/** Checks the body of /mpesa/stkpushquery/v1/query and returns the CheckoutRequestID. */
export function checkQuery(body: unknown, merchant: Merchant): string {
  const fields = requireOnly(body, queryFields)
  checkPassword(fields, merchant)
  return textOf(fields, 'CheckoutRequestID', 100)
}
