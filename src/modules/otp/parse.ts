import type { PinRequestBody, PinVerifyBody } from '../../contract/public/otp.ts'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import { parseId } from '../../values/id.ts'
import { isAbsent, isObject } from '../../values/json.ts'
import { Loose } from '../../values/loose.ts'
import { type Phone, parsePhone } from '../../values/phone.ts'
import { appIdMissing, badPhone, phoneMissing, pinIdMissing, pinMissing, pinNotFound } from './errors.ts'

export interface PinRequest {
  /** 0, which does not exist, for an invalid number. */
  readonly appNumber: number
  readonly phone: Phone
  /** Null for the language of the application. */
  readonly language: string | null
}

/** A request to send a PIN again. */
export interface PinAgain {
  readonly pinId: string
  /** Must be those of the PIN; null when not given. */
  readonly appNumber: number | null
  readonly phone: Phone | null
  readonly language: string | null
}

const appNumberMax = 2 ** 31 - 1

/** Application numbers are smaller than ids. 0, which does not exist, stands for others. */
export const appNumber = (id: number) => (id > appNumberMax ? 0 : id)

/** Parses a request or throws the first refusal. A field of the wrong type counts as missing. */
export function readRequest(body: unknown): PinRequest | PinAgain {
  const fields: Unvalidated<PinRequestBody> = isObject(body) ? body : {}
  const { pinId, language } = fields
  const asked = { language: typeof language === 'string' ? language : null }
  if (typeof pinId !== 'string' || pinId === '')
    return { ...asked, appNumber: readApp(fields), phone: readPhone(fields) }
  return {
    ...asked,
    pinId: readPinId(pinId),
    appNumber: isAbsent(fields.appId) ? null : readApp(fields),
    phone: isAbsent(fields.msisdn) ? null : readPhone(fields),
  }
}

function readApp({ appId }: Unvalidated<PinRequestBody>): number {
  if (appId === '' || !(typeof appId === 'string' || typeof appId === 'bigint' || Number.isSafeInteger(appId)))
    throw appIdMissing()
  return appNumber(parseId(String(appId)) ?? 0)
}

function readPhone({ msisdn }: Unvalidated<PinRequestBody>): Phone {
  if (typeof msisdn !== 'string' || msisdn === '') throw phoneMissing()
  const phone = parsePhone(msisdn)
  if (phone === null) throw badPhone()
  return phone
}

function readPinId(text: string): string {
  const id = text.toLowerCase()
  if (!uuid.test(id)) throw pinNotFound()
  return id
}

export interface Guess {
  readonly pinId: string
  /** A number if a lenient client sent one, without its leading zeros. */
  readonly pin: string | number
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function readGuess(body: unknown): Guess {
  const { pinId, pin }: Unvalidated<PinVerifyBody> = isObject(body) ? body : {}
  if (typeof pinId !== 'string' || pinId === '') throw pinIdMissing()
  const guess = parsePin(pin)
  if (guess === null) throw pinMissing()
  return { pinId: readPinId(pinId), pin: guess }
}

function parsePin(value: unknown): string | number | null {
  if (value instanceof Loose) return typeof value.value === 'number' ? value.value : null
  return typeof value === 'string' && value !== '' ? value : null
}
