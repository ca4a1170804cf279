import { CALLING_CODES } from '../../../src/values/calling-codes.ts'
import { countryOf } from '../../../src/values/countries.ts'
import { locale } from '../text.ts'
import { countryName } from './formats.ts'

/** The countries that a number reveals. Those that share a calling code are listed as the main one. */
export const countryChoices: readonly { readonly value: string; readonly label: string }[] = [
  ...new Set(CALLING_CODES.map((code) => countryOf(String(code))).filter((country) => country !== null)),
]
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, locale))
