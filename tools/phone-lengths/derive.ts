import { type CountryCode, Metadata } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/max/metadata'
import { CALLING_CODES } from '../../src/values/countries.ts'

const columns = 120

/** The lengths of national numbers by calling code, as printed: those of all its countries, ascending. */
export function derivePhoneLengths(): ReadonlyMap<number, string> {
  const countries: Readonly<Record<string, readonly CountryCode[]>> = metadata.country_calling_codes
  return new Map(
    CALLING_CODES.map((code) => {
      // Codes without a country have a numbering plan named after the code.
      const plans = countries[code] ?? [String(code) as CountryCode]
      const lengths = new Set(plans.flatMap(lengthsOf))
      return [code, [...lengths].sort((a, b) => a - b).join(',')]
    }),
  )
}

/** Excludes lengths that are only dialled within an area. */
function lengthsOf(plan: CountryCode): number[] {
  const numbering = new Metadata(metadata)
  numbering.selectNumberingPlan(plan)
  return numbering.numberingPlan?.possibleLengths() ?? []
}

export function printTable(lengthsByCode: ReadonlyMap<number, string>): string {
  const codesByLengths = new Map<string, number[]>()
  for (const [code, lengths] of lengthsByCode)
    codesByLengths.set(lengths, [...(codesByLengths.get(lengths) ?? []), code])
  return [...codesByLengths].flatMap(([lengths, codes]) => printLines(lengths, codes)).join('\n')
}

function printLines(lengths: string, codes: readonly number[]): string[] {
  const lines: string[] = []
  let line = lengths
  for (const code of codes) {
    if (line.length + 1 + String(code).length > columns) {
      lines.push(line)
      line = lengths
    }
    line += ` ${code}`
  }
  return [...lines, line]
}
