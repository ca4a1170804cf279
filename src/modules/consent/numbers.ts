import type { Context } from '../../context.ts'
import { type OptOutSource, optOutSources } from '../../contract/account/consent.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { readOneOf } from '../../values/filters.ts'
import { parseTypedPhone, parseTypedPrefix } from '../../values/local-number.ts'
import { getTypedPhone } from '../../values/number-fault.ts'
import { invalidParameter, type Query } from '../../values/page.ts'
import type { Phone } from '../../values/phone.ts'
import { findCountry } from '../accounts/index.ts'
import { optOutList } from './lists.ts'
import { deleteNumber, insertNumbers } from './store.ts'

/** The list of the installation belongs to no account, so its numbers need their country code. */
export const countryOf = async (ctx: Context, accountId: number | null) =>
  accountId === null ? null : findCountry(ctx, accountId)

export const readNumber = async (ctx: Context, accountId: number | null, text: string): Promise<Phone> =>
  getTypedPhone(text, await countryOf(ctx, accountId))

export async function readFilter(ctx: Context, accountId: number | null, query: Query) {
  const { q = '' } = query
  const prefix = typeof q === 'string' ? parseTypedPrefix(q, await countryOf(ctx, accountId)) : null
  if (prefix === null) throw invalidParameter('q', 'the first digits of a number, at most 15')
  return { accountId, prefix, source: readOneOf(query, 'source', optOutSources) }
}

/**
 * False when the number is not on the list. The stored form comes first: it may be no longer valid, or be a national
 * number too.
 */
export async function removeNumber(
  ctx: Context,
  list: Parameters<typeof deleteNumber>[1],
  accountId: number | null,
  number: string,
): Promise<boolean> {
  if (await deleteNumber(ctx.db, list, accountId, number.replace(/^\+/, ''))) return true
  const phone = parseTypedPhone(number, await countryOf(ctx, accountId))
  return phone !== null && deleteNumber(ctx.db, list, accountId, phone)
}

export const insertOptOut = (db: Queryable, accountId: number, phone: string, source: OptOutSource, now: Date) =>
  insertNumbers(db, optOutList, accountId, [{ phone, source, createdAt: now }])

/** From now on, the number gets only PINs from this account. */
export async function addOptOut(ctx: Context, accountId: number, number: string, source: OptOutSource): Promise<Phone> {
  const phone = await readNumber(ctx, accountId, number)
  await insertOptOut(ctx.db, accountId, phone, source, ctx.clock.now())
  return phone
}

export const deleteOptOut = (db: Queryable, accountId: number, phone: string) =>
  deleteNumber(db, optOutList, accountId, phone)
