import type { Catalog, OperatorCatalog } from './catalog.ts'
import { catalog as english } from './en/index.ts'
import { operatorCatalog as operatorEnglish } from './en/operator.ts'

function pseudo(value: unknown): unknown {
  if (typeof value === 'string') return `⟦${accent(value)}⟧`
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, pseudo(inner)]))
}

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aeiouAEIOUcnyszCNYSZ'].map((letter, index) => [letter, [...'áéíóúÁÉÍÓÚçñýšžÇÑÝŠŽ'][index] ?? letter]),
)

/** Text is outside of braces or in the second pair, as in `{count, plural, one {# message} other {# messages}}`. */
function accent(message: string): string {
  let depth = 0
  let isTag = false
  return [...message]
    .map((character) => {
      if (character === '{') depth += 1
      else if (character === '}') depth -= 1
      else if (character === '<') isTag = true
      else if (character === '>') isTag = false
      return depth % 2 === 0 && !isTag ? (accents[character] ?? character) : character
    })
    .join('')
}

/**
 * The English catalog with accents and brackets: text without them is not in a catalog. For tests, which choose it with
 * `localStorage.setItem('ngoma.language', 'en-XA')`.
 */
export const catalog = pseudo(english) as Catalog
export const operatorCatalog = pseudo(operatorEnglish) as OperatorCatalog
