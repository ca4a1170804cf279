import type { PinRequestBody, PinVerifyBody } from '../../contract/public/otp.ts'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import { parseId } from '../../values/id.ts'
import { isObject } from '../../values/json.ts'
import { Loose } from '../../values/loose.ts'
import { type Phone, parsePhone } from '../../values/phone.ts'
import { appIdMissing, badPhone, phoneMissing, pinIdMissing, pinMissing, pinNotFound } from './errors.ts'

export interface PinRequest {
  /** 0, which does not exist, for an invalid number. */
  readonly appNumber: number
  readonly phone: Phone
}

const appNumberMax = 2 ** 31 - 1

/** Parses a request or throws the first refusal. A field of the wrong type counts as missing. */
export function readRequest(body: unknown): PinRequest {
  const { appId, msisdn }: Unvalidated<PinRequestBody> = isObject(body) ? body : {}
  if (appId === '' || !(typeof appId === 'string' || typeof appId === 'bigint' || Number.isSafeInteger(appId)))
    throw appIdMissing()
  if (typeof msisdn !== 'string' || msisdn === '') throw phoneMissing()
  const phone = parsePhone(msisdn)
  if (phone === null) throw badPhone()
  const appNumber = parseId(String(appId)) ?? 0
  return { appNumber: appNumber > appNumberMax ? 0 : appNumber, phone }
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
  const id = pinId.toLowerCase()
  if (!uuid.test(id)) throw pinNotFound()
  return { pinId: id, pin: guess }
}

function parsePin(value: unknown): string | number | null {
  if (value instanceof Loose) return typeof value.value === 'number' ? value.value : null
  return typeof value === 'string' && value !== '' ? value : null
}
