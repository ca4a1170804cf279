import { randomUUID } from 'node:crypto'
import { parseId } from '../../values/id.ts'
import { isObject } from '../../values/json.ts'
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

const referenceLengthMax = 64

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/** A lenient client may write a number for a text. */
function parseText(value: unknown, lenient: boolean): string | null {
  if (typeof value === 'string') return value
  return lenient && typeof value === 'number' ? String(value) : null
}

/** Reads the body of a transfer, or throws the refusal that comes first in the decided order. */
export function readTransfer(body: unknown, lenient: boolean): TransferRequest {
  if (!isObject(body)) throw invalidFormat()
  const phone = readPhone(body.dest_addr, lenient)
  const amountText = readAmountText(body.amount, lenient)
  const amount = parseAmount(amountText)
  if (amount === null) throw invalidAmount()
  return { phone, amount, amountText, referenceId: readReference(body, lenient), productId: readProduct(body.product_id, lenient) }
}

function readPhone(value: unknown, lenient: boolean): Phone {
  if (isAbsent(value)) throw missingDestination()
  const text = parseText(value, lenient)
  const phone = text === null ? null : parsePhone(lenient && text.startsWith('+') ? text.slice(1) : text)
  if (phone === null) throw invalidDestination()
  return phone
}

function readAmountText(value: unknown, lenient: boolean): string {
  if (isAbsent(value)) throw missingAmount()
  const text = parseText(value, lenient)
  if (text === null) throw invalidAmount()
  return text
}

/** What the ledger can hold, above zero, and nothing smaller than a hundredth. */
function parseAmount(text: string): Money | null {
  const amount = /^\d{1,14}(\.\d{1,2})?$/.test(text) ? parseMoney(text) : null
  return amount === null || amount <= 0n ? null : amount
}

function readReference({ reference_id: own, reference: other }: Readonly<Record<string, unknown>>, lenient: boolean): string {
  const value = lenient && isAbsent(own) ? (isAbsent(other) ? randomUUID() : other) : own
  const text = parseText(value, lenient)
  if (text === null || text === '' || text.length > referenceLengthMax) throw invalidReference()
  return text
}

function readProduct(value: unknown, lenient: boolean): number | null {
  if (value === undefined || value === null) return null
  const product = lenient && typeof value === 'string' ? parseId(value) : Number.isSafeInteger(value) ? (value as number) : null
  if (product === null || product <= 0) throw invalidProduct()
  return product
}

/** The transaction that is asked about; 0, which nothing has, for what is no id. */
export function readTransactionId(body: unknown): number {
  if (!isObject(body)) throw invalidFormat()
  const { transaction_id: id } = body
  if (isAbsent(id)) throw missingTransactionId()
  return parseId(typeof id === 'number' ? String(id) : id) ?? 0
}
