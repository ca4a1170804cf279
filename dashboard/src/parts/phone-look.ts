import { callingCodeOf, countryOf } from '../../../src/values/countries.ts'
import { parsePhone } from '../../../src/values/phone.ts'
import { countryName } from './formats.ts'

/** The country of a number; empty when it is unknown. */
export function countryIn(phone: string): string {
  const known = parsePhone(phone)
  const country = known === null ? null : countryOf(callingCodeOf(known))
  return country === null ? '' : countryName(country)
}

/** A stable colour for each phone. Consecutive numbers get very different ones. */
export const hueOf = (phone: string) => (Number(phone.slice(-6)) * 137) % 360
