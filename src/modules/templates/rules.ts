/** A text whose placeholders were found once, to be filled many times. */
export interface CompiledText {
  /** Each once, in the order they come, in lower case. */
  readonly placeholders: readonly string[]
  /** The text with a value in the place of each placeholder. A value is taken as it is, whatever braces it has. */
  fill(valueFor: (placeholder: string) => string): string
}

/**
 * In braces: a letter, then letters, digits and underscores, 32 at most. Anything else in braces is text like any
 * other.
 */
const placeholder = /\{([A-Za-z][A-Za-z0-9_]{0,31})\}/

export function compileText(text: string): CompiledText {
  // What was between the braces comes back at every second place.
  const [start = '', ...rest] = text.split(placeholder)
  const places = rest.flatMap((name, index) =>
    index % 2 === 0 ? [{ name: name.toLowerCase(), after: rest[index + 1] ?? '' }] : [],
  )
  return {
    placeholders: [...new Set(places.map(({ name }) => name))],
    fill(valueFor) {
      let filled = start
      for (const { name, after } of places) filled += valueFor(name) + after
      return filled
    },
  }
}

export const listPlaceholders = (text: string): readonly string[] => compileText(text).placeholders
