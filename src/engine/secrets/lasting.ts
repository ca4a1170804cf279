import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { columnsOf, type Database, type Queryable, type RowOf, run } from '../db/index.ts'
import type { Root, Secrets } from './roots.ts'
import type { SealedColumn } from './sealed-column.ts'
import { lockRoot } from './store.ts'

/**
 * Keys for hashes and signatures that are compared later. They must survive rotations of the root secret, so they are
 * stored, encrypted with it.
 */

const use = 'lasting key'
const keyBytes = 32

export const sealedKeys: readonly SealedColumn[] = [
  {
    table: 'lasting_keys',
    column: 'sealed',
    key: 'id',
    keyType: 'bigint',
    use,
    reads: ['use'],
    bound: (row) => String(row.use),
    examined: null,
  },
]

type Sealing = Pick<Secrets, 'seal' | 'read'>

const columns = columnsOf('lasting_keys', { use: 'use', sealed: 'sealed' })

/**
 * Returns the keys of all uses and creates missing ones, in one transaction under the lock of the root secret, so that
 * concurrent starts agree.
 */
export async function openLastingKeys(
  db: Database,
  secrets: Sealing,
  uses: readonly string[],
  root: Root,
): Promise<ReadonlyMap<string, Buffer>> {
  const keys = await readKeys(db, secrets)
  if (uses.every((one) => keys.has(one))) return keys
  return db.transaction(async (tx) => {
    await lockRoot(tx, 'update')
    const known = await readKeys(tx, secrets)
    for (const one of uses.filter((name) => !known.has(name))) {
      const key = randomBytes(keyBytes)
      await sql`
        insert into lasting_keys (use, made_under, sealed)
        values (${one}, ${root.fingerprint}, ${secrets.seal(use, key.toString('hex'), one)})
      `.execute(tx)
      known.set(one, key)
    }
    return known
  })
}

/** The oldest readable key of each use is in effect. */
async function readKeys(db: Queryable, secrets: Sealing): Promise<Map<string, Buffer>> {
  const rows = await run.all<RowOf<typeof columns>>(db)`select ${columns} from lasting_keys order by id desc`
  const keys = new Map<string, Buffer>()
  for (const { use: name, sealed } of rows) {
    const text = secrets.read(use, sealed, name)
    if (text !== null) keys.set(name, Buffer.from(text, 'hex'))
  }
  return keys
}
