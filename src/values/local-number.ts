import { type CountryCode, PhoneNumber } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/mobile/metadata'
import { callingCodeIn, callingCodeOf } from './countries.ts'
import { type NumberingPlan, planOf, plansOfCode, withoutTrunkPrefix } from './numbering-plans.ts'
import { type Phone, parsePhone } from './phone.ts'

/**
 * Reads a number that a person typed, pasted or imported, for the country of the account: 0768 941 081, +255 768…,
 * 00255 768… or 255768…. Null unless the text is exactly one complete number.
 *
 * Digits without a plus can be both a national and an international number. The readings are tried in this order:
 * national with the trunk prefix; mobile number of this country without it, because spreadsheets remove leading zeros;
 * international; other national number without the trunk prefix.
 */
export function parseTypedPhone(text: string, country: string | null): Phone | null {
  const typed = cleanTyped(text)
  if (typed === null) return null
  if (typed.startsWith('+')) return readInternational(typed.slice(1))
  const abroad = /^00[1-9]/.test(typed) ? readInternational(typed.slice(2)) : null
  if (abroad !== null) return abroad
  const plan = country === null ? null : planOf(country)
  if (plan === null) return readInternational(typed)

  const code = plan.callingCode
  const local = withoutTrunkPrefix(plan, typed)
  if (local !== null && plan.national.test(local)) return parsePhone(code + local)
  if (plan.mobile.test(typed)) return parsePhone(code + typed)
  const international = readInternational(typed) ?? readInternational(typed.replace(plan.exitPrefix, ''))
  if (international !== null) return international
  return isNational(code, typed) ? parsePhone(code + typed) : null
}

/** Reads a number of our own exports, which have digits with the calling code. Other forms are read as typed. */
export const parseExportedPhone = (text: string, country: string | null): Phone | null =>
  (/^\d+$/.test(text) ? readInternational(text) : null) ?? parseTypedPhone(text, country)

/**
 * Reads the first digits of a typed number: 0768, +255 76, 255768. Digits without a plus or a trunk prefix begin with a
 * calling code, unless they are a complete number, or the country has no trunk prefix and another code. Null if no number
 * begins with the text; empty for an empty text.
 */
export function parseTypedPrefix(text: string, country: string | null): string | null {
  if (/^\s*\+?\s*$/.test(text)) return ''
  const whole = parseTypedPhone(text, country)
  if (whole !== null) return whole
  const typed = cleanTyped(text)
  if (typed === null) return null
  const plan = country === null ? null : planOf(country)
  const digits = /^(?:\+|00)(\d*)$/.exec(typed)?.[1] ?? (plan === null ? typed : withCallingCode(plan, typed))
  return digits.length > digitsMax ? null : digits
}

function withCallingCode({ callingCode, trunk }: NumberingPlan, typed: string): string {
  if (trunk !== '' && typed.startsWith(trunk)) return callingCode + typed.slice(trunk.length)
  // Where the trunk prefix is the calling code, national numbers are written without it.
  const isLocal = trunk === '' || trunk === callingCode
  const isCode = typed.startsWith(callingCode) || callingCode.startsWith(typed)
  return isLocal && !isCode ? callingCode + typed : typed
}

/**
 * The national form of numbers in this country, and the international form of others. parseTypedPhone reads it as the
 * same number. Stored numbers that are no longer valid are shown with a plus, and other texts are unchanged.
 */
export function formatPhone(phone: string, country: string | null): string {
  if (parsePhone(phone) === null) return /^\d{7,}$/.test(phone) ? `+${phone}` : phone
  const number = new PhoneNumber(`+${phone}`, metadata)
  if (country !== null && callingCodeIn(country) === number.countryCallingCode) {
    number.country = country as CountryCode
    const national = number.formatNational()
    if (parseTypedPhone(national, country) === phone) return national
  }
  return number.formatInternational()
}

const digitsMax = 15
/** Leaves room for separators and direction marks. */
const textMax = 60
const wanted = /^\+?\d{1,60}$/
const separators = /[\s\p{Dash}.()\p{Cf}]+/gu
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19\uff0b]/g

/** The digits of a number, after a plus if it has one. Null if the text has other characters. */
export function cleanTyped(text: string): string | null {
  if (wanted.test(text)) return text
  const trimmed = text.length > textMax ? '' : text.trim()
  // Line breaks and tabs separate several numbers.
  if (/[\n\r\t]/.test(trimmed)) return null
  const cleaned = trimmed
    .replace(otherDigits, toAscii)
    .replace(/^'/, '')
    // A program saved the number as a fraction.
    .replace(/^(\d+)\.0$/, '$1')
    // The zero of +44 (0)20 is dialled only within the country.
    .replace(/(?<=\d\s*)\(0\)/, '')
    .replace(separators, '')
  return wanted.test(cleaned) ? cleaned : null
}

const toAscii = (character: string) => (character === '＋' ? '+' : String(character.charCodeAt(0) & 15))

/** Reads digits that begin with a calling code. Removes a trunk prefix after it, as in +255 0768…. */
function readInternational(digits: string): Phone | null {
  if (!/^[1-9]\d{6,}$/.test(digits)) return null
  const code = callingCodeOf(digits as Phone)
  const national = digits.slice(code.length)
  if (isNational(code, national)) return parsePhone(digits)
  for (const plan of plansOfCode(code)) {
    const local = withoutTrunkPrefix(plan, national)
    // A longer one has an area code that was not typed.
    if (local !== null && local.length < national.length && plan.national.test(local)) return parsePhone(code + local)
  }
  return null
}

const isNational = (code: string, digits: string) => plansOfCode(code).some(({ national }) => national.test(digits))
