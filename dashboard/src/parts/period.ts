/** Converts two local days, both included, to the start (inclusive) and end (exclusive) that the server takes. */
export function readPeriod(
  from: string | undefined,
  to: string | undefined,
): { readonly from?: string; readonly to?: string } {
  const [begin, end] = [midnightOf(from, 0), midnightOf(to, 1)]
  return { ...(begin === null ? {} : { from: begin }), ...(end === null ? {} : { to: end }) }
}

/** Uses the calendar, because a day may have 23 or 25 hours. */
function midnightOf(day: string | undefined, daysLater: number): string | null {
  const [year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined || year < 1000) return null
  return new Date(year, month - 1, date + daysLater).toISOString()
}
