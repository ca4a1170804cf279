import { isNetwork } from '../../../engine/network.ts'
import {
  type DefaultAlphabet,
  type MessageIdForm,
  ownerRange,
  raisedByOperators,
  smppLimits,
} from '../../../values/smpp.ts'
import { badAddress, limitsByOperators, privateUrlsByOperators } from './errors.ts'

/** The limits and settings of a credential. */
export interface SmppSettings {
  readonly bindsMax: number
  readonly windowSize: number
  /** 0 means no limit. */
  readonly rate: number
  /** Null means any address. */
  readonly addresses: readonly string[] | null
  readonly messageIds: MessageIdForm
  readonly receivesMessages: boolean
  readonly duplicateSeconds: number
  readonly privateUrls: boolean
  /** Of data_coding 0. */
  readonly alphabet: DefaultAlphabet
}

/** Settings that are not given keep their value, or get the default. */
export type SmppSettingsChange = { readonly [Name in keyof SmppSettings]?: SmppSettings[Name] | undefined }

export const defaultSettings: SmppSettings = {
  bindsMax: smppLimits.bindsMax.default,
  windowSize: smppLimits.windowSize.default,
  rate: smppLimits.rate.default,
  addresses: null,
  messageIds: 'decimal',
  receivesMessages: false,
  duplicateSeconds: smppLimits.duplicateSeconds.default,
  privateUrls: false,
  alphabet: 'gsm7',
}

export function mergeSettings(current: SmppSettings, change: SmppSettingsChange): SmppSettings {
  const bad = change.addresses?.find((address) => !isNetwork(address))
  if (bad !== undefined) throw badAddress(bad)
  return {
    bindsMax: change.bindsMax ?? current.bindsMax,
    windowSize: change.windowSize ?? current.windowSize,
    rate: change.rate ?? current.rate,
    // Null removes the restriction.
    addresses: change.addresses === undefined ? current.addresses : change.addresses,
    messageIds: change.messageIds ?? current.messageIds,
    receivesMessages: change.receivesMessages ?? current.receivesMessages,
    duplicateSeconds: change.duplicateSeconds ?? current.duplicateSeconds,
    privateUrls: change.privateUrls ?? current.privateUrls,
    alphabet: change.alphabet ?? current.alphabet,
  }
}

/** Throws for settings that only operators may change. Requests to private hosts can reach systems of the operator. */
export function checkOwnerChange(current: SmppSettings, change: SmppSettingsChange): void {
  if (change.privateUrls) throw privateUrlsByOperators()
  for (const name of raisedByOperators) {
    const value = change[name]
    const range = ownerRange(name, current[name])
    if (value !== undefined && (value < range.min || value > range.max)) throw limitsByOperators(range, name)
  }
}
