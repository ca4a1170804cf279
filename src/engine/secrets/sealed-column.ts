import { type RawBuilder, sql } from 'kysely'
import { type Queryable, run } from '../db/index.ts'
import type { Secrets } from './roots.ts'

/** A row with a sealed value: its primary key as text and the columns of `reads`. */
export type SealedRow = Readonly<Record<string, unknown>> & { readonly key: string }

export interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly key: string
  readonly keyType: 'bigint' | 'text' | 'uuid'
  /** A value may have been sealed for the use of its row. */
  readonly use: string | ((row: SealedRow) => string)
  /** Other columns that `use`, `bound`, `name` and `repair` need. */
  readonly reads: readonly string[]
  bound(row: SealedRow): string
  /** For values that a user can enter again; null for temporary ones. */
  readonly examined: {
    readonly only: RawBuilder<unknown>
    name(row: SealedRow): string
    /** Command that replaces the value. */
    repair(row: SealedRow): string
  } | null
}

export const sealedAs = ({ use }: Pick<SealedColumn, 'use'>, row: SealedRow): string =>
  typeof use === 'string' ? use : use(row)

/**
 * Values checked per column, because operators keep the page open that shows the result. The oldest ones show that a
 * secret was lost; the rest is found once these are repaired.
 */
const examinedMax = 100

/** Lists values that cannot be decrypted and that a user can enter again. */
export async function listUnreadable(db: Queryable, secrets: Pick<Secrets, 'read'>, columns: readonly SealedColumn[]) {
  const found: { readonly name: string; readonly repair: string }[] = []
  for (const sealed of columns) {
    const { examined } = sealed
    if (examined === null) continue
    for (const { value, ...row } of await selectSealed(db, sealed, examined.only, examinedMax)) {
      if (secrets.read(sealedAs(sealed, row), value, sealed.bound(row)) === null)
        found.push({ name: examined.name(row), repair: examined.repair(row) })
    }
  }
  return found
}

export function selectSealed(
  db: Queryable,
  { table, column, key, reads }: SealedColumn,
  only: RawBuilder<unknown>,
  limit: number,
): Promise<(SealedRow & { readonly value: Buffer })[]> {
  const more = reads.map((name) => sql`, ${sql.ref(name)}`)
  return run.all<SealedRow & { readonly value: Buffer }>(db)`
    select ${sql.ref(key)}::text as key, ${sql.ref(column)} as value ${sql.join(more, sql``)}
      from ${sql.table(table)}
     where ${sql.ref(column)} is not null
       and ${only}
     order by ${sql.ref(key)}
     limit ${limit}
  `
}
