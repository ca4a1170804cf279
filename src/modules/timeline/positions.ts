import { invalidParameter, placeWanted } from '../../values/page.ts'

const bad = () => invalidParameter('cursor', placeWanted)

/** The upper bound of ids after a position; no id reaches the bound of the first page. */
export function readIdBound(after: string | null): number {
  if (after === null) return Number.MAX_SAFE_INTEGER
  if (!/^\d{1,15}$/.test(after)) throw bad()
  return Number(after)
}

/** The position of an event in a list by time and then by another value. */
export const timePosition = (at: Date, rest: string) => `${at.getTime()}.${rest}`

/** Reads a position of `timePosition`; null from the newest. */
export function readTimePosition(
  after: string | null,
  restShape: RegExp,
): { readonly at: Date; readonly rest: string } | null {
  if (after === null) return null
  const [, ms = '', rest = ''] = /^(-?\d{1,14})\.([\w-]+)$/.exec(after) ?? []
  if (ms === '' || !restShape.test(rest)) throw bad()
  return { at: new Date(Number(ms)), rest }
}
