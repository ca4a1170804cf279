import { type RawBuilder, sql } from 'kysely'
import type { Work, WorkRow } from './work.ts'

/** Rows of a key that one statement makes due; their successes resume the next ones. */
const resumedMax = 100
/** Waiting rows of a key that a statement looks at, so that many rows with a fixed time do not slow it down. */
const lookedAtMax = 2_000

/**
 * Makes waiting rows due that have the key of a row that has just succeeded, the oldest first. `attempts` goes back, so
 * that the schedule of a row that fails again does not get shorter, except that 1 stays: a row that was tried before is
 * a retry. Such a row is not resumed again before its next scheduled attempt, or a row that always fails would be tried
 * with every success of the others.
 */
export function resumption<Row extends WorkRow, Note>(
  { table: name, key: keyName, only = sql`true` }: Work<Row, Note>,
  items: readonly { readonly claim: { readonly row: WorkRow }; readonly resumeAt?: Date }[],
): RawBuilder<unknown> {
  const resuming = items.filter(({ resumeAt }) => resumeAt !== undefined)
  if (resuming.length === 0) return sql``
  const now = resuming[0]?.resumeAt
  const ids = resuming.map(({ claim }) => claim.row.id)
  const [table, key] = [sql.table(name), sql.ref(`w.${keyName}`)]
  const isWaiting = sql`w.due_at > ${now} and w.attempts > 0 and w.fixed_after is distinct from w.attempts and w.lease_owner is null`
  return sql`, resumed as (
    update ${table} w
       set due_at = ${now}::timestamptz - make_interval(secs => r.place / 1000000.0),
           attempts = greatest(w.attempts - 1, 1),
           fixed_after = greatest(w.attempts, 2)
      from (
        select l.id, row_number() over (order by l.id desc) as place
          from (
            select w.id
              from ${table} w
             where w.id = any(array(
                     select n.id
                       from (select distinct ${key} as key from ${table} w where w.id = any(${ids}::bigint[])) k
                      cross join lateral (
                        select w.id
                          from (select w.* from ${table} w where ${only} and ${key} = k.key and w.due_at > ${now} order by w.due_at limit ${sql.lit(lookedAtMax)}) w
                         where ${isWaiting}
                         order by w.id
                         limit ${sql.lit(resumedMax)}
                      ) n
                   ))
               and ${isWaiting}
               for update skip locked
          ) l
      ) r
     where w.id = r.id
  )`
}
