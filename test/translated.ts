/**
 * Runs the browser tests in another language: `NGOMA_TEST_LANGUAGE=sw node test/run.js 'test/browser/*.test.ts'`. The
 * tests look for English texts; here each is replaced by its translation in the catalogs. Text that is in no catalog
 * is data and stays.
 */
import type { Locator, Page } from 'playwright-core'
import { beginOf, endOf, escaped, lettersIn, loose, type Message, readPairs, wordsIn } from './translated-texts.ts'

const chosen = process.env.NGOMA_TEST_LANGUAGE
/** The language of the browser tests, if it is not English. */
export const testLanguage = chosen === 'sw' || chosen === 'fr' ? chosen : null
export const testLocale = { none: 'en-GB', sw: 'sw-TZ', fr: 'fr-FR' }[testLanguage ?? 'none']

interface Match {
  readonly values: ReadonlyMap<string, string>
  /** Letters of the message in the query; more for a whole message. */
  readonly score: number
  /** The query is all of the message. */
  readonly isFull: boolean
}

const wholeScore = 1_000
/** Stands for `\d+` in a pattern. */
const anyNumber = '98765'
/** Longer messages are no names of fields or buttons. */
const otherMax = 60
const shareMin = 0.15

interface Span {
  /** The pattern of this part of a message; null for one literal, which contains the query instead. */
  readonly pattern: RegExp | null
  readonly names: readonly string[]
  readonly text: string
}

const spans = new Map<Message, readonly Span[]>()

/** The parts of a message from token to token. The first and the last literal may be cut. */
function spansOf(message: Message): readonly Span[] {
  const known = spans.get(message)
  if (known !== undefined) return known
  const all = message.flatMap((_, first) =>
    message.slice(first).map((_token, count): Span => {
      const part = message.slice(first, first + count + 1)
      const sources = part.map((token, index) => {
        if (typeof token !== 'string') return '(.+?)'
        return index === 0 ? endOf(token) : index === part.length - 1 ? beginOf(token) : loose(token)
      })
      return {
        pattern: part.length === 1 ? null : new RegExp(`^${sources.join('')}$`, 'is'),
        names: part.flatMap((token) => (typeof token === 'string' ? [] : [token.value])),
        text: part.length === 1 && typeof part[0] === 'string' ? part[0].toLowerCase() : '',
      }
    }),
  )
  // The longest part comes first.
  spans.set(
    message,
    all.toSorted((a, b) => b.names.length - a.names.length),
  )
  return all
}

/** Finds a query in a message: the place with the most letters. */
function match(query: string, message: Message): Match | null {
  const plain = query.toLowerCase().trim()
  const letters = lettersIn(query)
  const lettersOfMessage = lettersIn(message.filter((token) => typeof token === 'string').join(''))
  let best: Match | null = null
  for (const { pattern, names, text } of spansOf(message)) {
    if (pattern === null) {
      if (!text.includes(plain)) continue
      const isWhole = message.length === 1 && plain.length === text.trim().length
      return { values: new Map(), score: letters + (isWhole ? wholeScore : 0), isFull: isWhole }
    }
    const values = pattern.exec(query)?.slice(1)
    if (values === undefined) continue
    const matched = letters - lettersIn(values.join(''))
    // Of two places with the same letters, the one with more punctuation is longer.
    const shown = query.length - values.join('').length
    const isFull = matched === lettersOfMessage
    const score = matched + shown / 100 + (isFull ? 0.5 : 0)
    if (matched >= 2 && matched >= shareMin * letters && score > (best?.score ?? 0))
      best = { values: new Map(names.map((name, index) => [name, values[index] ?? ''])), score, isFull }
  }
  return best
}

