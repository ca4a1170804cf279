import { isObject } from '../../../values/json.ts'
import { readBounded } from '../../http-template/settings.ts'
import { problem, readDescribed, rejectUnknown } from '../../settings.ts'
import * as described from './described.ts'

/** A phone number of the business. */
export interface BusinessNumber {
  /** The id of the number in the Graph API. */
  readonly id: string
  /** Digits, in international format. */
  readonly number: string
}

export interface WhatsAppSettings {
  readonly wabaId: string
  readonly numbers: readonly BusinessNumber[]
  /** Without a slash at the end. */
  readonly baseUrl: string
  readonly version: string
  readonly ratePerSecond: number
  readonly timeoutMs: number
  readonly mediaBytesMax: number
}

export const secretNames = ['accessToken', 'appSecret', 'verifyToken'] as const
export type WhatsAppSecrets = Readonly<Record<(typeof secretNames)[number], string>>

const numbersMax = 100
const idShape = /^\d{1,40}$/
const numberShape = /^[1-9]\d{6,14}$/

export function readSettings(given: unknown): WhatsAppSettings {
  const settings = readBounded(given)
  const read = readDescribed(settings, described.settings)
  const {
    wabaId,
    baseUrl = described.settings.baseUrl.default,
    version = described.settings.version.default,
  } = settings
  if (typeof wabaId !== 'string' || !idShape.test(wabaId))
    throw problem('wabaId must be the ID of the WhatsApp Business account, digits')
  if (typeof version !== 'string' || !/^v\d{1,2}\.\d$/.test(version)) throw problem('version must look like v23.0')
  return {
    wabaId,
    numbers: readNumbers(settings.numbers),
    baseUrl: readUrl(baseUrl),
    version,
    ratePerSecond: read.number('ratePerSecond'),
    timeoutMs: read.number('timeoutSeconds') * 1_000,
    mediaBytesMax: read.number('mediaMegabytesMax') * 1_048_576,
  }
}

function readUrl(value: unknown): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null
  if ((url?.protocol !== 'https:' && url?.protocol !== 'http:') || url.username + url.password + url.search !== '')
    throw problem('baseUrl must begin with http:// or https://, and have no user name or query')
  return url.href.replace(/\/+$/, '')
}

function readNumbers(value: unknown): BusinessNumber[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > numbersMax)
    throw problem(`numbers must be a list of 1 to ${numbersMax} numbers`)
  const numbers = value.map((one): BusinessNumber => {
    if (!isObject(one)) throw problem('numbers must be a list of objects with id and number')
    rejectUnknown(one, ['id', 'number'], 'numbers.')
    const { id, number } = one
    if (typeof id !== 'string' || !idShape.test(id)) throw problem('numbers.id must be a phone number ID, digits')
    if (typeof number !== 'string' || !numberShape.test(number))
      throw problem('numbers.number must be a number such as 255700000001, without +')
    return { id, number }
  })
  for (const field of ['id', 'number'] as const) {
    const twice = numbers.find((one, index) => numbers.findIndex((other) => other[field] === one[field]) !== index)
    if (twice !== undefined) throw problem(`numbers: the ${field} ${twice[field]} is listed twice`)
  }
  return numbers
}
