/** A text with parsed placeholders, to be filled many times. */
export interface CompiledText {
  /** Each placeholder once, in order, in lower case. */
  readonly placeholders: readonly string[]
  /** The text without its placeholders. */
  readonly literal: string
  /**
   * Replaces the placeholders with values, or with their fallbacks where the value is missing or empty. Braces in a
   * value have no meaning. Null if the result is longer than the maximum: short texts with many placeholders can become
   * very long.
   */
  fill(valueFor: ValueOf, options?: FillOptions): string | null
}

/** Looks up the value of a placeholder; undefined without one. */
export type ValueOf = (placeholder: string) => string | undefined

export interface FillOptions {
  readonly lengthMax?: number
  /** Called for each placeholder that has neither a value nor a fallback. */
  readonly noteMissing?: (placeholder: string) => void
}

/**
 * In braces: a letter, followed by letters, digits and underscores, at most 32 characters; and perhaps a fallback after
 * `|`. Other text in braces is literal.
 */
const placeholder = /\{([A-Za-z][A-Za-z0-9_]{0,31})(?:\|([^{}]*))?\}/

export function compileText(text: string): CompiledText {
  // `split` returns the name, the fallback or undefined, and the text after each placeholder.
  const [start = '', ...rest] = text.split(placeholder)
  const places: { readonly name: string; readonly fallback: string | undefined; readonly after: string }[] = []
  for (let index = 0; index < rest.length; index += 3)
    places.push({ name: (rest[index] ?? '').toLowerCase(), fallback: rest[index + 1], after: rest[index + 2] ?? '' })
  return {
    placeholders: [...new Set(places.map(({ name }) => name))],
    literal: start + places.map(({ after }) => after).join(''),
    fill(valueFor, { lengthMax = Number.POSITIVE_INFINITY, noteMissing } = {}) {
      let filled = start
      for (const { name, fallback, after } of places) {
        const value = valueFor(name)
        const isEmpty = value === undefined || value.trim() === ''
        if (isEmpty && fallback === undefined) noteMissing?.(name)
        filled += (isEmpty ? (fallback ?? value ?? '') : value) + after
        if (filled.length > lengthMax) return null
      }
      return filled
    },
  }
}

/** A link in a text, such as `{link https://example.com/}`, which campaigns replace with a short URL. */
export const linkPattern = /\{link\s([^{}]*)\}/g

export const listPlaceholders = (text: string): readonly string[] => compileText(text).placeholders

/** The placeholder of a column in a file: that of `First name` is `first_name`. Null for a name that cannot be one. */
export function placeholderOfColumn(column: string): string | null {
  const name = column
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return /^[a-z][a-z0-9_]{0,31}$/.test(name) ? name : null
}