function createTranslate(language: 'sw' | 'fr') {
  const pairs = readPairs(language)
  const whole = new Map<string, string[]>()
  for (const { english, translated } of pairs)
    for (const [text, ...rest] of english)
      if (typeof text === 'string' && rest.length === 0)
        whole.set(text, [
          ...(whole.get(text) ?? []),
          ...translated.filter((one) => one.every((token) => typeof token === 'string')).map((one) => one.join('')),
        ])
  const wordsByLength = [...whole.keys()].filter((text) => text.length > 2).toSorted((a, b) => b.length - a.length)

  const anyOf = (sources: readonly string[]) => `(?:${[...new Set(sources)].join('|')})`
  const anyValue = (value: string | undefined) => {
    if (value === undefined) return '[\\s\\S]*?'
    const [, count, unit] = /^(\d+) (minute|hour|day)s?$/.exec(value) ?? []
    const inUnit =
      unit === undefined
        ? []
        : [loose(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Number(count)))]
    // Dates are written in another way.
    const isDate = unit === undefined && /\d{4}|\d:\d/.test(value) && /\p{L}/u.test(value)
    // A label in a sentence begins with a small letter.
    const asLabel = whole.get(value.charAt(0).toUpperCase() + value.slice(1)) ?? []
    const end = /\d$/.test(value) ? '(?!\\d)' : ''
    const written = isDate ? ['[^\\n]*?\\d[^\\n]*?'] : []
    return anyOf([translateParts(value), ...asLabel.map(loose), ...inUnit, ...written]) + end
  }

  /** Each whole message in a text, such as the status in the name of a row. */
  function translateParts(text: string): string {
    const places: { at: number; length: number; source: string }[] = []
    for (const word of wordsByLength)
      for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
        const isWord = !/[p{L}_{]/u.test(text[at - 1] ?? '') && !/[p{L}_}]/u.test(text[at + word.length] ?? '')
        const isFree = places.every((one) => at + word.length <= one.at || at >= one.at + one.length)
        if (isWord && isFree)
          places.push({ at, length: word.length, source: anyOf([word, ...(whole.get(word) ?? [])].map(loose)) })
      }
    let end = 0
    const parts = places
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, length, source }) => {
        const before = loose(text.slice(end, at))
        end = at + length
        return before + source
      })
    return parts.join('') + loose(text.slice(end))
  }

  function find(query: string): readonly (Pick<Match, 'score' | 'isFull'> & { readonly source: string })[] {
    const words = new Set(wordsIn(query))
    return pairs.flatMap(({ english, translated, words: ofMessage }) => {
      if (!ofMessage.some((word) => words.has(word))) return []
      const [found] = english
        .map((message) => match(query, message))
        .filter((one) => one !== null)
        .toSorted((a, b) => b.score - a.score)
      if (found === undefined) return []
      const written = translated.map((message) =>
        message
          .map((token) => (typeof token === 'string' ? loose(token) : anyValue(found.values.get(token.value))))
          .join(''),
      )
      return [{ source: anyOf(written), score: found.score, isFull: found.isFull }]
    })
  }

  const written = pairs.map(({ english, translated }) => ({
    english: english.map((tokens) =>
      tokens
        .filter((token) => typeof token === 'string')
        .join(' ')
        .toLowerCase(),
    ),
    translated: translated.map((tokens) => ({
      text: tokens
        .filter((token) => typeof token === 'string')
        .join(' ')
        .toLowerCase(),
      source: tokens.map((token) => (typeof token === 'string' ? loose(token) : '[\\s\\S]*?')).join(''),
    })),
  }))

  /** Matches no longer text that contains the translation by chance: `Namba` is in `Namba yako`. */
  function exceptOthers(query: string): string {
    const texts = (whole.get(query) ?? []).map((text) => text.toLowerCase())
    const plain = query.toLowerCase()
    const others = written.flatMap(({ english, translated }) =>
      english.some((text) => text.includes(plain))
        ? []
        : translated
            .filter(
              ({ text }) => text.length < otherMax && !texts.includes(text) && texts.some((one) => text.includes(one)),
            )
            .map(({ source }) => source),
    )
    return others.length === 0 ? '' : `(?!\\s*${anyOf(others)}(?:\\s*\\*)?\\s*$)`
  }

  const kept = new Map<string, string>()
  /** The source of a pattern for the translations of a text. */
  function translateAny(query: string): string {
    const known = kept.get(query)
    if (known !== undefined) return known
    kept.set(query, loose(query))
    const found = lettersIn(query) === 0 ? [] : find(query)
    const best = Math.max(...found.map(({ score }) => score))
    const sources = found
      .filter(({ score, isFull }) => score === best || (isFull && best < wholeScore))
      .map(({ source }) => source)
    const source = anyOf([loose(query), translateParts(query), ...sources])
    kept.set(query, source)
    return source
  }

  /**
   * Patterns of tests are literals with anchors, `.*` between them, and `\d+` for a number. In others, only whole
   * messages are replaced.
   */
  function translatePattern({ source, flags }: RegExp): RegExp {
    const [, start = '', inner = '', end = ''] = /^(\^?)(.*?)((?<!\\)\$?)$/s.exec(source) ?? []
    const pieces = inner.split(' .* ').length > 1 ? inner.split(' .* ') : inner.split('.*')
    const literals = pieces.map((piece) => piece.replaceAll('\\d+', anyNumber).replace(/\\(?=[^\p{L}\d])/gu, ''))
    const areLiteral = literals.every((literal, index) => {
      const piece = pieces[index]?.replaceAll('\\d+', anyNumber)
      return escaped(literal) === piece?.replaceAll('\\/', '/').replaceAll('/', '\\/')
    })
    const withNumbers = (text: string) => text.replaceAll(anyNumber, '\\d+')
    const [only = ''] = literals
    if (areLiteral && literals.length > 1)
      return new RegExp(withNumbers(`${start}${literals.map(translateAny).join('[\\s\\S]*')}${end}`), flags)
    if (areLiteral) {
      const others = end === '' ? exceptOthers(only) : ''
      const begin = start === '' && others !== '' ? `^${others}[\\s\\S]*` : `${start}${others}`
      const all = withNumbers(`${begin}${translateAny(only)}${end}`)
      return new RegExp(all, others === '' ? flags : `${flags.replace('i', '')}i`)
    }
    const alternatives = inner.split(/(?<!\\)\|/).map((one) => one.replace(/^\^/, ''))
    if (alternatives.length > 1 && !/[()]/.test(inner))
      return new RegExp(`${start}${anyOf(alternatives.map(translateAny))}${end}`, flags)
    let changed = inner
    for (const word of wordsByLength)
      if (word.length > 3 && /^[\p{L} ,.]+$/u.test(word))
        changed = changed.replace(
          new RegExp(`(?<![\\p{L}\\\\|:])${escaped(word)}(?!\\p{L}|\\|)`, 'gu'),
          anyOf([word, ...(whole.get(word) ?? [])].map(loose)),
        )
    return new RegExp(`${start}${changed}${end}`, flags)
  }

  return (query: string | RegExp, exact = false): string | RegExp => {
    if (typeof query !== 'string') return translatePattern(query)
    const source = translateAny(query)
    // Numbers have other separators.
    if (source === anyOf([loose(query)]) && !/\d[,.]\d|\d%/.test(query)) return query
    if (exact) return new RegExp(`^\\s*${source}\\s*$`)
    const others = exceptOthers(query)
    return new RegExp(others === '' ? source : `^${others}[\\s\\S]*${source}`, 'i')
  }
}

