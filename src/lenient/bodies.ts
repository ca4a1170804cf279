import { randomUUID } from 'node:crypto'
import type { TransferBody } from '../contract/public/airtime.ts'
import type { ChatBody } from '../contract/public/chat.ts'
import type { PinRequestBody, PinVerifyBody } from '../contract/public/otp.ts'
import type { Unjudged } from '../contract/public/shapes.ts'
import type { Recipient, SendBody } from '../contract/public/sms.ts'
import { isAbsent, isObject } from '../values/json.ts'
import { Loose } from '../values/loose.ts'
import { parseLooseTime } from '../values/time.ts'

/**
 * What a client sent, in the form of the contract where there is one. What can't be read stays as it is, so that the
 * rules refuse it.
 */
export type Translate = (fields: Fields) => Fields
type Fields = Readonly<Record<string, unknown>>

const recipientIdLengthMax = 64

/** Nobody means a text by a number that is only written with an exponent, or that lost digits. */
const isKept = (value: unknown) =>
  typeof value === 'bigint' ||
  (typeof value === 'number' && (Number.isInteger(value) ? Number.isSafeInteger(value) : !String(value).includes('e')))
const textOf = (value: unknown) => (isKept(value) ? String(value) : value)

const withoutPlus = (value: unknown) => (typeof value === 'string' ? value.replace(/^\+(?=\d)/, '') : value)
/** In a query a plus that was not encoded arrives as a space. */
const withoutPlusOrSpace = (value: unknown) => (typeof value === 'string' ? value.replace(/^[+ ](?=\d)/, '') : value)

const phoneOf = (value: unknown) => withoutPlus(textOf(value))

const textsOf = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, textOf(value)]))

const phonesOf = <Body>(fields: Fields, names: readonly (keyof Body & string)[]): Fields =>
  Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, phoneOf(fields[name])]))

/** Numbers for texts, and a plus before phone numbers: all that most of them need. */
export const bodyWith =
  <Body>(...phones: readonly (keyof Body & string)[]): Translate =>
  (fields) => ({ ...textsOf(fields), ...phonesOf(fields, phones) })

export const queryWith =
  <Query>(phone: keyof Query & string): Translate =>
  (fields) => ({ ...fields, ...(phone in fields ? { [phone]: withoutPlusOrSpace(fields[phone]) } : {}) })

/** A bare array has no pagination, so return as many users as one page allows. */
export const wholeList: Translate = (fields) => ({ limit: '1000', ...fields })

export const sendBody: Translate = (fields) => {
  const { encoding, schedule_time: time, recipients }: Unjudged<SendBody> = fields
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
  const { recipient_id: id, dest_addr: phone }: Unjudged<Recipient> = entry
  const isText = typeof id === 'string' && id !== '' && id.length <= recipientIdLengthMax
  return { recipient_id: isText ? new Loose(id) : id, dest_addr: phoneOf(phone) }
}

export const transferBody: Translate = (fields) => {
  const { reference_id: own, product_id: product }: Unjudged<TransferBody> = fields
  const { reference } = fields
  return {
    ...textsOf(fields),
    ...phonesOf<TransferBody>(fields, ['dest_addr']),
    reference_id: textOf(isAbsent(own) ? (isAbsent(reference) ? randomUUID() : reference) : own),
    product_id: typeof product === 'string' && /^\d{1,15}$/.test(product) ? Number(product) : product,
  }
}

export const chatBody: Translate = (fields) => {
  const { text, location }: Unjudged<ChatBody> = fields
  return {
    ...textsOf(fields),
    ...phonesOf<ChatBody>(fields, ['to']),
    ...(isObject(text) ? { text: textsOf(text) } : {}),
    ...(isObject(location) ? { location: locationOf(location) } : {}),
  }
}

function locationOf(fields: Fields): Fields {
  const { latitude, longitude }: Unjudged<NonNullable<ChatBody['location']>> = fields
  return { ...textsOf(fields), latitude: degreesOf(latitude), longitude: degreesOf(longitude) }
}

const degreesOf = (value: unknown) =>
  typeof value === 'string' && /^[+-]?\d{1,3}(\.\d{1,20})?$/.test(value) ? Number(value) : value

/** An application is a number already. */
export const pinBody: Translate = (fields) => ({ ...fields, ...phonesOf<PinRequestBody>(fields, ['msisdn']) })

/** A PIN that was written as a number lost the zeros it began with; how many there were only the rules know. */
export const guessBody: Translate = (fields) => {
  const { pin }: Unjudged<PinVerifyBody> = fields
  return Number.isSafeInteger(pin) ? { ...fields, pin: new Loose(pin as number) } : fields
}
