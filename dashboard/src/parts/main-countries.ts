import { CALLING_CODES } from '../../../src/values/calling-codes.ts'
import { countryOf } from '../../../src/values/countries.ts'

const names = new Intl.DisplayNames(undefined, { type: 'region' })

/**
 * Every country that numbers can be told to be of, as a choice; those that share a calling code stand under the main
 * one.
 */
export const countryChoices: readonly { readonly value: string; readonly label: string }[] = [
  ...new Set(CALLING_CODES.map((code) => countryOf(String(code))).filter((country) => country !== null)),
]
  .map((value) => ({ value, label: names.of(value) ?? value }))
  .toSorted((one, other) => one.label.localeCompare(other.label))
