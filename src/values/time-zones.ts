import type { Phone } from './phone.ts'
import { TIME_ZONE_TABLE } from './time-zone-table.ts'

/** Time zones by number prefix: all zones in which such a mobile number may be registered. */
export const TIME_ZONES: ReadonlyMap<string, readonly string[]> = readTable(TIME_ZONE_TABLE)

const PREFIX_MAX = Math.max(...[...TIME_ZONES.keys()].map(({ length }) => length))
const NO_COUNTRY = ['UTC']

/** The zones of the longest prefix in the table; the same array for the same zones. */
export function timeZonesOf(phone: Phone): readonly string[] {
  for (let length = PREFIX_MAX; length > 0; length -= 1) {
    const zones = TIME_ZONES.get(phone.slice(0, length))
    if (zones !== undefined) return zones
  }
  return NO_COUNTRY
}

/** Words that begin with a letter are zones; the prefixes after them belong to all of them. */
function readTable(table: string): Map<string, readonly string[]> {
  const zonesByPrefix = new Map<string, readonly string[]>()
  for (const [, zones = '', prefixes = ''] of table.matchAll(/((?:[A-Z]\S+\s+)+)((?:\d+\s+)+)/g)) {
    const shared = zones.trim().split(/\s+/)
    for (const prefix of prefixes.trim().split(/\s+/)) zonesByPrefix.set(prefix, shared)
  }
  return zonesByPrefix
}

interface ZoneClock {
  readonly format: Intl.DateTimeFormat
  /** Cached result: a batch asks for the same minute hundreds of times, and formatting costs more than sending. */
  minute: number
  minuteOfDay: number
}

const CLOCKS = new Map<string, ZoneClock>()
const MINUTE_MS = 60_000

/** Minutes since midnight in a time zone, by its local clock. */
export function minuteOfDay(zone: string, at: Date): number {
  const clock = CLOCKS.get(zone) ?? newClock(zone)
  const minute = Math.floor(at.getTime() / MINUTE_MS)
  if (clock.minute !== minute) {
    const [hours = '0', minutes = '0'] = clock.format.format(at).split(':')
    clock.minute = minute
    clock.minuteOfDay = Number(hours) * 60 + Number(minutes)
  }
  return clock.minuteOfDay
}

function newClock(zone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const clock = { format, minute: Number.NaN, minuteOfDay: 0 }
  CLOCKS.set(zone, clock)
  return clock
}
