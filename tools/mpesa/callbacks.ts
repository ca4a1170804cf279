import { callbackFaults, type Faults } from '../emulator/faults.ts'
import { post } from '../emulator/post.ts'
import { describeResult, localDigits, type Payment } from './payments.ts'

export interface CallbackAttempt {
  readonly url: string
  readonly body: string
  /** Null when nobody answered. */
  readonly status: number | null
}

/** The body of a callback. Only a successful payment has metadata. */
export function callbackBody(payment: Payment): string {
  if (payment.result === null) throw new Error('the payment has no result')
  const { code, receipt, at } = payment.result
  const metadata = {
    Item: [
      { Name: 'Amount', Value: payment.amount },
      { Name: 'MpesaReceiptNumber', Value: receipt },
      { Name: 'TransactionDate', Value: Number(localDigits(at)) },
      { Name: 'PhoneNumber', Value: Number(payment.phone) },
    ],
  }
  const stkCallback = {
    MerchantRequestID: payment.merchantRequestId,
    CheckoutRequestID: payment.checkoutRequestId,
    ResultCode: code,
    ResultDesc: describeResult(code),
    CallbackMetadata: code === 0 ? metadata : undefined,
  }
  return JSON.stringify({ Body: { stkCallback } })
}

/** Callbacks have no signature: only the secret in the URL tells them from others. This is a URL with another one. */
export function forgeUrl(url: string): string {
  const forged = new URL(url)
  const parts = forged.pathname.split('/')
  const longest = parts.reduce((a, b) => (b.length > a.length ? b : a), '')
  forged.pathname = parts.map((part) => (part === longest ? 'x'.repeat(part.length) : part)).join('/')
  return forged.href
}

/** Sends the result once. Daraja does not repeat callbacks that fail. */
export async function sendCallback(payment: Payment, faults: Faults, attempts: CallbackAttempt[]): Promise<void> {
  const body = callbackBody(payment)
  const fault = faults.take(callbackFaults, { on: 'callback', phone: payment.phone })?.name
  if (fault === 'callback-never') return
  const url = fault === 'callback-forged' ? forgeUrl(payment.callbackUrl) : payment.callbackUrl
  for (let left = fault === 'callback-twice' ? 2 : 1; left > 0; left -= 1) {
    const { status } = await post(url, { body, headers: { 'content-type': 'application/json' } })
    attempts.push({ url, body, status })
  }
}
