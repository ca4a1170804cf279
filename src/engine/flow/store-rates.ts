import { sql } from 'kysely'
import { type Queryable, type Row, run } from '../db/index.ts'
import type { Rate } from './token-bucket.ts'

/** Tokens that a process took from a bucket; `ageSeconds` is the age of the first one. */
export interface RateUse {
  readonly key: string
  readonly taken: number
  readonly ageSeconds: number
  readonly rate: Rate
}

/**
 * Subtracts the tokens of a process from the shared buckets and returns the remaining ones. All tokens count from the
 * time of the first one. The debt of a bucket is limited to its size or, after a larger use, to the tokens of that use.
 * Rows are locked in key order to avoid deadlocks.
 */
export function exchange(db: Queryable, uses: readonly RateUse[]) {
  return run.all<Row<'rate_buckets', 'key' | 'tokens'>>(db)`
    insert into rate_buckets as b (key, tokens, size, per_second, filled_at)
    select v.key, v.size - v.taken, v.size, v.per_second, clock_timestamp() - make_interval(secs => v.age)
      from unnest(
             ${uses.map(({ key }) => key)}::text[],
             ${uses.map(({ taken }) => taken)}::float8[],
             ${uses.map(({ ageSeconds }) => ageSeconds)}::float8[],
             ${uses.map(({ rate }) => rate.size)}::float8[],
             ${uses.map(({ rate }) => rate.perSecond)}::float8[]
           ) as v(key, taken, age, size, per_second)
     order by v.key
        on conflict (key) do update
       set tokens = (
             select greatest(least(-excluded.size, -use.taken, filled.tokens), filled.tokens - use.taken)
               from (select excluded.size - excluded.tokens as taken) use,
                    (select least(
                       excluded.size,
                       b.tokens + greatest(0, extract(epoch from excluded.filled_at - b.filled_at)) * excluded.per_second
                     ) as tokens) filled
           ),
           size = excluded.size,
           per_second = excluded.per_second,
           filled_at = greatest(b.filled_at, excluded.filled_at)
    returning key, least(size, tokens + greatest(0, extract(epoch from clock_timestamp() - filled_at)) * per_second) as tokens
  `
}

/** Full buckets can be deleted, because new ones start full. */
export async function deleteFullBuckets(db: Queryable): Promise<void> {
  await sql`
    delete from rate_buckets
     where key in (
       select key
         from rate_buckets
        where tokens + extract(epoch from clock_timestamp() - filled_at) * per_second >= size
          and filled_at < clock_timestamp() - interval '1 minute'
        order by key
          for update skip locked
     )
  `.execute(db)
}
