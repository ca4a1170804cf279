/** A text with parsed placeholders, to be filled many times. */
export interface CompiledText {
  /** Each placeholder once, in order, in lower case. */
  readonly placeholders: readonly string[]
  /**
   * Replaces the placeholders with values. Braces in a value have no meaning. Null if the result is longer than the
   * maximum: short texts with many placeholders can become very long.
   */
  fill(valueFor: (placeholder: string) => string, lengthMax?: number): string | null
}

/**
 * In braces: a letter, followed by letters, digits and underscores, at most 32 characters. Other text in braces is
 * literal.
 */
const placeholder = /\{([A-Za-z][A-Za-z0-9_]{0,31})\}/

export function compileText(text: string): CompiledText {
  // `split` returns the captured names at every second position.
  const [start = '', ...rest] = text.split(placeholder)
  const places = rest.flatMap((name, index) =>
    index % 2 === 0 ? [{ name: name.toLowerCase(), after: rest[index + 1] ?? '' }] : [],
  )
  return {
    placeholders: [...new Set(places.map(({ name }) => name))],
    fill(valueFor, lengthMax = Number.POSITIVE_INFINITY) {
      let filled = start
      for (const { name, after } of places) {
        filled += valueFor(name) + after
        if (filled.length > lengthMax) return null
      }
      return filled
    },
  }
}

export const listPlaceholders = (text: string): readonly string[] => compileText(text).placeholders
