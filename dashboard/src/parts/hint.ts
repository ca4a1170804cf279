import { capitalised } from './words.ts'

/** A hint that starts with a field, such as `msisdn is in international format`. */
const startsWithField = /^(?!(?:it|nobody|that|there|this|what|who) )\w+ is /

/**
 * A hint of the server as a sentence. A field name at its start keeps its case: `dest_addr`, `sortBy`, or `to` where the
 * message names it too.
 */
export function hintToSentence(hint: string, message: string): string {
  const [first = ''] = /^[\w-]+/.exec(hint) ?? []
  const isField = /[_\d]|.[A-Z]/.test(first) || startsWithField.test(hint) || message.split(/[^\w-]+/).includes(first)
  const sentence = isField ? hint : capitalised(hint)
  return `${sentence.replace(/\.$/, '')}.`
}
