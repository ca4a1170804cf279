import { sql } from 'kysely'

const preparedMark = '/* prepared */'

/**
 * Put this at the start of frequent statements whose parsing and planning takes longer than their execution: PostgreSQL
 * prepares them. Use it only for a fixed set of statements with a plan that suits all values.
 */
export const prepared = sql.raw(preparedMark)

/** At least as many elements as PostgreSQL assumes when it plans for any array. */
const plannedMin = 16

/**
 * Appends nulls to a short array of a prepared statement, which must ignore them. Otherwise PostgreSQL expects a cheaper
 * plan for the short array, and makes a new one each time, which takes long with many partitions.
 */
export const padded = <T>(values: readonly T[]): readonly (T | null)[] =>
  values.length >= plannedMin ? values : [...values, ...Array<null>(plannedMin - values.length).fill(null)]

export const isMarked = (text: string) => text.trimStart().startsWith(preparedMark)

export const leasingMark = '/* leasing */'

/** Put this into statements that make no row due except those of which the caller knows. */
export const leasing = sql.raw(leasingMark)
