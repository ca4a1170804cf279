import type { CountryCode } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/mobile/metadata'

/** The numbering plan of a country, or of a calling code without a country. */
export interface NumberingPlan {
  readonly callingCode: string
  /** Dialled before an international number, such as 00. */
  readonly exitPrefix: RegExp
  /** Numbers without the trunk prefix. */
  readonly national: RegExp
  readonly mobile: RegExp
  /** Lengths of numbers without the trunk prefix. */
  readonly lengths: readonly number[]
  /** The usual trunk prefix, dialled before a national number: 0 in most countries, empty in some. */
  readonly trunk: string
  readonly trunkPattern: RegExp | null
  /** Replaces the match of the trunk pattern, for example to insert an area code. */
  readonly trunkReplacement: string
}

const nothing = /^(?!)/
const plans = new Map<string, NumberingPlan | null>()

/** The plan of a country or calling code; null if there is none. */
export function planOf(name: string): NumberingPlan | null {
  const known = plans.get(name)
  if (known !== undefined) return known
  const plan = readPlan(name)
  plans.set(name, plan)
  return plan
}

const countriesByCode: Readonly<Record<string, readonly string[]>> = metadata.country_calling_codes

const plansByCode = new Map<string, readonly NumberingPlan[]>()

/** The plans of all countries that share a calling code; empty for an unknown code. */
export function plansOfCode(code: string): readonly NumberingPlan[] {
  const known = plansByCode.get(code)
  if (known !== undefined) return known
  const read = (countriesByCode[code] ?? [code]).map(planOf).filter((plan) => plan !== null)
  plansByCode.set(code, read)
  return read
}

/** The number without its trunk prefix; null if it has none. */
export function withoutTrunkPrefix(plan: NumberingPlan, digits: string): string | null {
  const { trunkPattern, trunkReplacement } = plan
  const match = trunkPattern?.exec(digits)
  if (!trunkPattern || !match || match[0] === '') return null
  // The replacement is for matches with groups. Other matches are only a prefix.
  return match.length > 1 && match.at(-1) !== undefined && trunkReplacement !== ''
    ? digits.replace(trunkPattern, trunkReplacement)
    : digits.slice(match[0].length)
}

/** Reads version 4 of the metadata, because libphonenumber-js does not export the patterns. */
function readPlan(name: string): NumberingPlan | null {
  const others: Readonly<Record<string, unknown[] | undefined>> = metadata.nonGeographic
  const entry = Object.hasOwn(metadata.countries, name) ? metadata.countries[name as CountryCode] : others[name]
  if (entry === undefined) return null
  const [callingCode, exit, national, lengths, , trunk, , trunkPattern, replacement, , , types] = entry
  const prefix = trunkPattern || trunk
  return {
    callingCode,
    exitPrefix: new RegExp(`^(?:${exit})`),
    national: new RegExp(`^(?:${national})$`),
    mobile: types?.[1] ? new RegExp(`^(?:${types[1][0]})$`) : nothing,
    lengths,
    trunk: trunk || '',
    trunkPattern: prefix ? new RegExp(`^(?:${prefix})`) : null,
    trunkReplacement: replacement || '',
  }
}
