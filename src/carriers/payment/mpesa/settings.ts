import type { DescribedSettings, KindDescription } from '../../../values/kind-description.ts'
import { readBounded } from '../../http-template/settings.ts'
import { problem, readDescribed } from '../../settings.ts'

/** The settings of M-Pesa Express, for parsing and for forms. `docs/providers/mpesa.md` explains them. */

const basic = { 'x-group': 'basic' } as const
const advanced = { 'x-group': 'advanced' } as const
const code = { type: 'string', minLength: 5, maxLength: 7 } as const

const settings = {
  shortCode: {
    ...basic,
    ...code,
    title: 'Short code',
    description: 'The pay bill number, or the store number of a till. It belongs to the passkey.',
  },
  type: {
    ...basic,
    type: 'string',
    enum: ['paybill', 'till'],
    default: 'paybill',
    title: 'Type',
    description: 'Whether payers pay a pay bill number or a till.',
  },
  tillNumber: {
    ...basic,
    type: ['string', 'null'],
    minLength: 5,
    maxLength: 7,
    default: null,
    title: 'Till number',
    description: 'The till that receives the money. Default: the short code.',
  },
  baseUrl: {
    ...advanced,
    type: 'string',
    maxLength: 200,
    default: 'https://api.safaricom.co.ke',
    title: 'Address of the API',
    description: 'Use https://sandbox.safaricom.co.ke for tests with the sandbox of Safaricom.',
  },
  accountReference: {
    ...advanced,
    type: 'string',
    enum: ['payment', 'reference'],
    default: 'payment',
    title: 'Account number',
    description:
      'Shown to the payer and on the statement: the ID of the payment, which reconciliation can match, or the first 12 characters of the reference.',
  },
  confirmByQuery: {
    ...advanced,
    type: 'boolean',
    default: true,
    title: 'Confirm callbacks',
    description: 'Callbacks are not signed. Ask M-Pesa before believing one.',
  },
} as const satisfies DescribedSettings

export const mpesaDescription: KindDescription = {
  title: 'M-Pesa Express (Safaricom Daraja)',
  settings: { type: 'object', properties: settings, required: ['shortCode'], additionalProperties: false },
  secrets: [
    { name: 'consumerKey', title: 'Consumer key', required: true },
    { name: 'consumerSecret', title: 'Consumer secret', required: true },
    { name: 'passkey', title: 'Passkey', required: true },
  ],
}

export interface MpesaSettings {
  readonly shortCode: string
  readonly type: 'paybill' | 'till'
  readonly partyB: string
  /** Without a slash at the end. */
  readonly baseUrl: string
  readonly accountReference: 'payment' | 'reference'
  readonly confirmByQuery: boolean
}

const isCode = (value: unknown): value is string => typeof value === 'string' && /^\d{5,7}$/.test(value)

/** Throws a SettingsProblem for invalid settings. `secrets` are the names of the stored secrets. */
export function readMpesaSettings(value: unknown, secrets: readonly string[]): MpesaSettings {
  const given = readBounded(value)
  const read = readDescribed(given, settings)
  const { shortCode, tillNumber = null, baseUrl = settings.baseUrl.default, confirmByQuery = true } = given
  if (!isCode(shortCode)) throw problem('shortCode must have 5 to 7 digits')
  if (tillNumber !== null && !isCode(tillNumber)) throw problem('tillNumber must have 5 to 7 digits')
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl) || !/^https?:\/\/[^/?#@]+\/?$/.test(baseUrl))
    throw problem('baseUrl must be an origin such as https://api.safaricom.co.ke')
  if (typeof confirmByQuery !== 'boolean') throw problem('confirmByQuery must be true or false')
  const missing = mpesaDescription.secrets.find(({ name }) => !secrets.includes(name))
  if (missing !== undefined) throw problem(`the secret ${missing.name} is missing`)
  return {
    shortCode,
    type: read.oneOf('type'),
    partyB: tillNumber ?? shortCode,
    baseUrl: new URL(baseUrl).origin,
    accountReference: read.oneOf('accountReference'),
    confirmByQuery,
  }
}
