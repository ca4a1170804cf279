import type { GetICUArgs } from '@schummar/icu-type-parser'
import { IntlMessageFormat } from 'intl-messageformat'

/** The values that an ICU message needs, by the names in its braces. */
export type Values<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date | number }
>

/** Parses the ICU messages of one language, each once. */
export function createParser(locale: string): (message: string) => IntlMessageFormat {
  const parsed = new Map<string, IntlMessageFormat>()
  return (message) => {
    const known = parsed.get(message)
    if (known !== undefined) return known
    const format = new IntlMessageFormat(message, locale)
    parsed.set(message, format)
    return format
  }
}

/** Fills the values into ICU messages of one language. Only for messages of a catalog: each is kept. */
export function createFill(
  locale: string,
): <Message extends string>(message: Message, values: Values<Message>) => string {
  const parse = createParser(locale)
  return (message, values) => String(parse(message).format(values as Record<string, string | number>))
}

/** The type of a catalog in another language: the same keys, any texts. */
export type Translated<Catalog> = {
  readonly [Key in keyof Catalog]: Catalog[Key] extends string ? string : Translated<Catalog[Key]>
}
