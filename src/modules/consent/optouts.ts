import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { exportRows } from '../../engine/csv/index.ts'
import { isStoredPhone } from '../../values/phone.ts'
import { type Imported, importRows } from './import-rows.ts'
import type { OptOutSource } from './model.ts'
import { readTimeCell } from './rules.ts'
import { deleteOptOut, insertOptOut, insertOptOuts, listOptOutsAfter, type OptOut } from './store-optouts.ts'

/** From now on, the number gets only PINs from this account. False for an invalid phone number. */
export async function addOptOut(
  ctx: Context,
  accountId: number,
  number: string,
  source: OptOutSource,
): Promise<boolean> {
  if (!isStoredPhone(number)) return false
  await insertOptOut(ctx.db, accountId, number, source, ctx.clock.now())
  return true
}

/** False when the number had not opted out. */
export function removeOptOut(ctx: Context, accountId: number, number: string): Promise<boolean> {
  return deleteOptOut(ctx.db, accountId, number)
}

const columns = { createdAt: ['optedout', 'optedoutat', 'optout', 'since', 'createdat', 'at', 'time', 'date'] } as const

/** Imports numbers that opted out elsewhere, with the time if the file has one. */
export function importOptOuts(ctx: Context, accountId: number, source: Readable): Promise<Imported> {
  const now = ctx.clock.now()
  return importRows<keyof typeof columns, Pick<OptOut, 'phone' | 'createdAt'>>(ctx, source, {
    table: 'sms_optouts',
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
