import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { noteLengthMax } from '../../contract/account/consent.ts'
import { exportRows } from '../../engine/csv/index.ts'
import { parseTypedPhone } from '../../values/local-number.ts'
import type { Phone } from '../../values/phone.ts'
import { getTypedPhone } from '../../values/typed-phone.ts'
import { type Imported, importRows } from './import-rows.ts'
import { faultOfText, readTimeCell } from './rules.ts'
import {
  type DoNotDisturb,
  deleteDoNotDisturb,
  insertDoNotDisturb,
  listDoNotDisturbAfter,
} from './store-do-not-disturb.ts'

/** From now on, the number gets only PINs, from all accounts. The list belongs to no account, so the number needs its country code. */
export async function addDoNotDisturb(ctx: Context, number: string, note: string): Promise<Phone> {
  const phone = getTypedPhone(number, null)
  await insertDoNotDisturb(ctx.db, [{ phone, source: 'person', note, createdAt: ctx.clock.now() }])
  return phone
}

/** False when the number was not on the list. Also removes numbers that are no longer valid. */
export const removeDoNotDisturb = (ctx: Context, number: string): Promise<boolean> =>
  deleteDoNotDisturb(ctx.db, parseTypedPhone(number, null) ?? number)

const columns = {
  note: ['note', 'comment', 'remark', 'reason'],
  createdAt: ['createdat', 'since', 'at', 'time', 'date', 'added', 'addedat'],
} as const

export function importDoNotDisturb(ctx: Context, source: Readable): Promise<Imported> {
  const now = ctx.clock.now()
  return importRows<keyof typeof columns, DoNotDisturb>(ctx, source, {
    table: 'do_not_disturb',
    country: null,
    columns,
    read: (phone, { note, createdAt }) => {
      const why = faultOfText(note, noteLengthMax)
      if (why !== null) return `note ${why}`
      const time = createdAt === '' ? now : readTimeCell(createdAt, now)
      if (typeof time === 'string') return `created_at ${time}`
      return { phone, source: 'import', note, createdAt: time }
    },
    insert: (rows) => insertDoNotDisturb(ctx.db, rows),
  })
}

export const exportDoNotDisturb = (ctx: Context): Readable =>
  exportRows<DoNotDisturb>({
    header: ['phone', 'source', 'note', 'created_at'],
    listAfter: (after, limit) => listDoNotDisturbAfter(ctx.db, after?.phone ?? '', limit),
    cells: ({ phone, source, note, createdAt }) => [phone, source, note, createdAt.toISOString()],
  })
