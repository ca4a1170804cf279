import { texts } from '../../catalogs/index.ts'
import { commandKinds, type InboundKind as Kind } from '../../contract/account/inbound.ts'
import type { Language } from '../../values/languages.ts'
import { fold } from '../../values/sms.ts'

export type { InboundKind as Kind } from '../../contract/account/inbound.ts'

/** The command words of an account, in capitals. */
export interface Words {
  readonly stop: readonly string[]
  readonly start: readonly string[]
  readonly help: readonly string[]
  /** The reply to HELP; empty for no reply. */
  readonly helpReply: string
}

/** The most common words in English, Swahili, French and Portuguese. */
export const commandWords: Omit<Words, 'helpReply'> = {
  stop: [
    ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'],
    ...['ACHA', 'SIMAMISHA', 'ONDOA', 'SITAKI', 'ARRET', 'PARAR'],
  ],
  start: ['START', 'UNSTOP', 'SUBSCRIBE', 'ANZA', 'ENDELEA', 'REPRENDRE', 'VOLTAR'],
  help: ['HELP', 'INFO', 'MSAADA', 'AIDE', 'AJUDA'],
}

export const defaultWords = (language: Language): Words => ({
  ...commandWords,
  helpReply: texts[language].t.helpReply,
})

export const wordLengthMax = 32

const lookedAtMax = 200

/**
 * The first words of a text, folded to upper case. A third word only shows that there are more, so the rest of a long
 * text is not read.
 */
export const firstWords = (text: string): string[] =>
  text
    .trim()
    .slice(0, lookedAtMax)
    .split(/\s+/)
    .map(fold)
    .filter((word) => word !== '')
    .slice(0, 3)

/** A command is one of the words alone, or followed by the keyword of the account. */
export function kindOf(text: string, words: Words, keyword: string | null): Kind {
  const [first, second, third] = firstWords(text)
  if (first === undefined || third !== undefined || (second !== undefined && second !== keyword)) return 'message'
  return findCommand(words, first) ?? 'message'
}

const missingPart = '…'

/**
 * Joins the parts of a message. A run of missing parts becomes one ellipsis, because a single part may claim to be one
 * of 255.
 */
export function joinParts(parts: ReadonlyMap<number, string>, total: number): string {
  const texts = Array.from({ length: total }, (_, index) => parts.get(index + 1) ?? null)
  return texts.map((text, index) => text ?? (index > 0 && texts[index - 1] === null ? '' : missingPart)).join('')
}

/**
 * Removes NUL characters and lone surrogates, which phones and carriers send but the database and JSON cannot store.
 */
export const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

export const findCommand = (words: Words, word: string): Exclude<Kind, 'message'> | null =>
  commandKinds.find((kind) => words[kind].includes(word)) ?? null
