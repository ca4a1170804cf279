/** A hint that starts with a field, such as `msisdn is in international format`. */
const startsWithField = /^(?!(?:it|nobody|that|there|this|what|who) )\w+ is /

/**
 * A hint of the server as a sentence. A field name at its start keeps its case: `dest_addr`, `sortBy`, or one of the
 * invalid fields, such as `to`.
 */
export function hintToSentence(hint: string, fields: readonly string[]): string {
  const [first = ''] = /^[\w-]+/.exec(hint) ?? []
  const isField = /[_\d]|.[A-Z]/.test(first) || startsWithField.test(hint) || fields.includes(first)
  const sentence = isField ? hint : capitalised(hint)
  return `${sentence.replace(/\.$/, '')}.`
}

export const capitalised = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

/** A message of `/v1` may name a field: `Invalid Parameter: to`. */
export const wordsOf = (message: string): readonly string[] => message.split(/[^\w-]+/)
