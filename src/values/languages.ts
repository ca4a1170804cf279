/** Languages with a complete catalog. The first is the default. */
export const languages = ['en', 'sw', 'fr'] as const
export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'en'

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language)

/** Returns the first tag that has a catalog, such as `fr` for `fr-CD`, or null. */
export function matchLanguage(tags: readonly string[]): Language | null {
  for (const tag of tags) {
    const primary = tag.trim().split('-')[0]?.toLowerCase()
    if (isLanguage(primary)) return primary
  }
  return null
}

const acceptLengthMax = 1_000

/** Language tags of an Accept-Language header, preferred first. */
export function acceptedTags(header: string | undefined): readonly string[] {
  return (header ?? '')
    .slice(0, acceptLengthMax)
    .split(',')
    .map((part) => {
      const [tag = '', quality = 'q=1'] = part.trim().split(/\s*;\s*/)
      return { tag, quality: Number(/^q=([\d.]+)$/.exec(quality)?.[1] ?? 0) }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}
