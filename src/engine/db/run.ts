import { sql } from 'kysely'
import type { Queryable } from './database.ts'

type Run<Result> = (parts: TemplateStringsArray, ...values: readonly unknown[]) => Promise<Result>

/** Runs a statement: ``run.first<Sender>(db)`select ${columns} from senders s where s.id = ${id}` ``. */
export const run = {
  all:
    <Found>(db: Queryable): Run<Found[]> =>
    async (parts, ...values) => {
      const { rows } = await sql<Found>(parts, ...values).execute(db)
      return rows
    },

  /** Null without a row. */
  first:
    <Found>(db: Queryable): Run<Found | null> =>
    async (...statement) =>
      (await run.all<Found>(db)(...statement))[0] ?? null,

  /** Whether the statement found or changed a row. A changing one has `returning`. */
  hasRows:
    (db: Queryable): Run<boolean> =>
    async (...statement) =>
      (await run.all(db)(...statement)).length > 0,

  /** The value of the column `count`. */
  count:
    (db: Queryable): Run<number> =>
    async (...statement) =>
      (await run.first<{ readonly count: number }>(db)(...statement))?.count ?? 0,
}
