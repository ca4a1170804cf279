/**
 * Days as people mean them, where they are and with the last one in it, as moments for the server: the first that
 * counts, and the first that does not.
 */
export function readPeriod(
  from: string | undefined,
  to: string | undefined,
): { readonly from?: string; readonly to?: string } {
  const [begin, end] = [midnightOf(from, 0), midnightOf(to, 1)]
  return { ...(begin === null ? {} : { from: begin }), ...(end === null ? {} : { to: end }) }
}

/** A day may have 23 or 25 hours, so it is counted by the calendar. */
function midnightOf(day: string | undefined, daysLater: number): string | null {
  const [year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined || year < 1000) return null
  return new Date(year, month - 1, date + daysLater).toISOString()
}
