/**
 * Formats the ICU messages of the catalogs: values, numbers, percentages, plural, select, and tags. The reference
 * implementation adds 20 KB to the first page; a test compares the two for every message.
 */

type Part =
  | string
  | { readonly type: 'value'; readonly name: string }
  | { readonly type: 'number'; readonly name: string; readonly style: string | undefined }
  | { readonly type: 'tag'; readonly name: string; readonly children: readonly Part[] }
  | {
      readonly type: 'plural' | 'select'
      readonly name: string
      readonly options: ReadonlyMap<string, readonly Part[]>
    }
  /** The number of the plural around it. */
  | { readonly type: 'count' }

type Values<Element> = Readonly<Record<string, string | number | Element | ((children: Element) => Element)>>

/** Parses the parts from `text.at` to the end of the message, of an option or of a tag. */
function parseParts(text: { readonly all: string; at: number }, isPlural: boolean): readonly Part[] {
  const parts: Part[] = []
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = text.at
    const found = pattern.exec(text.all)
    if (found) text.at = pattern.lastIndex
    return found
  }
  const need = (pattern: RegExp): RegExpExecArray => {
    const found = take(pattern)
    if (found === null) throw new Error(`expected ${pattern.source} at ${text.at} of the message: ${text.all}`)
    return found
  }
  while (text.at < text.all.length && !/^(\}|<\/)/.test(text.all.slice(text.at, text.at + 2))) {
    const [literal] = take(isPlural ? /[^{}<#]+/y : /[^{}<]+/y) ?? []
    const [, tag] = literal === undefined ? (take(/<(\w+)>/y) ?? []) : []
    if (literal !== undefined) parts.push(literal)
    else if (tag !== undefined) {
      parts.push({ type: 'tag', name: tag, children: parseParts(text, isPlural) })
      need(new RegExp(`</${tag}>`, 'y'))
    } else if (take(/#/y)) parts.push({ type: 'count' })
    else {
      const [, name = '', type] = need(/\{\s*(\w+)\s*(?:,\s*(number|plural|select)\s*)?/y)
      if (type === 'plural' || type === 'select') {
        const options = new Map<string, readonly Part[]>()
        need(/,\s*/y)
        for (let option = take(/(=?\w+)\s*\{/y); option !== null; option = take(/(=?\w+)\s*\{/y)) {
          options.set(option[1] ?? '', parseParts(text, type === 'plural' || isPlural))
          need(/\}\s*/y)
        }
        parts.push({ type, name, options })
      } else if (type === 'number') parts.push({ type, name, style: take(/,\s*(percent)\s*/y)?.[1] })
      else parts.push({ type: 'value', name })
      need(/\}/y)
    }
  }
  return parts
}

function parseMessage(all: string): readonly Part[] {
  const text = { all, at: 0 }
  const parts = parseParts(text, false)
  if (text.at < all.length) throw new Error(`unexpected ${all[text.at]} at ${text.at} of the message: ${all}`)
  return parts
}

/** Formats messages of one language into texts and elements. Only for messages of a catalog: each is kept parsed. */
export function createFormat(locale: string) {
  const parsed = new Map<string, readonly Part[]>()
  const plurals = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const percents = new Intl.NumberFormat(locale, { style: 'percent' })

  function format<Element>(
    parts: readonly Part[],
    values: Values<Element>,
    wrap: (children: readonly (string | Element)[]) => Element,
    count = 0,
  ): (string | Element)[] {
    return parts.flatMap((part): string | Element | (string | Element)[] => {
      if (typeof part === 'string') return part
      if (part.type === 'count') return numbers.format(count)
      const value = values[part.name]
      if (part.type === 'value') return typeof value === 'number' ? String(value) : (value as string | Element)
      if (part.type === 'number') return (part.style === 'percent' ? percents : numbers).format(value as number)
      if (part.type === 'tag')
        return (value as (children: Element) => Element)(wrap(format(part.children, values, wrap, count)))
      const { options } = part
      const other = options.get('other') ?? []
      if (part.type === 'select') return format(options.get(String(value)) ?? other, values, wrap, count)
      const chosen = options.get(`=${value}`) ?? options.get(plurals.select(value as number)) ?? other
      return format(chosen, values, wrap, value as number)
    })
  }

  return <Element>(
    message: string,
    values: Values<Element>,
    wrap: (children: readonly (string | Element)[]) => Element,
  ): (string | Element)[] => {
    const known = parsed.get(message) ?? parseMessage(message)
    parsed.set(message, known)
    return format(known, values, wrap)
  }
}
