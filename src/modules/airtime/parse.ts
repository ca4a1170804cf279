import { referenceLengthMax, type TransferBody, type TransferStatusBody } from '../../contract/public/airtime.ts'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import { parseJsonId } from '../../values/id.ts'
import { isAbsent, isObject } from '../../values/json.ts'
import { type Money, parseMoney } from '../../values/money.ts'
import { type Phone, parsePhone } from '../../values/phone.ts'
import {
  invalidAmount,
  invalidDestination,
  invalidFormat,
  invalidProduct,
  invalidReference,
  missingAmount,
  missingDestination,
  missingTransactionId,
} from './errors.ts'
import type { TransferRequest } from './rules.ts'

/** Parses the body of a transfer, or throws the first refusal in the order of the specification. */
export function readTransfer(body: unknown): TransferRequest {
  if (!isObject(body)) throw invalidFormat()
  const { dest_addr, amount: given, reference_id, product_id }: Unvalidated<TransferBody> = body
  const phone = readPhone(dest_addr)
  if (isAbsent(given)) throw missingAmount()
  const amount = typeof given === 'string' ? parseAmount(given) : null
  if (amount === null) throw invalidAmount()
  const rest = { referenceId: readReference(reference_id), productId: readProduct(product_id) }
  return { phone, amount, amountText: String(given), ...rest }
}

function readPhone(value: unknown): Phone {
  if (isAbsent(value)) throw missingDestination()
  const phone = typeof value === 'string' ? parsePhone(value) : null
  if (phone === null) throw invalidDestination()
  return phone
}

/** Greater than zero, with at most two decimal places, within the range of the ledger. */
function parseAmount(text: string): Money | null {
  const amount = /^\d{1,14}(\.\d{1,2})?$/.test(text) ? parseMoney(text) : null
  return amount === null || amount <= 0n ? null : amount
}

function readReference(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length > referenceLengthMax) throw invalidReference()
  return value
}

function readProduct(value: unknown): number | null {
  if (value === undefined || value === null) return null
  if (!Number.isSafeInteger(value) || (value as number) <= 0) throw invalidProduct()
  return value as number
}

/** The transaction to query; 0, which does not exist, for an invalid id. */
export function readTransactionId(body: unknown): number {
  if (!isObject(body)) throw invalidFormat()
  const { transaction_id: id }: Unvalidated<TransferStatusBody> = body
  if (isAbsent(id)) throw missingTransactionId()
  return parseJsonId(id) ?? 0
}
