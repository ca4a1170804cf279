import { callingCodeOf, countryOf } from './countries.ts'
import { cleanTyped, parseTypedPhone } from './local-number.ts'
import { type NumberingPlan, planOf, plansOfCode, withoutTrunkPrefix } from './numbering-plans.ts'
import type { Phone } from './phone.ts'
import { refuse } from './refusal.ts'

const shownLengthMax = 40

/** Reads a typed number, or throws an error that says how it was read. Without a country, only international forms. */
export function getTypedPhone(text: string, country: string | null): Phone {
  const phone = parseTypedPhone(text, country)
  if (phone === null) throw badTypedPhone(text, country)
  return phone
}

export const badTypedPhone = (text: string, country: string | null) =>
  refuse('invalid_phone', {
    hint: `"${text.slice(0, shownLengthMax).toWellFormed()}" ${faultOfTypedPhone(text, country)}`,
    hintRepeats: true,
  })

/** The scientific notation of a spreadsheet, which loses most digits. */
const shortened = /^\d([.,]\d+)?E\+?\d+$/i

/**
 * Says why a text is not a phone number, how it was read and for which country; null for a valid number. The words
 * follow the number or the name of its column. Reports of imports are stored, so they never repeat the number: erasing
 * it would change them.
 */
export function faultOfTypedPhone(text: string, country: string | null): string | null {
  if (text.trim() === '') return 'is empty'
  if (parseTypedPhone(text, country) !== null) return null
  if (shortened.test(text.trim()))
    return 'was shortened by a spreadsheet: make the column text, enter the number again and save the file again'
  const typed = cleanTyped(text)
  if (typed === null) return `${isNoPhone(country)}: write one number, with digits and separators only`

  const international = /^(?:\+|00)([1-9]\d*)$/.exec(typed)?.[1]
  if (international !== undefined) return faultOfInternational(international)
  const plan = country === null ? null : planOf(country)
  if (typed.startsWith('+') || (plan === null && typed.startsWith('0'))) return needsCode
  if (plan === null) return faultOfInternational(typed)
  if (typed.startsWith(plan.callingCode) && typed.length > Math.max(...plan.lengths)) return faultOfInternational(typed)
  return `${isNoPhone(country)}: ${faultOfNational(plan, withoutTrunkPrefix(plan, typed) ?? typed)}`
}

const needsCode = 'must be a phone number with its country code, such as +255'
const names = new Intl.DisplayNames('en', { type: 'region' })

const isNoPhone = (country: string | null) =>
  country === null ? 'is not a phone number' : `is not a phone number of ${names.of(country)} (${country})`

function faultOfInternational(digits: string): string {
  const code = callingCodeOf(digits as Phone)
  const [plan] = plansOfCode(code)
  if (plan === undefined) return `is not a phone number: no country has the calling code ${code}`
  const country = countryOf(code)
  const place = country === null ? `is not a phone number with the calling code ${code}` : isNoPhone(country)
  return `${place}: ${faultOfNational({ ...plan, trunk: `+${code}` }, digits.slice(code.length))}`
}

function faultOfNational({ lengths, trunk }: NumberingPlan, digits: string): string {
  const after = trunk === '' ? '' : ` after ${trunk}`
  if (!lengths.includes(digits.length)) return `it has ${digits.length} digits${after} instead of ${listOf(lengths)}`
  return `no number there begins with ${trunk === '' ? '' : `${trunk} `}${digits.slice(0, 2)}`
}

const listOf = (lengths: readonly number[]) =>
  lengths.length < 3 ? lengths.join(' or ') : `${Math.min(...lengths)} to ${Math.max(...lengths)}`
