import type { Tx } from '../../engine/db/index.ts'
import { defaultLanguage } from '../../values/languages.ts'
import { defaultWords, firstWords, kindOf, type Words } from './rules.ts'
import { findLastWriter, findNumberOwner, findWords, listKeywords } from './store.ts'

/** The account that a message belongs to, the keyword that selected it, and the command words of the account. */
export interface Owner {
  readonly accountId: number
  readonly keyword: string | null
  readonly words: Words
}

/**
 * Finds the account by keyword or number. On a shared number, falls back to the account that last wrote to the person.
 */
export async function findOwner(tx: Tx, number: string, phone: string, text: string): Promise<Owner | null> {
  const named = await findNamedOwner(tx, number, text)
  if (named !== null) return named
  const accountId = await findLastWriter(tx, number, phone)
  return accountId === null ? null : ownerOf(tx, accountId)
}

/**
 * Finds the account by keyword, then by number. A keyword counts as the first word, or as the second word after a
 * command; elsewhere it is just part of the text.
 */
export async function findNamedOwner(tx: Tx, number: string, text: string): Promise<Owner | null> {
  const [first = '', second = ''] = firstWords(text)
  const keywords = await listKeywords(tx, number, [first, second])
  for (const word of [first, second]) {
    const found = keywords.find(({ keyword }) => keyword === word)
    if (found === undefined) continue
    const words = await wordsOf(tx, found.accountId)
    if (word === first || kindOf(text, words, word) !== 'message') return { ...found, words }
  }
  const accountId = await findNumberOwner(tx, number)
  return accountId === null ? null : ownerOf(tx, accountId)
}

/** The owner when no keyword selected it. */
export const ownerOf = async (tx: Tx, accountId: number): Promise<Owner> => ({
  accountId,
  keyword: null,
  words: await wordsOf(tx, accountId),
})

/** The language does not matter here: the same words are known in all, and the reply is looked up when it is sent. */
const wordsOf = async (tx: Tx, accountId: number): Promise<Words> =>
  (await findWords(tx, accountId)) ?? defaultWords(defaultLanguage)
