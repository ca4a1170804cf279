import type { Described, DescribedSettings } from '../values/kind-description.ts'
import { SettingsProblem } from './carrier.ts'

/** Readers for the settings of all carrier kinds. Every problem names the setting. */

export type Given = Readonly<Record<string, unknown>>

export const problem = (what: string) => new SettingsProblem(what)

/** Without this check, a mistyped setting would silently do nothing. */
export function rejectUnknown(settings: Given, names: readonly string[], under: string): void {
  const unknown = Object.keys(settings).find((name) => !names.includes(name))
  if (unknown !== undefined) throw problem(`unknown setting ${under}${unknown}`)
}

interface NumberRule {
  readonly min: number
  readonly max: number
  readonly defaultValue: number
  readonly under?: string
}

export function readNumber(settings: Given, name: string, { min, max, defaultValue, under = '' }: NumberRule): number {
  const value = settings[name] ?? defaultValue
  if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max) {
    throw problem(`${under}${name} must be a whole number from ${min} to ${max}`)
  }
  return value as number
}

/** False by default. */
export function readBoolean(settings: Given, name: string): boolean {
  const value = settings[name] ?? false
  if (typeof value !== 'boolean') throw problem(`${name} must be true or false`)
  return value
}

/** Reads settings by their descriptions. */
export interface DescribedReader<Settings extends DescribedSettings> {
  number<Name extends NamesOf<Settings, DescribedNumber>>(name: Name, defaultValue?: number): number
  oneOf<Name extends NamesOf<Settings, DescribedChoice>>(name: Name): ChoiceOf<Settings[Name]>
}

type DescribedNumber = Described & { readonly minimum: number; readonly maximum: number }
type DescribedChoice = Described & { readonly enum: readonly string[]; readonly default: string }
type NamesOf<Settings, Kind> = {
  [Name in keyof Settings & string]: Settings[Name] extends Kind ? Name : never
}[keyof Settings & string]
type ChoiceOf<Setting> = Setting extends { readonly enum: readonly (infer Choice)[] } ? Choice : never

/** Rejects settings without a description. */
export function readDescribed<const Settings extends DescribedSettings>(
  given: Given,
  described: Settings,
  under = '',
): DescribedReader<Settings> {
  rejectUnknown(given, Object.keys(described), under)
  return {
    number(name, defaultValue) {
      const { minimum: min = 0, maximum: max = 0, default: describedDefault } = described[name] as Described
      return readNumber(given, name, { min, max, defaultValue: defaultValue ?? Number(describedDefault), under })
    },
    oneOf(name) {
      const { enum: names = [], default: defaultName } = described[name] as Described
      const value = given[name] ?? defaultName
      if (!names.some((one) => one === value)) throw problem(`${under}${name} must be one of ${names.join(', ')}`)
      return value as ChoiceOf<Settings[typeof name]>
    },
  }
}
