import type { NewCampaign } from '../../contract/account/campaigns.ts'
import type { Phone } from '../../values/phone.ts'
import { refuse } from '../../values/refusal.ts'
import { timeZonesOf } from '../../values/time-zones.ts'
import { isTimeZone, momentOf, parseLocalTime } from '../../values/zoned-time.ts'
import { checkLinkUrl } from '../links/index.ts'
import { compileText, linkPattern } from '../templates/index.ts'
import { invalidLink, invalidPlaceholder, severalZones } from './errors.ts'

const linksMax = 5

/** The URLs of the links in a text, each once. Throws for an invalid one. */
export function listUrls(text: string): readonly string[] {
  const urls = new Set<string>()
  for (const [, written = ''] of text.matchAll(linkPattern)) urls.add(readUrl(written))
  if (urls.size > linksMax) throw refuse('too_many_links')
  return [...urls]
}

/** Text in braces that is neither a link nor a placeholder would be sent unchanged. */
export function checkBraces(text: string): void {
  const rest = compileText(text.replaceAll(linkPattern, '')).literal
  const [found] = /\{[^{}]*\}?|\}/.exec(rest) ?? []
  if (found !== undefined) throw invalidPlaceholder(found)
}

function readUrl(written: string): string {
  const url = checkLinkUrl(written.trim())
  if (url === null) throw invalidLink(written.trim())
  return url
}

/** Replaces the links in a text, by the position of their URL in `listUrls`. */
export function replaceLinks(text: string, placed: (index: number) => string): string {
  const urls = listUrls(text)
  return text.replaceAll(linkPattern, (_, written: string) => placed(urls.indexOf(readUrl(written))))
}

/** The placeholder of a link that differs for each recipient. */
export const linkName = (index: number) => `ngoma_short_link_${index + 1}`

export type Schedule = NonNullable<NewCampaign['schedule']>

/** Throws for an invalid schedule. `accountZones` are the time zones of the country of the account. */
export function checkSchedule(schedule: Schedule, accountZones: readonly string[]): void {
  if (parseLocalTime(schedule.at) === null) throw refuse('invalid_time')
  zonesOf(schedule, accountZones)
}

/** The local time is first reached in the east, 14 hours before UTC, and last in the west, 12 hours after it. */
const [eastMs, westMs] = [14 * 3_600_000, 12 * 3_600_000]

/** From when to when a campaign starts: the same moment, unless it depends on the recipients. */
export function startsBetween(schedule: Schedule, accountZones: readonly string[]) {
  const localMs = parseLocalTime(schedule.at) ?? 0
  if (schedule.zone === 'recipient') return { first: new Date(localMs - eastMs), last: new Date(localMs + westMs) }
  const moment = latest(localMs, zonesOf(schedule, accountZones))
  return { first: moment, last: moment }
}

/**
 * When the messages of recipients are due. A number that may be in several zones waits for the last of them. Zones are
 * evaluated once, because an audience has a million numbers in few zones.
 */
export function createDueTimes(schedule: Schedule | null, now: Date): (phone: Phone) => Date {
  if (schedule?.zone !== 'recipient') return () => now
  const localMs = parseLocalTime(schedule.at) ?? 0
  const known = new Map<readonly string[], Date>()
  return (phone) => {
    const zones = timeZonesOf(phone)
    const due = known.get(zones) ?? latest(localMs, zones)
    known.set(zones, due)
    return due
  }
}

const latest = (localMs: number, zones: readonly string[]) =>
  new Date(Math.max(...zones.map((zone) => momentOf(localMs, zone).getTime())))

/** Empty for the zones of the recipients. */
function zonesOf({ at, zone }: Schedule, accountZones: readonly string[]): readonly string[] {
  if (zone === 'recipient') return []
  if (zone !== 'account') {
    if (!isTimeZone(zone)) throw refuse('invalid_zone')
    return [zone]
  }
  const localMs = parseLocalTime(at) ?? 0
  const moments = new Set(accountZones.map((one) => momentOf(localMs, one).getTime()))
  if (moments.size > 1) throw severalZones(accountZones)
  return accountZones
}

/** Messages that are queued at once with a pace, so that it is even. */
const stepSeconds = 10
const secondsPerMinute = 60

/** The number of recipients of the next step, at most `max`. */
export const stepSizeOf = (pace: number | null, max: number): number =>
  pace === null ? max : Math.max(1, Math.min(max, Math.floor((pace * stepSeconds) / secondsPerMinute)))

/** How long the next step waits after one with this many recipients. */
export const pauseMsOf = (pace: number, size: number): number => (size / pace) * secondsPerMinute * 1_000
