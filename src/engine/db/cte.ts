import { type RawBuilder, sql } from 'kysely'

/** A common table expression: `definition` goes into the `with` clause, and the statement refers to it by `name`. */
export interface Cte {
  readonly name: RawBuilder<unknown>
  readonly definition: RawBuilder<unknown>
}

export function cte(name: string, query: RawBuilder<unknown>): Cte {
  return { name: sql.id(name), definition: sql`${sql.id(name)} as (${query})` }
}
