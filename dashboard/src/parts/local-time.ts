/**
 * Times between fields of the type `datetime-local`, which are where one is, and the server, to whom they are moments.
 */

export const toLocal = (at: Date): string =>
  Number.isNaN(at.getTime()) ? '' : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** Undefined when there is none, and for a year that somebody is still typing. */
export function toIso(local: string): string | undefined {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) || at.getFullYear() < 1000 ? undefined : at.toISOString()
}
