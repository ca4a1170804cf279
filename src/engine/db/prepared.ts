import { sql } from 'kysely'

export const preparedMark = '/* prepared */'

/**
 * Stands at the beginning of statements that run all the time: PostgreSQL keeps them, and does not read and plan them
 * anew each time, which takes it longer than doing what they say. For texts of which there are few only, and where one
 * plan is good for all values. Elsewhere it is a comment.
 */
export const prepared = sql.raw(preparedMark)
