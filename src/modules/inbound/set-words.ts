import type { Context } from '../../context.ts'
import { fold } from '../../values/word.ts'
import { findLanguage } from '../accounts/index.ts'
import { badWord, keywordIsCommand, wordInTwoLists, wordIsKeyword } from './errors.ts'
import { commandWords, defaultWords, findCommand, type Words, wordLengthMax } from './rules.ts'
import { findKeywordOf, findWords, putWords } from './store.ts'

const wordShape = /^[\p{L}\p{N}]+$/u

/** Folds a word like the words of incoming messages. */
export function readWord(text: string): string {
  const word = fold(text)
  if (!wordShape.test(word) || word.length > wordLengthMax) throw badWord(text)
  return word
}

export const showWords = async (ctx: Context, accountId: number): Promise<Words> =>
  (await findWords(ctx.db, accountId)) ?? defaultWords(await findLanguage(ctx, accountId))

/**
 * A keyword must not be a command word: people who use it would opt out by accident. On a shared number, it would also
 * take the default command words away from the other accounts.
 */
export async function checkKeyword(ctx: Context, accountId: number, keyword: string): Promise<void> {
  if (commandWords.stop.includes(keyword) || findCommand(await showWords(ctx, accountId), keyword) !== null)
    throw keywordIsCommand(keyword)
}

/** Rejects a word in two lists, because its meaning would depend on the order of the lists. */
export async function setWords(ctx: Context, accountId: number, change: Partial<Words>): Promise<Words> {
  const { stop, start, help, helpReply } = { ...(await showWords(ctx, accountId)), ...change }
  const words: Words = {
    stop: readList(stop),
    start: readList(start),
    help: readList(help),
    helpReply: helpReply.trim(),
  }
  const seen = new Set<string>()
  for (const word of [...words.stop, ...words.start, ...words.help]) {
    if (seen.has(word)) throw wordInTwoLists(word)
    seen.add(word)
  }
  const keyword = await findKeywordOf(ctx.db, accountId, [...seen])
  if (keyword !== null) throw wordIsKeyword(keyword)
  await putWords(ctx.db, accountId, words, ctx.clock.now())
  return words
}

const readList = (words: readonly string[]) => [...new Set(words.map(readWord))]
