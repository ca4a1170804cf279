/** How many letters must be put in, taken out or changed to make one word of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, changed))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** The word that somebody who wrote this probably meant; null when none is much like it. */
export function findNearest(word: string, known: readonly string[]): string | null {
  const [best] = known.map((one) => ({ one, far: distance(word.toLowerCase(), one.toLowerCase()) })).toSorted((a, b) => a.far - b.far)
  return best && best.far <= Math.max(1, Math.floor(best.one.length / 4)) ? best.one : null
}
