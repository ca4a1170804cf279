import type { Phone } from '../../../values/phone.ts'
import { refuse } from '../../../values/refusal.ts'
import { minuteOfDay, timeZonesOf } from '../../../values/time-zones.ts'
import type { Window, WireOptions } from '../model.ts'

const dayMinutes = 1_440
const minuteMs = 60_000

/** Reads `hh:mm` from 00:00 to 23:59; null otherwise. */
export function parseTimeOfDay(text: string): number | null {
  const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === '' ? null : Number(hours) * 60 + Number(minutes)
}

export const formatTimeOfDay = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

function isOpen({ opensMinute, closesMinute }: Window, minute: number): boolean {
  return opensMinute < closesMinute
    ? minute >= opensMinute && minute < closesMinute
    : minute >= opensMinute || minute < closesMinute
}

/**
 * When the window next opens in all time zones where the number may be; null while it is open in all. When the zones
 * are too far apart to share an hour, the window is open while it is open in as many of them as possible.
 */
export function findOpening(window: Window, zones: readonly string[], now: Date): Date | null {
  const clocks = distinctClocks(zones, now)
  const countOpen = (at: Date) => clocks.filter((zone) => isOpen(window, minuteOfDay(zone, at))).length
  const openings = clocks
    .map((zone) => nextOpening(window, zone, now))
    .sort((one, other) => Number(one) - Number(other))

  let opensAt: Date | null = null
  let most = countOpen(now)
  // A common opening always starts when one of the zones opens.
  for (const opening of openings) {
    const open = countOpen(opening)
    if (open <= most) continue
    most = open
    opensAt = opening
  }
  return opensAt
}

/** One zone of each group with the same local time today and tomorrow. */
function distinctClocks(zones: readonly string[], now: Date): readonly string[] {
  if (zones.length === 1) return zones
  const tomorrow = new Date(now.getTime() + dayMinutes * minuteMs)
  return [...new Map(zones.map((zone) => [`${minuteOfDay(zone, tomorrow)} ${minuteOfDay(zone, now)}`, zone])).values()]
}

/** The next time that the window opens in one zone, even while it is open. */
function nextOpening(window: Window, zone: string, now: Date): Date {
  const minute = minuteOfDay(zone, now)
  const startMs = Math.floor(now.getTime() / minuteMs) * minuteMs
  const opens = new Date(startMs + (wrap(window.opensMinute - minute) || dayMinutes) * minuteMs)
  // A clock change in between shifts the opening. An opening within skipped hours happens right after them.
  const aside = window.opensMinute - minuteOfDay(zone, opens)
  const corrected = new Date(opens.getTime() + (aside > dayMinutes / 2 ? aside - dayMinutes : aside) * minuteMs)
  return corrected > now && isOpen(window, minuteOfDay(zone, corrected)) ? corrected : opens
}

const wrap = (minutes: number) => (minutes + dayMinutes) % dayMinutes

/** Evaluates each set of zones once a minute, because a batch has hundreds of numbers in few zones. */
function createGate(window: Window | null): (phone: string, now: Date) => Date | null {
  if (window === null) return () => null
  const known = new Map<readonly string[], { readonly askedMinute: number; readonly opensAt: Date | null }>()
  return (phone, now) => {
    const zones = timeZonesOf(phone as Phone)
    const askedMinute = Math.floor(now.getTime() / minuteMs)
    const before = known.get(zones)
    if (before?.askedMinute === askedMinute) return before.opensAt
    const opensAt = findOpening(window, zones, now)
    known.set(zones, { askedMinute, opensAt })
    return opensAt
  }
}

/** A message whose sending hours are checked. */
interface Gated {
  readonly phone: string
  readonly requestId: number
  readonly wire: WireOptions | null
}

/** When a message may be sent by its campaign and the sending hours of its account and its request; null if now. */
export type Gates = (message: Gated, now: Date) => Date | null

/** How long messages of a paused campaign wait before they are checked again. */
const heldMs = 5_000

/** While both are closed, returns the later opening. The other one may be closed again by then: it is checked then. */
export function createGates(ofAccount: Window | null, heldCampaigns?: ReadonlySet<number>): Gates {
  const accountGate = createGate(ofAccount)
  const gates = new Map<number, ReturnType<typeof createGate>>()
  return ({ phone, requestId, wire }, now) => {
    if (wire?.campaign !== undefined && heldCampaigns?.has(wire.campaign)) return new Date(now.getTime() + heldMs)
    const opensAt = accountGate(phone, now)
    if (wire?.window === undefined) return opensAt
    const gate = gates.get(requestId) ?? createGate(wire.window)
    gates.set(requestId, gate)
    const requestOpensAt = gate(phone, now)
    return opensAt !== null && requestOpensAt !== null && requestOpensAt < opensAt
      ? opensAt
      : (requestOpensAt ?? opensAt)
  }
}

/** Whether two windows have a minute in common. */
export const overlaps = (one: Window, other: Window): boolean =>
  isOpen(one, other.opensMinute) || isOpen(other, one.opensMinute)

export function readWindow({ from, to }: { readonly from: string; readonly to: string }): Window {
  const [opensMinute, closesMinute] = [parseTimeOfDay(from), parseTimeOfDay(to)]
  if (opensMinute === null || closesMinute === null || opensMinute === closesMinute) throw refuse('invalid_send_window')
  return { opensMinute, closesMinute }
}
