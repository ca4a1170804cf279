/** Converts between `datetime-local` fields, which are in local time, and the ISO times of the server. */

export const toLocal = (at: Date): string =>
  Number.isNaN(at.getTime()) ? '' : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** Undefined for an empty field and for a year that is still being typed. */
export function toIso(local: string): string | undefined {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) || at.getFullYear() < 1000 ? undefined : at.toISOString()
}
