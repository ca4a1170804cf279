const twoDigits = (part: number) => String(part).padStart(2, '0')

/** The server’s format: UTC, to the minute. */
export function toScheduleTime(local: string): string | null {
  const at = new Date(local)
  if (local === '' || Number.isNaN(at.getTime())) return null
  const day = `${at.getUTCFullYear()}-${twoDigits(at.getUTCMonth() + 1)}-${twoDigits(at.getUTCDate())}`
  return `${day} ${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}`
}
