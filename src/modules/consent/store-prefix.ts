import { type RawBuilder, sql } from 'kysely'

const phoneDigitsMax = 15

/** Limits a list to numbers with these first digits. A range of the index, which works in any locale. */
export const withPrefix = (prefix: string): RawBuilder<unknown> =>
  prefix === '' ? sql`` : sql`and phone between ${prefix} and ${prefix.padEnd(phoneDigitsMax, '9')}`
