import { sql } from 'kysely'

const preparedMark = '/* prepared */'

/**
 * Put this at the start of frequent statements whose parsing and planning takes longer than their execution: PostgreSQL
 * prepares them. Use it only for a fixed set of statements with a plan that suits all values.
 */
export const prepared = sql.raw(preparedMark)

export const isMarked = (text: string) => text.trimStart().startsWith(preparedMark)

export const leasingMark = '/* leasing */'

/** Put this into statements that make no row due except those of which the caller knows. */
export const leasing = sql.raw(leasingMark)
