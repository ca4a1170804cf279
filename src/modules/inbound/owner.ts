import type { Tx } from '../../engine/db/index.ts'
import { defaultLanguage } from '../../values/languages.ts'
import { defaultWords, firstWords, kindOf, type Words } from './rules.ts'
import { findLastWriter, findNumberOwner, findWords, listKeywords } from './store.ts'

/** Whose a message is, by which keyword, and what words mean something to them. */
export interface Owner {
  readonly accountId: number
  readonly keyword: string | null
  readonly words: Words
}

/**
 * Who is named by what was written, or else the account that last wrote to the person from that number, where it is
 * shared.
 */
export async function findOwner(tx: Tx, number: string, phone: string, text: string): Promise<Owner | null> {
  const named = await findNamedOwner(tx, number, text)
  if (named !== null) return named
  const accountId = await findLastWriter(tx, number, phone)
  return accountId === null ? null : ownerOf(tx, accountId)
}

/**
 * The account of the keyword that a text begins with, or that stands behind a command; then that of the number. A
 * keyword that is merely the second word of a sentence means nobody.
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

/** An account that is meant without a keyword. */
export const ownerOf = async (tx: Tx, accountId: number): Promise<Owner> => ({
  accountId,
  keyword: null,
  words: await wordsOf(tx, accountId),
})

/** The language does not matter here: the same words are known in all, and the reply is looked up when it is sent. */
const wordsOf = async (tx: Tx, accountId: number): Promise<Words> =>
  (await findWords(tx, accountId)) ?? defaultWords(defaultLanguage)
