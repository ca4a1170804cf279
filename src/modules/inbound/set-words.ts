import type { Context } from '../../context.ts'
import { refuse } from '../../values/refusal.ts'
import { fold } from '../../values/sms.ts'
import { findLanguage } from '../accounts/index.ts'
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

const badWord = (word: string) =>
  refuse('invalid_word', {
    detail: `"${word.slice(0, 40)}" is not a word.`,
    hint: 'a word has 1 to 32 letters and digits, without spaces',
  })
const wordInTwoLists = (word: string) =>
  refuse('invalid_word', {
    detail: `${word} is in two lists.`,
    hint: 'a word can be in only one of the lists stop, start and help; remove it from the others',
  })
const keywordIsCommand = (word: string) =>
  refuse('keyword_is_command', {
    detail: `${word} is a command.`,
    hint: 'a message with only this word means STOP, START or HELP; the Opt-outs page and GET /v2/inbound/words list these words',
  })
const wordIsKeyword = (word: string) =>
  refuse('invalid_word', {
    detail: `${word} is a keyword.`,
    hint: 'the Numbers page lists all keywords, as does npx ngoma inbound-number list',
  })