const translate = testLanguage === null ? null : createTranslate(testLanguage)

/** A pattern for texts that a test reads from the page. */
export const inTestLanguage = (pattern: RegExp): RegExp => (translate?.(pattern) as RegExp | undefined) ?? pattern

type Options = { readonly exact?: boolean; readonly name?: string | RegExp; readonly hasText?: string | RegExp }
type Patched = Record<string, (first: unknown, options?: Options) => unknown>

/** Replaces the texts in all locators of the process. */
export function translateLocators(page: Page): void {
  if (translate === null || 'isTranslated' in page.constructor) return
  Object.assign(page.constructor, { isTranslated: true })
  const inOptions = (options?: Options): Options | undefined =>
    options && {
      ...options,
      ...(options.name === undefined ? {} : { name: translate(options.name, options.exact) }),
      ...(options.hasText === undefined ? {} : { hasText: translate(options.hasText) }),
    }
  const locator: Locator = page.locator('body')
  for (const one of [page, locator]) {
    const prototype = Object.getPrototypeOf(one) as Patched
    for (const name of ['getByText', 'getByLabel', 'getByPlaceholder'] as const) {
      const original = prototype[name]
      prototype[name] = function (text, options) {
        return original?.call(this, translate(text as string, options?.exact), options)
      }
    }
    for (const name of ['getByRole', 'locator'] as const) {
      const original = prototype[name]
      prototype[name] = function (first, options) {
        return original?.call(this, first, inOptions(options))
      }
    }
  }
  const prototype = Object.getPrototypeOf(locator) as Patched
  const { filter } = prototype
  prototype.filter = function (options) {
    return filter?.call(this, inOptions(options as Options))
  }
}
