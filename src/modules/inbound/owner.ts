import type { Tx } from '../../engine/db/index.ts'
import { defaultLanguage } from '../../values/languages.ts'
import { defaultWords, firstWords, kindOf, type Words } from './rules.ts'
import { findLastWriter, findNumberOwner, findWords, listKeywords } from './store.ts'
import { isShared, listNamedWriters, listStoppedBy, listWriters } from './store-shared.ts'

/** The account that a message belongs to, the keyword that selected it, and the command words of the account. */
export interface Owner {
  readonly accountId: number
  readonly keyword: string | null
  readonly words: Words
  /** The command of a message to several accounts, whatever their words are. */
  readonly command?: 'stop' | 'start'
  /** All accounts of a STOP, for the one that confirms it to the person; the last writer first. */
  readonly confirms?: readonly number[]
}

const dayMs = 86_400_000
const writersMs = 30 * dayMs
const namedWritersMs = 7 * dayMs

/**
 * Finds the account by keyword or number. On a shared number, STOP and START without a keyword are for every account
 * that the person can mean, ordered by id so that two messages cannot deadlock. Without such an account, and for other
 * messages, it is the account that last wrote to the person.
 */
export async function findOwners(
  tx: Tx,
  { number, phone, text }: { readonly number: string; readonly phone: string; readonly text: string },
  now: Date,
): Promise<Owner[]> {
  const named = await findNamedOwner(tx, number, text)
  if (named !== null) return [named]
  if (!(await isShared(tx, number))) return []
  const lastId = await findLastWriter(tx, number, phone)
  const last = lastId === null ? null : await ownerOf(tx, lastId)
  const kinds = [defaultWords(defaultLanguage), ...(last === null ? [] : [last.words])].map((words) =>
    kindOf(text, words, null),
  )
  const command = (['stop', 'start'] as const).find((kind) => kinds.includes(kind))
  if (command === undefined) return last === null ? [] : [last]
  const found = await { stop: listMeant, start: listStoppedBy }[command](tx, number, phone, now)
  const meant = found.length === 0 && last !== null ? [last.accountId] : found
  const owners: Owner[] = []
  for (const accountId of meant.toSorted((a, b) => a - b)) {
    const confirms = command === 'stop' && owners.length === 0 ? { confirms: meant } : {}
    owners.push({ ...(await ownerOf(tx, accountId)), command, ...confirms })
  }
  return owners
}

/** The accounts that a STOP without a keyword is for, the last writer first. */
async function listMeant(tx: Tx, number: string, phone: string, now: Date): Promise<number[]> {
  const since = (ms: number) => new Date(now.getTime() - ms)
  const writers = await listWriters(tx, number, phone, since(writersMs))
  return writers.length > 0 ? writers : listNamedWriters(tx, phone, since(namedWritersMs))
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
