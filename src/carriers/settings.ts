import type { Described, DescribedSettings } from '../values/kind-description.ts'
import { SettingsProblem } from './carrier.ts'

/** Reads what settings of any kind have. Every problem names the setting and what is wrong with it. */

export type Given = Readonly<Record<string, unknown>>

export const problem = (what: string) => new SettingsProblem(what)

/** A name that is mistyped would otherwise be a setting that does nothing. */
export function refuseUnknown(settings: Given, names: readonly string[], under: string): void {
  const unknown = Object.keys(settings).find((name) => !names.includes(name))
  if (unknown !== undefined) throw problem(`there is no setting ${under}${unknown}`)
}

interface NumberRule {
  readonly min: number
  readonly max: number
  /** When it is left out. */
  readonly usual: number
  readonly under?: string
}

export function readNumber(settings: Given, name: string, { min, max, usual, under = '' }: NumberRule): number {
  const value = settings[name] ?? usual
  if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max) {
    throw problem(`${under}${name} is a whole number from ${min} to ${max}`)
  }
  return value as number
}

/** Off when it is left out. */
export function readSwitch(settings: Given, name: string): boolean {
  const value = settings[name] ?? false
  if (typeof value !== 'boolean') throw problem(`${name} is true or false`)
  return value
}

/** A setting by its description, of those that are described. */
export interface DescribedReader<Settings extends DescribedSettings> {
  number<Name extends NamesOf<Settings, DescribedNumber>>(name: Name, usual?: number): number
  oneOf<Name extends NamesOf<Settings, DescribedChoice>>(name: Name): ChoiceOf<Settings[Name]>
}

type DescribedNumber = Described & { readonly minimum: number; readonly maximum: number }
type DescribedChoice = Described & { readonly enum: readonly string[]; readonly default: string }
type NamesOf<Settings, Kind> = {
  [Name in keyof Settings & string]: Settings[Name] extends Kind ? Name : never
}[keyof Settings & string]
type ChoiceOf<Setting> = Setting extends { readonly enum: readonly (infer Choice)[] } ? Choice : never

/** Refuses what is not described. */
export function readDescribed<const Settings extends DescribedSettings>(
  given: Given,
  described: Settings,
  under = '',
): DescribedReader<Settings> {
  refuseUnknown(given, Object.keys(described), under)
  return {
    number(name, usual) {
      const { minimum: min = 0, maximum: max = 0, default: byDefault } = described[name] as Described
      return readNumber(given, name, { min, max, usual: usual ?? Number(byDefault), under })
    },
    oneOf(name) {
      const { enum: names = [], default: usual } = described[name] as Described
      const value = given[name] ?? usual
      if (!names.some((one) => one === value)) throw problem(`${under}${name} is one of ${names.join(', ')}`)
      return value as ChoiceOf<Settings[typeof name]>
    },
  }
}
