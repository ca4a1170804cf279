import { type RawBuilder, sql } from 'kysely'
import type { NumberPart } from '../../values/number-parts.ts'
import type { Row } from './columns.ts'
import type { Queryable } from './database.ts'
import { run } from './run.ts'

const digitsMax = 15
/** Rows that a search reads, because a table may have many rows of one number. */
const readMax = 1_000

const keyOf = ({ at }: NumberPart) => (at === 'start' ? sql`phone` : sql`reverse(phone)`)

/** Limits a list to numbers with these digits: a range of an index on the phone or its reverse, in any locale. */
export function hasNumberPart(part: NumberPart): RawBuilder<unknown> {
  const first = part.at === 'start' ? part.digits : [...part.digits].reverse().join('')
  return sql`${keyOf(part)} between ${first} and ${first.padEnd(digitsMax, '9')}`
}

type NumberTable = 'consents' | 'inbound_messages' | 'sms_optouts'

/** Different numbers with these digits in the rows of an account. The table has both indexes. */
export async function listNumbersWith(
  db: Queryable,
  table: NumberTable,
  accountId: number,
  part: NumberPart,
  limit: number,
): Promise<string[]> {
  const found = await run.all<Row<NumberTable, 'phone'>>(db)`
    select distinct phone
      from (select phone
              from ${sql.table(table)}
             where account_id = ${accountId}
               and ${hasNumberPart(part)}
             order by ${keyOf(part)}
             limit ${sql.lit(readMax)}) found
     limit ${limit}
  `
  return found.map(({ phone }) => phone)
}
