import { isNetwork } from '../../engine/network.ts'
import { refuse } from '../../values/refusal.ts'
import {
  type DefaultAlphabet,
  type MessageIdForm,
  ownerRange,
  raisedByOperators,
  smppLimits,
} from '../../values/smpp.ts'
import { badAddress, limitsByOperators } from './errors.ts'

/** The limits and formats that only SMPP credentials have. */
export interface SmppOptions {
  readonly bindsMax: number
  /** The maximum number of unanswered submits on one bind. */
  readonly windowSize: number
  /** Messages a second over all binds and Kannel requests; 0 means no limit. */
  readonly rate: number
  readonly messageIds: MessageIdForm
  readonly receivesMessages: boolean
  /** 0 to accept repeated submits. */
  readonly duplicateSeconds: number
  /** Of data_coding 0. */
  readonly alphabet: DefaultAlphabet
}

export interface SmppSettings extends SmppOptions {
  /** Null means any address. */
  readonly addresses: readonly string[] | null
  readonly privateUrls: boolean
}

/** Settings that are not given keep their value, or get the default. Null removes the restriction of addresses. */
export type SmppSettingsChange = { readonly [Name in keyof SmppSettings]?: SmppSettings[Name] | undefined }

const defaultOptions: SmppOptions = {
  bindsMax: smppLimits.bindsMax.default,
  windowSize: smppLimits.windowSize.default,
  rate: smppLimits.rate.default,
  messageIds: 'decimal',
  receivesMessages: false,
  duplicateSeconds: smppLimits.duplicateSeconds.default,
  alphabet: 'gsm7',
}

export const defaultSettings: SmppSettings = { ...defaultOptions, addresses: null, privateUrls: false }

const pick = <Name extends string>(names: object, values: { readonly [N in Name]?: unknown }) =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => Object.hasOwn(names, name) && value !== undefined),
  )

/** The settings in a body, by name and without the password. */
export const settingsIn = (body: SmppSettingsChange): SmppSettingsChange => pick(defaultSettings, body)

/** Throws for an invalid address. */
export function mergeSettings(current: SmppSettings, change: SmppSettingsChange): SmppSettings {
  const bad = change.addresses?.find((address) => !isNetwork(address))
  if (bad !== undefined) throw badAddress(bad)
  return { ...current, ...settingsIn(change) } as SmppSettings
}

/** As they are stored. */
export const optionsOf = (settings: SmppSettings): SmppOptions =>
  pick(defaultOptions, settings) as unknown as SmppOptions

/** The settings of a body that only SMPP credentials have. */
export const optionNamesIn = (body: SmppSettingsChange): readonly string[] => Object.keys(pick(defaultOptions, body))

/** Throws for settings that only operators may change. Requests to private hosts can reach systems of the operator. */
export function checkOwnerChange(current: SmppSettings, change: SmppSettingsChange): void {
  if (change.privateUrls) throw refuse('private_urls_by_operators')
  for (const name of raisedByOperators) {
    const value = change[name]
    const range = ownerRange(name, current[name])
    if (value !== undefined && (value < range.min || value > range.max)) throw limitsByOperators(range, name)
  }
}
