import { type CheckoutQuery, referenceMax, tokenHeader, tokenHeaderMax } from '../../contract/public/checkout.ts'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import { parsePhone } from '../../values/phone.ts'
import {
  invalidAmount,
  invalidMobile,
  invalidReference,
  invalidSecureToken,
  invalidTransactionId,
  missingParameter,
} from './errors.ts'
import { findTokenHeader, isReference, isSecureToken, isTransactionId, parseAmount, type Wanted } from './rules.ts'

/** Parses the query, or throws the first refusal. A repeated parameter counts as missing. */
export function readWanted(
  query: Unvalidated<CheckoutQuery>,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Wanted {
  for (const name of ['amount', 'reference_number', 'transaction_id'] as const)
    if (query[name] === undefined) throw missingParameter(name)
  const { amount: amountText, reference_number: referenceNumber, transaction_id: transactionId, mobile } = query
  if (referenceNumber === '') throw missingParameter('reference_number')
  const amount = typeof amountText === 'string' ? parseAmount(amountText) : null
  if (typeof amountText !== 'string' || amount === null) throw invalidAmount()
  if (typeof transactionId !== 'string' || !isTransactionId(transactionId)) throw invalidTransactionId()
  const phone = readPhone(mobile)
  if (typeof referenceNumber !== 'string' || !isReference(referenceNumber)) throw invalidReference(referenceMax)
  return { amount, amountText, referenceNumber, transactionId, phone, ...readSecureToken(headers) }
}

/** Empty counts as missing. */
function readPhone(mobile: unknown): string | null {
  if (mobile === undefined || mobile === '') return null
  const phone = typeof mobile === 'string' ? parsePhone(mobile) : null
  if (phone === null) throw invalidMobile()
  return phone
}

function readSecureToken(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Pick<Wanted, 'secureToken' | 'tokenHeader'> {
  const name = findTokenHeader(headers)
  const token = name === null ? undefined : headers[name]
  if (name === null || token === undefined) return { secureToken: null, tokenHeader: null }
  if (typeof token !== 'string' || !isSecureToken(token) || name.length > tokenHeaderMax)
    throw invalidSecureToken(name.slice(-tokenHeaderMax))
  return { secureToken: token, tokenHeader: name === tokenHeader ? null : name }
}
