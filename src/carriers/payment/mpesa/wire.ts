import { isObject } from '../../../values/json.ts'
import { typedDigits } from '../../../values/phone.ts'
import { findAt, readAt, validReference } from '../../http-template/answer.ts'
import { type Payment, type PaymentProgress, wholeOf } from '../provider.ts'

import type { MpesaSettings } from './settings.ts'

/** The requests and responses of Daraja, as data. */

const hourMs = 3_600_000

/** Daraja expects the time of Nairobi (GMT+3): 20260131142500. */
const timestampOf = (now: Date) => new Date(now.getTime() + 3 * hourMs).toISOString().replace(/\D/g, '').slice(0, 14)

const passwordOf = (shortCode: string, passkey: string, timestamp: string) =>
  Buffer.from(`${shortCode}${passkey}${timestamp}`).toString('base64')

/** A Kenyan mobile number such as 0712 345 678 in the form 254712345678; null for any other. */
export function readKenyanPhone(typed: string): string | null {
  const digits = typedDigits(typed)
  const [, subscriber] = /^(?:254|0)?([17]\d{8})$/.exec(digits) ?? []
  return subscriber === undefined ? null : `254${subscriber}`
}

/** Daraja accepts letters and digits; a dash is shown unchanged. */
const shortText = (text: string, max: number) =>
  text
    .replace(/[^\w -]/g, '')
    .trim()
    .slice(0, max)

/** At most 12 characters. */
const accountReferenceOf = ({ accountReference }: MpesaSettings, { id, purpose }: Payment) =>
  (accountReference === 'reference' && shortText(purpose, 12)) || id

interface Signed {
  readonly passkey: string
  readonly now: Date
}

export function pushBody(
  settings: MpesaSettings,
  payment: Payment,
  { passkey, now, callbackUrl }: Signed & { readonly callbackUrl: string },
) {
  const { shortCode, type, tillNumber } = settings
  const timestamp = timestampOf(now)
  return {
    BusinessShortCode: shortCode,
    Password: passwordOf(shortCode, passkey, timestamp),
    Timestamp: timestamp,
    TransactionType: type === 'till' ? 'CustomerBuyGoodsOnline' : 'CustomerPayBillOnline',
    Amount: wholeOf(payment.amount) ?? '',
    PartyA: payment.phone ?? '',
    PartyB: tillNumber ?? shortCode,
    PhoneNumber: payment.phone ?? '',
    CallBackURL: callbackUrl,
    AccountReference: accountReferenceOf(settings, payment),
    TransactionDesc: shortText(payment.purpose, 13) || 'Payment',
  }
}

export function queryBody({ shortCode }: MpesaSettings, reference: string, { passkey, now }: Signed) {
  const timestamp = timestampOf(now)
  return {
    BusinessShortCode: shortCode,
    Password: passwordOf(shortCode, passkey, timestamp),
    Timestamp: timestamp,
    CheckoutRequestID: reference,
  }
}

/** The payer has not answered the prompt yet. */
const pendingCodes: ReadonlySet<string> = new Set(['4999'])

/** The result of a payment by its code; null while it is pending. Every other code means that nothing was paid. */
export function resultOf(
  code: string,
  description: string | null,
): Exclude<PaymentProgress, { state: 'pending' }> | null {
  if (code === '0') return { state: 'paid' }
  if (pendingCodes.has(code) || !/^\d{1,5}$/.test(code)) return null
  return { state: 'failed', reason: `${description ?? 'refused'} (${code})` }
}

export interface StkCallback {
  readonly reference: string
  readonly code: string
  readonly description: string | null
  /** Only of a successful payment. */
  readonly amount: string | null
  readonly receipt: string | null
}

/** Null for anything else than a callback of M-Pesa Express. */
export function readCallback(json: unknown): StkCallback | null {
  const found = findAt(json, 'Body.stkCallback')
  const reference = validReference(readAt(found, 'CheckoutRequestID'))
  const code = readAt(found, 'ResultCode')
  if (reference === null || code === null) return null
  const items = findAt(found, 'CallbackMetadata.Item')
  const itemAt = (name: string) => {
    const item = Array.isArray(items) ? items.find((one) => isObject(one) && one.Name === name) : undefined
    return item === undefined ? null : readAt(item, 'Value')
  }
  return {
    reference,
    code,
    description: readAt(found, 'ResultDesc'),
    amount: itemAt('Amount'),
    receipt: validReference(itemAt('MpesaReceiptNumber')),
  }
}
