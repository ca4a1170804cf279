import type { Context } from '../../context.ts'
import { fold } from '../../values/word.ts'
import { findLanguage } from '../accounts/index.ts'
import { badWord, keywordIsCommand, wordIsKeyword, wordTwice } from './errors.ts'
import { defaultWords, findCommand, usualWords, type Words, wordLengthMax } from './rules.ts'
import { findKeywordOf, findWords, putWords } from './store.ts'

const wordShape = /^[\p{L}\p{N}]+$/u

/** A word as messages are compared with it. */
export function readWord(text: string): string {
  const word = fold(text)
  if (!wordShape.test(word) || word.length > wordLengthMax) throw badWord(text)
  return word
}

export const showWords = async (ctx: Context, accountId: number): Promise<Words> =>
  (await findWords(ctx.db, accountId)) ?? defaultWords(await findLanguage(ctx, accountId))

/**
 * A keyword that is also a command would opt people out who only wanted to write; and on a number that accounts share
 * it would take from the others what people tell them with the usual words.
 */
export async function checkKeyword(ctx: Context, accountId: number, keyword: string): Promise<void> {
  if (usualWords.stop.includes(keyword) || findCommand(await showWords(ctx, accountId), keyword) !== null)
    throw keywordIsCommand(keyword)
}

/** A word in two lists would mean whichever is looked at first. */
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
    if (seen.has(word)) throw wordTwice(word)
    seen.add(word)
  }
  const keyword = await findKeywordOf(ctx.db, accountId, [...seen])
  if (keyword !== null) throw wordIsKeyword(keyword)
  await putWords(ctx.db, accountId, words, ctx.clock.now())
  return words
}

const readList = (words: readonly string[]) => [...new Set(words.map(readWord))]
