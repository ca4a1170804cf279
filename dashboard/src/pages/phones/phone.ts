import type { PhoneMessage, VirtualPhone } from '../../../../src/contract/console/inbound.ts'
import { callingCodeOf, countryOf } from '../../../../src/values/countries.ts'
import { parsePhone } from '../../../../src/values/phone.ts'

/** As people read it: the calling code apart, and the rest by threes. */
export function showNumber(phone: string): string {
  const known = parsePhone(phone)
  if (known === null) return phone
  const code = callingCodeOf(known)
  return `+${code} ${known.slice(code.length).replace(/\d{3}(?=\d{3})/g, '$& ')}`
}

const countryNames = new Intl.DisplayNames(undefined, { type: 'region' })

/** Where a number is; nothing when that can't be told. */
export function placeOf(phone: string): string {
  const known = parsePhone(phone)
  const country = known === null ? null : countryOf(callingCodeOf(known))
  return country === null ? '' : (countryNames.of(country) ?? '')
}

/** Each phone has a colour of its own, so that one finds it again; those after each other are far apart. */
export const hueOf = (phone: string) => (Number(phone.slice(-6)) * 137) % 360

/** Phones stay where they are while one looks at them, or writes on one of them; new ones come first. */
export function keepPlaces(before: readonly string[], now: readonly string[]): readonly string[] {
  return [...now.filter((phone) => !before.includes(phone)), ...before.filter((phone) => now.includes(phone))]
}

const timeOf = ({ lastAt }: VirtualPhone) => (lastAt === null ? 0 : Date.parse(lastAt))

/**
 * Phones on which something arrived since the list was read before. One that was not in it counts when what it got is
 * newer than all that was.
 */
export function newsOf(before: readonly VirtualPhone[], now: readonly VirtualPhone[]): readonly VirtualPhone[] {
  const newest = Math.max(0, ...before.map(timeOf))
  return now.filter((one) => {
    const same = before.find(({ phone }) => phone === one.phone)
    return one.lastDirection === 'in' && timeOf(one) > (same === undefined ? newest : timeOf(same))
  })
}

/** What is said aloud about them. */
export function sayNews(news: readonly VirtualPhone[]): string {
  const [first] = news
  if (first === undefined) return ''
  return news.length === 1
    ? `New message on ${showNumber(first.phone)}: ${first.lastText ?? ''}`
    : `New messages on ${news.length} phones`
}

/** Whom it can answer: everybody it wrote with, the last first. */
export function partnersOf(newestFirst: readonly PhoneMessage[]): readonly string[] {
  return [...new Set(newestFirst.map(({ direction, from, to }) => (direction === 'in' ? from : to)))]
}

/** Whether the last it asked for was to get no more. */
export const hasStopped = (newestFirst: readonly PhoneMessage[]) =>
  newestFirst.find(({ kind }) => kind === 'stop' || kind === 'start')?.kind === 'stop'
