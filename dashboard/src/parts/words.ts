/** A sentence that begins with these words. */
export const capitalised = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

/** Of hints: `msisdn is in international format`, and not `it is gone`. */
const saysWhatFieldIs = /^(?!(?:it|nobody|that|there|this|what|who) )\w+ is /

/**
 * A hint of the server as a sentence. A field that it begins with stays as programs write it: `dest_addr`, `sortBy`, or
 * `to` where the refusal names it too.
 */
export function sentenceOf(hint: string, message: string): string {
  const [first = ''] = /^[\w-]+/.exec(hint) ?? []
  const isField = /[_\d]|.[A-Z]/.test(first) || saysWhatFieldIs.test(hint) || message.split(/[^\w-]+/).includes(first)
  return `${isField ? hint : capitalised(hint)}.`
}
