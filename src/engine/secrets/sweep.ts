import { sql } from 'kysely'
import { type Database, run, type Tx } from '../db/index.ts'
import type { RootSecrets } from './roots.ts'
import { headOf } from './seal.ts'
import { type SealedColumn, sealedAs, selectSealed } from './sealed-column.ts'
import { findRotation, markStep, type Rotation } from './store.ts'

const stepRows = 2_000

/**
 * Encrypts the next rows of a column with the current secret and stores the progress, in one transaction. False when
 * all is done.
 */
export function resealStep(
  db: Database,
  secrets: RootSecrets,
  columns: readonly SealedColumn[],
  id: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rotation = await findRotation(tx)
    if (rotation === null || rotation.id !== id || rotation.state !== 'sealing') return false
    const column = columns[rotation.place]
    if (column === undefined) return beginPass(tx, rotation)
    const { rows, last } = await selectStep(tx, column, rotation.afterKey)
    const next =
      last === null ? { place: rotation.place + 1, afterKey: null } : { place: rotation.place, afterKey: last }
    await markStep(tx, { id, ...next, ...(await resealRows(tx, secrets, column, rows)) })
    return true
  })
}

/**
 * Repeats until a pass finds nothing: a value encrypted just before the change may be written after its row was
 * checked.
 */
async function beginPass(tx: Tx, { id, resealedInPass }: Rotation): Promise<boolean> {
  if (resealedInPass === 0) return false
  await markStep(tx, { id, place: 0, afterKey: null, resealed: 0, unreadable: 0 })
  return true
}

/** Returns the sealed values of the next rows and the last key; null at the end of the table. */
async function selectStep(tx: Tx, column: SealedColumn, afterKey: string | null) {
  const key = sql.ref(column.key)
  const isAfter = afterKey === null ? sql`true` : sql`${key} > ${afterKey}::${sql.raw(column.keyType)}`
  const found = await run.first<{ last: string }>(tx)`
    select key::text as last
      from (select ${key} as key from ${sql.table(column.table)} where ${isAfter} order by ${key} limit ${stepRows}) step
     order by key desc
     limit 1
  `
  const last = found?.last ?? null
  if (last === null) return { rows: [], last }
  const isWithin = sql`${isAfter} and ${key} <= ${last}::${sql.raw(column.keyType)}`
  return { rows: await selectSealed(tx, column, isWithin, stepRows), last }
}

/** Skips values that changed meanwhile, because they already use the current secret. */
async function resealRows(
  tx: Tx,
  secrets: RootSecrets,
  column: SealedColumn,
  rows: Awaited<ReturnType<typeof selectSealed>>,
) {
  const head = headOf(2, secrets.roots().current)
  const old = rows.filter(({ value }) => !value.subarray(0, head.length).equals(head))
  const changed = old.flatMap((row) => {
    const bound = column.bound(row)
    const use = sealedAs(column, row)
    const text = secrets.read(use, row.value, bound)
    return text === null ? [] : [{ key: row.key, before: row.value, after: secrets.seal(use, text, bound) }]
  })
  if (changed.length === 0) return { resealed: 0, unreadable: old.length }
  const name = sql.ref(column.column)
  await sql`
    update ${sql.table(column.table)} t
       set ${name} = decode(v.after, 'hex')
      from unnest(${changed.map(({ key }) => key)}::text[],
                  ${changed.map(({ before }) => before.toString('hex'))}::text[],
                  ${changed.map(({ after }) => after.toString('hex'))}::text[]) as v(key, before, after)
     where t.${sql.ref(column.key)} = v.key::${sql.raw(column.keyType)}
       and t.${name} = decode(v.before, 'hex')
  `.execute(tx)
  return { resealed: changed.length, unreadable: old.length - changed.length }
}
