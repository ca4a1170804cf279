import { type Database, type Queryable, run } from '../db/index.ts'
import { makeProcessName } from '../process-name.ts'
import { openLastingKeys } from './lasting.ts'
import {
  chooseRoots,
  findAbsent,
  fingerprintOf,
  type Kept,
  makeRoot,
  type RootSecrets,
  type Roots,
  SecretProblem,
  type Secrets,
  type SecretsOptions,
} from './roots.ts'
import { open, type SealVersion, seal } from './seal.ts'
import { deleteProcess, findKept, forgetMade, insertRoot, lockRoot, putProcess } from './store.ts'

export { sealedKeys } from './lasting.ts'
export { findAbsent, type RootSecrets, type Secrets, type SecretsOptions } from './roots.ts'
export { resetRoot, rotateWork, rotationsTopic, startRotation } from './rotation.ts'
export { listUnreadable, type SealedColumn, type SealedRow } from './sealed-column.ts'
export { readStatus } from './status.ts'
export { isUrlSecret, readUrlSecret, urlSecretRule } from './url-secret.ts'
export { SecretProblem }

const watchMs = 3_000

/**
 * Opens the root secret. When several processes start on an empty database, one creates it and all use it. `uses` lists
 * the lasting keys.
 */
export async function openSecrets(
  db: Database,
  options: SecretsOptions,
  uses: readonly string[] = [],
): Promise<RootSecrets> {
  const { given, mayMake } = options
  const absent = findAbsent(options, given === null && !mayMake ? await findKept(db) : null)
  if (absent !== null) throw new SecretProblem(absent)
  const made = given === null ? makeRoot() : null
  await insertRoot(db, made, fingerprintOf(given ?? made ?? ''))
  const name = makeProcessName()
  // Locked, so that a rotation that starts now either waits for this process or is visible to it.
  let { kept, roots } = await db.transaction(async (tx) => {
    await lockRoot(tx, 'share')
    const found = await getRoots(tx, options)
    await putProcess(tx, { name, ...describe(found.roots) })
    return found
  })
  if (given !== null && kept.made !== null && !mayMake && kept.rotation === null) await forgetMade(db)

  const sealing = sealingWith(
    () => roots,
    () => (kept.sealVersion === 1 ? 1 : 2),
  )
  const keys = await openLastingKeys(db, sealing, uses, roots.current)

  async function refresh(): Promise<void> {
    const found = await getRoots(db, options, roots)
    kept = found.kept
    roots = found.roots
    await putProcess(db, { name, ...describe(roots) })
  }

  return {
    ...sealing,
    options,
    roots: () => roots,
    key(use) {
      const key = keys.get(use)
      if (key === undefined) throw new Error(`no lasting key for ${use}: add it to lastingKeys of the module`)
      return key
    },
    refresh,
    watch(outage) {
      // No other process can open the embedded database, and a rotation refreshes by itself.
      if (db.engine === 'embedded') return { stop: async () => {} }
      let looking: Promise<void> | null = null
      const timer = setInterval(() => {
        looking ??= refresh()
          .then(outage.works, outage.failed)
          .finally(() => {
            looking = null
          })
      }, watchMs).unref()
      return {
        async stop() {
          clearInterval(timer)
          await looking
          await deleteProcess(db, name).catch(() => {})
        },
      }
    },
  }
}

const describe = ({ current, readable }: Roots) => ({
  readable: readable.map(({ fingerprint }) => fingerprint.toString('hex')),
  sealsWith: current.fingerprint.toString('hex'),
})

async function getRoots(db: Queryable, options: SecretsOptions, known?: Roots) {
  const kept = await findKept(db)
  if (kept === null) throw new SecretProblem('the row of the root secret is missing in the database: restore a backup')
  const roots = chooseRoots(options, kept, known?.readable)
  if ('wrong' in roots) throw new SecretProblem(roots.wrong)
  return { kept, roots }
}

function sealingWith(roots: () => Roots, version: () => SealVersion): Omit<Secrets, 'key' | 'refresh'> {
  const openAny = (use: string, sealed: Buffer, bound = '') => open(roots().readable, sealed, { use, bound })
  return {
    seal: (use, text, bound = '') => seal(version(), roots().current, text, { use, bound }),
    open(use, sealed, bound) {
      const opened = openAny(use, sealed, bound)
      if ('text' in opened) return opened.text
      const why =
        opened.problem === 'damaged'
          ? 'it was written by another version of Ngoma, or is damaged'
          : 'it was changed or moved in the database, or encrypted with another NGOMA_SECRET'
      throw new SecretProblem(
        `cannot decrypt the value for ${use}: ${why}. Restore it from a backup, or enter it again`,
      )
    },
    read(use, sealed, bound) {
      const opened = openAny(use, sealed, bound)
      return 'text' in opened ? opened.text : null
    },
  }
}

type SecretState =
  | { readonly source: 'given' | 'made' | 'to be made'; readonly rotating: boolean }
  | { readonly wrong: string }

/**
 * Returns where the secret would come from at the next start, or why that start would fail. Read-only; works with any
 * schema version.
 */
export async function readSecretState(db: Database, options: SecretsOptions): Promise<SecretState> {
  const kept = await findKeptAnywhere(db)
  const absent = findAbsent(options, kept)
  if (absent !== null) return { wrong: absent }
  const roots = kept === null ? null : chooseRoots(options, kept)
  if (roots !== null && 'wrong' in roots) return roots
  const source = options.given !== null ? 'given' : kept === null ? 'to be made' : 'made'
  return { source, rotating: kept !== null && kept.rotation !== null }
}

/** Opens the secret for reading only. Null when NGOMA_SECRET does not match the database, or there is no secret yet. */
export async function openReader(db: Database, options: SecretsOptions): Promise<Pick<Secrets, 'read'> | null> {
  const kept = await findKept(db)
  if (kept === null || findAbsent(options, kept) !== null) return null
  const roots = chooseRoots(options, kept)
  return 'wrong' in roots
    ? null
    : sealingWith(
        () => roots,
        () => 1,
      )
}

/** Also works without any tables. */
async function findKeptAnywhere(db: Database): Promise<Kept | null> {
  const isThere = await run.hasRows(db)`select 1 where to_regclass('secret_rotations') is not null`
  return isThere ? findKept(db) : null
}
