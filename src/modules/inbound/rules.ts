/** What a message asks for. */
export const kinds = ['message', 'stop', 'start', 'help'] as const
export type Kind = (typeof kinds)[number]

/** The words that mean something to an account, in capitals. */
export interface Words {
  readonly stop: readonly string[]
  readonly start: readonly string[]
  readonly help: readonly string[]
  /** What is answered to who asks for help; empty: nothing. */
  readonly helpReply: string
}

/** Swahili, French and Portuguese beside English: what people around us write. */
export const usualWords: Words = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'ACHA', 'SIMAMISHA', 'ARRET', 'PARAR'],
  start: ['START', 'UNSTOP', 'SUBSCRIBE', 'ANZA', 'ENDELEA', 'REPRENDRE', 'VOLTAR'],
  help: ['HELP', 'INFO', 'MSAADA', 'AIDE', 'AJUDA'],
  helpReply: 'Reply STOP to get no more messages, START to get them again.',
}

export const wordLengthMax = 32

/** How words are compared: in capitals, without accents and without the marks around them. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

/** The words of a text, folded. No more than two are ever looked at, so no more of a long text is. */
export const firstWords = (text: string): string[] =>
  text
    .trim()
    .slice(0, 200)
    .split(/\s+/, 3)
    .map(fold)
    .filter((word) => word !== '')

/** A command is the word alone, or with the keyword of the account behind it. */
export function kindOf(text: string, words: Words, keyword: string | null): Kind {
  const [first, second, third] = firstWords(text)
  if (first === undefined || third !== undefined || (second !== undefined && second !== keyword)) return 'message'
  return kinds.find((kind) => kind !== 'message' && words[kind].includes(first)) ?? 'message'
}

const missingPart = '…'

/** The text of all parts; a mark where one never came. */
export function joinParts(parts: ReadonlyMap<number, string>, total: number): string {
  return Array.from({ length: total }, (_, index) => parts.get(index + 1) ?? missingPart).join('')
}
