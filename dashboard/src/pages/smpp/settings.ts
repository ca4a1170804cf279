import type { SmppChangeBody, SmppCredential } from '../../../../src/contract/console/smpp.ts'
import { ownerRange, type raisedByOperators, smppLimits } from '../../../../src/values/smpp.ts'
import { fill, t } from '../../text.ts'

/** The values of the form. A number field holds text while it is edited. */
export interface SettingValues {
  bindsMax: number | string
  windowSize: number | string
  rate: number | string
  duplicateSeconds: number | string
  addresses: string
  messageIds: SmppCredential['messageIds']
  alphabet: SmppCredential['alphabet']
  receivesMessages: boolean
  privateUrls: boolean
}

export const startSettings: SettingValues = {
  bindsMax: smppLimits.bindsMax.default,
  windowSize: smppLimits.windowSize.default,
  rate: smppLimits.rate.default,
  duplicateSeconds: smppLimits.duplicateSeconds.default,
  addresses: '',
  messageIds: 'decimal',
  alphabet: 'gsm7',
  receivesMessages: false,
  privateUrls: false,
}

/** The fields of refusals, by the message of the server. */
export const refusedFields = { 'Invalid Address': 'addresses' } as const

const within =
  ({ min, max }: { readonly min: number; readonly max: number }, problem: string) =>
  (value: number | string) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max ? null : fill(problem, { min, max })

/** `current` is null for a new credential. Owners may not raise the limits. */
export function checksOf(current: SmppCredential | null, isOperator: boolean) {
  const { outOfRange, overOwnerRange } = t.smpp.form
  const limit = (name: (typeof raisedByOperators)[number]) =>
    isOperator ? within(smppLimits[name], outOfRange) : within(ownerRange(name, current?.[name]), overOwnerRange)
  return {
    bindsMax: limit('bindsMax'),
    windowSize: limit('windowSize'),
    rate: limit('rate'),
    duplicateSeconds: within(smppLimits.duplicateSeconds, outOfRange),
  }
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
