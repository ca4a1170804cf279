import type { PinRequestBody, PinVerifyBody } from '../../contract/public/otp.ts'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import { parseId } from '../../values/id.ts'
import { isObject } from '../../values/json.ts'
import { Loose } from '../../values/loose.ts'
import { type Phone, parsePhone } from '../../values/phone.ts'
import { appIdMissing, badPhone, phoneMissing, pinIdMissing, pinMissing, pinNotFound } from './errors.ts'

export interface PinRequest {
  /** 0, which none has, when what was sent can be the number of none. */
  readonly appNumber: number
  readonly phone: Phone
}

const appNumberMax = 2 ** 31 - 1

/** Reads what is asked for, or throws the refusal that comes first. What has the wrong type is missing. */
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
  /** A number where a lenient client wrote one: it lost its leading zeros. */
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
