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

  /** The only column of the first row: `` run.value<Row<'senders', 'id'>>(db)`insert … returning id` ``. Null without a row. */
  value:
    <Found extends object>(db: Queryable): Run<Found[keyof Found] | null> =>
    async (...statement) =>
      (await run.values<Found>(db)(...statement))[0] ?? null,

  /** The only column of all rows. */
  values:
    <Found extends object>(db: Queryable): Run<Found[keyof Found][]> =>
    async (...statement) =>
      (await run.all<Found>(db)(...statement)).map((row) => Object.values(row)[0]),

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

  /** For a statement whose rows nobody needs. */
  write:
    (db: Queryable): Run<void> =>
    async (...statement) => {
      await sql(...statement).execute(db)
    },
}

/** Runs statements whose rows a function reads: ``const sessions = runAs(readRow)``, then ``sessions.first(db)`select …` ``. */
export const runAs = <Found, Item>(read: (row: Found) => Item) => ({
  all:
    (db: Queryable): Run<Item[]> =>
    async (...statement) =>
      (await run.all<Found>(db)(...statement)).map((row) => read(row)),

  /** Null without a row. */
  first:
    (db: Queryable): Run<Item | null> =>
    async (...statement) => {
      const row = await run.first<Found>(db)(...statement)
      return row === null ? null : read(row)
    },
})
