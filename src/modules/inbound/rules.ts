import { texts } from '../../catalogs/index.ts'
import { commandKinds, type InboundKind as Kind } from '../../contract/console/inbound.ts'
import type { Language } from '../../values/languages.ts'
import { fold } from '../../values/word.ts'

export type { InboundKind as Kind } from '../../contract/console/inbound.ts'

/** The words that mean something to an account, in capitals. */
export interface Words {
  readonly stop: readonly string[]
  readonly start: readonly string[]
  readonly help: readonly string[]
  /** What is answered to who asks for help; empty: nothing. */
  readonly helpReply: string
}

/** Swahili, French and Portuguese beside English: what people around us write. */
export const usualWords: Omit<Words, 'helpReply'> = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'ACHA', 'SIMAMISHA', 'ARRET', 'PARAR'],
  start: ['START', 'UNSTOP', 'SUBSCRIBE', 'ANZA', 'ENDELEA', 'REPRENDRE', 'VOLTAR'],
  help: ['HELP', 'INFO', 'MSAADA', 'AIDE', 'AJUDA'],
}

export const defaultWords = (language: Language): Words => ({
  ...usualWords,
  helpReply: texts[language].t.helpReply,
})

export const wordLengthMax = 32

const lookedAtMax = 200

/** The first words of a text, folded. A third is only there to be noticed, so no more of a long text is looked at. */
export const firstWords = (text: string): string[] =>
  text
    .trim()
    .slice(0, lookedAtMax)
    .split(/\s+/)
    .map(fold)
    .filter((word) => word !== '')
    .slice(0, 3)

/** A command is the word alone, or with the keyword of the account behind it. */
export function kindOf(text: string, words: Words, keyword: string | null): Kind {
  const [first, second, third] = firstWords(text)
  if (first === undefined || third !== undefined || (second !== undefined && second !== keyword)) return 'message'
  return findCommand(words, first) ?? 'message'
}

const missingPart = '…'

/**
 * The text of all parts; a mark where some never came, one for all that follow each other: a single part may claim to
 * be one of 255.
 */
export function joinParts(parts: ReadonlyMap<number, string>, total: number): string {
  const texts = Array.from({ length: total }, (_, index) => parts.get(index + 1) ?? null)
  return texts.map((text, index) => text ?? (index > 0 && texts[index - 1] === null ? '' : missingPart)).join('')
}

/** As a database and JSON can keep it: without NUL, and without halves of characters. Phones and carriers send both. */
export const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** The list that has the word. */
export const findCommand = (words: Words, word: string): Exclude<Kind, 'message'> | null =>
  commandKinds.find((kind) => words[kind].includes(word)) ?? null
