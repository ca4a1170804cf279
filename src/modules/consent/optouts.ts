import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { exportRows } from '../../engine/csv/index.ts'
import { parseTypedPhone } from '../../values/local-number.ts'
import type { Phone } from '../../values/phone.ts'
import { findCountry, readTypedPhone } from '../accounts/index.ts'
import { type Imported, importRows } from './import-rows.ts'
import type { OptOutSource } from './model.ts'
import { readTimeCell } from './rules.ts'
import { deleteOptOut, insertOptOut, insertOptOuts, listOptOutsAfter, type OptOut } from './store-optouts.ts'

/** From now on, the number gets only PINs from this account. */
export async function addOptOut(ctx: Context, accountId: number, number: string, source: OptOutSource): Promise<Phone> {
  const phone = await readTypedPhone(ctx, accountId, number)
  await insertOptOut(ctx.db, accountId, phone, source, ctx.clock.now())
  return phone
}

/**
 * False when the number had not opted out. The stored form comes first: it may be no longer valid, or be a national
 * number too.
 */
export async function removeOptOut(ctx: Context, accountId: number, number: string): Promise<boolean> {
  if (await deleteOptOut(ctx.db, accountId, number.replace(/^\+/, ''))) return true
  const phone = parseTypedPhone(number, await findCountry(ctx, accountId))
  return phone !== null && deleteOptOut(ctx.db, accountId, phone)
}

const columns = { createdAt: ['optedout', 'optedoutat', 'optout', 'since', 'createdat', 'at', 'time', 'date'] } as const

/** Imports numbers that opted out elsewhere, with the time if the file has one. */
export async function importOptOuts(ctx: Context, accountId: number, source: Readable): Promise<Imported> {
  const now = ctx.clock.now()
  const country = await findCountry(ctx, accountId)
  return importRows<keyof typeof columns, Pick<OptOut, 'phone' | 'createdAt'>>(ctx, source, {
    table: 'sms_optouts',
    country,
    columns,
    read: (phone, { createdAt }) => {
      const time = createdAt === '' ? now : readTimeCell(createdAt, now)
      return typeof time === 'string' ? `created_at ${time}` : { phone, createdAt: time }
    },
    insert: (rows) => insertOptOuts(ctx.db, accountId, rows, 'import'),
  })
}

export const exportOptOuts = (ctx: Context, accountId: number, source: OptOutSource | 'unknown' | null): Readable =>
  exportRows<OptOut>({
    header: ['phone', 'source', 'created_at'],
    listAfter: (after, limit) => listOptOutsAfter(ctx.db, accountId, source, after?.phone ?? '', limit),
    cells: ({ phone, source: from, createdAt }) => [phone, from ?? '', createdAt.toISOString()],
  })
