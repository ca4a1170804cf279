import { parseTypedPhone } from './local-number.ts'
import { faultOfTypedPhone } from './number-fault.ts'
import type { Phone } from './phone.ts'
import { Refusal } from './refusal.ts'

const shownLengthMax = 40

/** Reads a typed number, or throws an error that says how it was read. Without a country, only international forms. */
export function getTypedPhone(text: string, country: string | null): Phone {
  const phone = parseTypedPhone(text, country)
  if (phone === null) throw badTypedPhone(text, country)
  return phone
}

export const badTypedPhone = (text: string, country: string | null) =>
  new Refusal(400, 400, 'Invalid Phone Number', {
    hint: `"${text.slice(0, shownLengthMax).toWellFormed()}" ${faultOfTypedPhone(text, country)}`,
    hintRepeats: true,
    problem: 'invalid_phone',
  })
