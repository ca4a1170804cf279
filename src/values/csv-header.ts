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
