/**
 * Spreadsheets treat cells that start with these characters as formulas, and contact names are untrusted. So the export
 * adds an apostrophe and the import removes one. Existing apostrophes before such a character get one more, so that
 * every value survives a round trip; a name such as 't Hart is unchanged. The full-width characters start formulas in
 * some languages.
 */
const guarded = /^'*[=+\-@\t\r＝＋－＠]/

export const guardCell = (text: string) => (guarded.test(text) ? `'${text}` : text)

export const unguardCell = (text: string) => (text.startsWith("'") && guarded.test(text) ? text.slice(1) : text)

/** The maximum length of a value that fills a placeholder. */
const valueLengthMax = 1_000

/** The value of a cell, for a placeholder. */
export const readCell = (cell = '') =>
  unguardCell(cell).trim().slice(0, valueLengthMax).toWellFormed().replaceAll('\0', '')

/** Quotes a cell according to RFC 4180. */
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Writes a line with all cells guarded against formula injection. */
export const csvLine = (cells: readonly string[]) => `${cells.map((cell) => quoted(guardCell(cell))).join(',')}\r\n`

/** Normalizes a column name: case, spaces, dashes, underscores and dots are ignored. */
export const nameOfColumn = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Dash}_.]+/gu, '')

const delimiters = [',', ';', '\t'] as const
type Delimiter = (typeof delimiters)[number]

/** Returns the most frequent delimiter outside of quotes in the first non-empty line. */
export function findDelimiter(text: string): Delimiter {
  const counts = new Map<string, number>(delimiters.map((one) => [one, 0]))
  let isQuoted = false
  for (const character of text.trimStart()) {
    if (character === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (character === '\n' || character === '\r') break
    const count = counts.get(character)
    if (count !== undefined) counts.set(character, count + 1)
  }
  return delimiters.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best))
}

/** Whether the text contains the complete first line, so that its delimiter can be found. */
export function hasFirstLine(text: string): boolean {
  let isQuoted = false
  for (const character of text.trimStart()) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) return true
  }
  return false
}
