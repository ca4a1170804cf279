/**
 * Parses request headers, one `Name: value` per line. A name without a value removes the header. Returns null when a
 * line has no colon or a name occurs twice.
 */
export function parseHeaderLines(text: string): Record<string, string | null> | null {
  const headers = new Map<string, string | null>()
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon < 1 || headers.has(name)) return null
    headers.set(name, line.slice(colon + 1).trim() || null)
  }
  return Object.fromEntries(headers)
}
