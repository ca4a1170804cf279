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

/** The first is the usual one. */
export function readOneOf<const Name extends string>(settings: Given, name: string, names: readonly [Name, ...Name[]], under = ''): Name {
  const value = settings[name] ?? names[0]
  const found = names.find((one) => one === value)
  if (found === undefined) throw problem(`${under}${name} is one of ${names.join(', ')}`)
  return found
}

/** Off when it is left out. */
export function readSwitch(settings: Given, name: string): boolean {
  const value = settings[name] ?? false
  if (typeof value !== 'boolean') throw problem(`${name} is true or false`)
  return value
}
