import type { GetICUArgs } from '@schummar/icu-type-parser'
import { createFormat } from './message.ts'

/** The values that an ICU message needs, by the names in its braces. */
export type Values<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date | number }
>

/** Fills the values into ICU messages of one language. Only for messages of a catalog: each is kept. */
export function createFill(
  locale: string,
): <Message extends string>(message: Message, values: Values<Message>) => string {
  const format = createFormat(locale)
  const join = (children: readonly string[]) => children.join('')
  return (message, values) => join(format<string>(message, values as Record<string, string | number>, join))
}

/** The type of a catalog in another language: the same keys, any texts. */
export type Translated<Catalog> = {
  readonly [Key in keyof Catalog]: Catalog[Key] extends string ? string : Translated<Catalog[Key]>
}
