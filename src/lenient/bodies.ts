import { randomUUID } from 'node:crypto'
import type { TransferBody } from '../contract/public/airtime.ts'
import type { ChatBody } from '../contract/public/chat.ts'
import type { PinRequestBody, PinVerifyBody } from '../contract/public/otp.ts'
import type { Unvalidated } from '../contract/public/shapes.ts'
import type { Recipient, SendBody } from '../contract/public/sms.ts'
import { isAbsent, isObject } from '../values/json.ts'
import { Loose } from '../values/loose.ts'
import { parseLooseTime } from '../values/time.ts'

/**
 * Translates the fields of a request into the specified format. Invalid values are kept, so that the module rejects
 * them.
 */
export type Translate = (fields: Fields) => Fields
type Fields = Readonly<Record<string, unknown>>

const recipientIdLengthMax = 64

/** Numbers that lost digits or need an exponent cannot be meant as a string. */
const isKept = (value: unknown) =>
  typeof value === 'bigint' ||
  (typeof value === 'number' && (Number.isInteger(value) ? Number.isSafeInteger(value) : !String(value).includes('e')))
const textOf = (value: unknown) => (isKept(value) ? String(value) : value)

const withoutPlus = (value: unknown) => (typeof value === 'string' ? value.replace(/^\+(?=\d)/, '') : value)
/** An unencoded plus in a query arrives as a space. */
const withoutPlusOrSpace = (value: unknown) => (typeof value === 'string' ? value.replace(/^[+ ](?=\d)/, '') : value)

const phoneOf = (value: unknown) => withoutPlus(textOf(value))

const textsOf = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, textOf(value)]))

const phonesOf = <Body>(fields: Fields, names: readonly (keyof Body & string)[]): Fields =>
  Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, phoneOf(fields[name])]))

/** Accepts numbers for strings and a plus before phone numbers, which is enough for most bodies. */
export const bodyWith =
  <Body>(...phones: readonly (keyof Body & string)[]): Translate =>
  (fields) => ({ ...textsOf(fields), ...phonesOf(fields, phones) })

export const queryWith =
  <Query>(phone: keyof Query & string): Translate =>
  (fields) => ({ ...fields, ...(phone in fields ? { [phone]: withoutPlusOrSpace(fields[phone]) } : {}) })

/** A bare array has no pagination, so return as many users as one page allows. */
export const wholeList: Translate = (fields) => ({ limit: '1000', ...fields })

export const sendBody: Translate = (fields) => {
  const { encoding, schedule_time: time, recipients }: Unvalidated<SendBody> = fields
  return {
    ...textsOf(fields),
    encoding: encodingOf(encoding),
    schedule_time: (typeof time === 'string' && looseTimeOf(time)) || time,
    recipients: Array.isArray(recipients) ? recipients.map(recipientOf) : recipients,
  }
}

function encodingOf(value: unknown): unknown {
  if (isAbsent(value)) return 0
  return value === 1 || (typeof value === 'string' && /^0*1$/.test(value)) ? 8 : value
}

function looseTimeOf(text: string): Loose<Date> | null {
  const time = parseLooseTime(text)
  return time === null ? null : new Loose(time)
}

function recipientOf(entry: unknown): unknown {
  if (!isObject(entry)) return entry
  const { recipient_id: id, dest_addr: phone }: Unvalidated<Recipient> = entry
  const isText = typeof id === 'string' && id !== '' && id.length <= recipientIdLengthMax
  return { recipient_id: isText ? new Loose(id) : id, dest_addr: phoneOf(phone) }
}

export const transferBody: Translate = (fields) => {
  const { reference_id: own, product_id: product }: Unvalidated<TransferBody> = fields
  const { reference } = fields
  return {
    ...textsOf(fields),
    ...phonesOf<TransferBody>(fields, ['dest_addr']),
    reference_id: textOf(isAbsent(own) ? (isAbsent(reference) ? randomUUID() : reference) : own),
    product_id: typeof product === 'string' && /^\d{1,15}$/.test(product) ? Number(product) : product,
  }
}

export const chatBody: Translate = (fields) => {
  const { text, location }: Unvalidated<ChatBody> = fields
  return {
    ...textsOf(fields),
    ...phonesOf<ChatBody>(fields, ['to']),
    ...(isObject(text) ? { text: textsOf(text) } : {}),
    ...(isObject(location) ? { location: locationOf(location) } : {}),
  }
}

function locationOf(fields: Fields): Fields {
  const { latitude, longitude }: Unvalidated<NonNullable<ChatBody['location']>> = fields
  return { ...textsOf(fields), latitude: degreesOf(latitude), longitude: degreesOf(longitude) }
}

const degreesOf = (value: unknown) =>
  typeof value === 'string' && /^[+-]?\d{1,3}(\.\d{1,20})?$/.test(value) ? Number(value) : value

/** `appId` is a number in the specification too. */
export const pinBody: Translate = (fields) => ({ ...fields, ...phonesOf<PinRequestBody>(fields, ['msisdn']) })

/** A PIN sent as a number has lost its leading zeros; the module restores them from the length of the PIN. */
export const guessBody: Translate = (fields) => {
  const { pin }: Unvalidated<PinVerifyBody> = fields
  return Number.isSafeInteger(pin) ? { ...fields, pin: new Loose(pin as number) } : fields
}
