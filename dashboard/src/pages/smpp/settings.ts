import type { SmppChangeBody, SmppCredential } from '../../../../src/contract/console/smpp.ts'
import { fill, t } from '../../text.ts'

/** The values of the form. A number field holds text while it is edited. */
export interface SettingValues {
  bindsMax: number | string
  windowSize: number | string
  rate: number | string
  duplicateSeconds: number | string
  addresses: string
  messageIds: 'decimal' | 'hex'
  alphabet: SmppCredential['alphabet']
  receivesMessages: boolean
  privateUrls: boolean
}

export const startSettings: SettingValues = {
  bindsMax: 4,
  windowSize: 50,
  rate: 100,
  duplicateSeconds: 0,
  addresses: '',
  messageIds: 'decimal',
  alphabet: 'gsm7',
  receivesMessages: false,
  privateUrls: false,
}

/** The ranges of the server. */
export const ranges = {
  bindsMax: { min: 1, max: 100 },
  windowSize: { min: 1, max: 1_000 },
  rate: { min: 0, max: 100_000 },
  duplicateSeconds: { min: 0, max: 86_400 },
} as const

const within =
  ({ min, max }: { readonly min: number; readonly max: number }) =>
  (value: number | string) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? null
      : fill(t.smpp.form.outOfRange, { min, max })

export const checkSettings = {
  bindsMax: within(ranges.bindsMax),
  windowSize: within(ranges.windowSize),
  rate: within(ranges.rate),
  duplicateSeconds: within(ranges.duplicateSeconds),
}

export const valuesOf = ({ addresses, ...credential }: SmppCredential): SettingValues => ({
  bindsMax: credential.bindsMax,
  windowSize: credential.windowSize,
  rate: credential.rate,
  duplicateSeconds: credential.duplicateSeconds,
  addresses: addresses?.join('\n') ?? '',
  messageIds: credential.messageIds,
  alphabet: credential.alphabet,
  receivesMessages: credential.receivesMessages,
  privateUrls: credential.privateUrls,
})

/** `privateUrls` is left out for callers who must not set it. */
export function bodyOf({ addresses, privateUrls, ...values }: SettingValues, isOperator: boolean): SmppChangeBody {
  const listed = addresses.split(/[\s,;]+/).filter((one) => one !== '')
  return {
    bindsMax: Number(values.bindsMax),
    windowSize: Number(values.windowSize),
    rate: Number(values.rate),
    duplicateSeconds: Number(values.duplicateSeconds),
    addresses: listed.length === 0 ? null : listed,
    messageIds: values.messageIds,
    alphabet: values.alphabet,
    receivesMessages: values.receivesMessages,
    ...(isOperator ? { privateUrls } : {}),
  }
}
