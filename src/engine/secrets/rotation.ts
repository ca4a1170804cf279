import { setImmediate as breathe } from 'node:timers/promises'
import type { Clock } from '../../values/time.ts'
import { columnsOf, type Database, type Queryable, type RowOf } from '../db/index.ts'
import { again, done, type Work, type WorkRow } from '../work/index.ts'
import { fingerprintOf, type Kept, makeRoot, type RootSecrets, SecretProblem } from './roots.ts'
import type { SealedColumn } from './sealed-column.ts'
import {
  endRotations,
  findKept,
  findRotation,
  insertRotation,
  listProcesses,
  lockRoot,
  markDone,
  markSealing,
  putRoot,
  type Rotation,
} from './store.ts'
import { resealStep } from './sweep.ts'

interface Base {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: RootSecrets
}

export const rotationsTopic = 'secret_rotations'

/**
 * Starts a rotation to NGOMA_SECRET, or to a new generated secret if it is stored in the database. Does nothing when a
 * rotation is running. Throws SecretProblem when there is no new secret, or a process lacks it.
 */
export async function startRotation({ db, clock, secrets }: Base): Promise<void> {
  const { given, previous = null } = secrets.options
  await secrets.refresh()
  await db.transaction(async (tx) => {
    await lockRoot(tx, 'update')
    const kept = await findKept(tx)
    if (kept === null) return
    if (kept.rotation !== null) return refuseOther(kept.rotation, given)
    const { fingerprint: fromFingerprint, made } = kept
    if (given === null) {
      const toMade = makeRoot()
      const rotation = { fromFingerprint, toFingerprint: fingerprintOf(toMade), fromMade: made, toMade }
      return insertRotation(tx, { ...rotation, state: 'preparing' }, clock.now())
    }
    if (previous === null)
      throw new SecretProblem(
        'there is no new root secret: set NGOMA_SECRET to a new one and NGOMA_SECRET_PREVIOUS to the current one for every process, restart them one by one, then try again',
      )
    const toFingerprint = fingerprintOf(given)
    const isCurrent = toFingerprint.equals(fromFingerprint)
    if (isCurrent && kept.sealVersion === 1)
      throw new SecretProblem(
        'NGOMA_SECRET is already the current root secret: set it to a new one, and NGOMA_SECRET_PREVIOUS to the current one',
      )
    if (!isCurrent) await refuseUnable(tx, toFingerprint)
    // NGOMA_SECRET is already current: encrypt the remaining values of the previous secret again.
    const from = isCurrent ? fingerprintOf(previous) : fromFingerprint
    const state = isCurrent ? 'sealing' : 'preparing'
    const rotation = { fromFingerprint: from, toFingerprint, fromMade: null, toMade: null }
    return insertRotation(tx, { ...rotation, state }, clock.now())
  })
}

/** A rotation to another secret than NGOMA_SECRET would never continue. */
function refuseOther({ fromFingerprint, toFingerprint }: NonNullable<Kept['rotation']>, given: string | null): void {
  const known = [fromFingerprint, toFingerprint]
  if (given !== null && !known.some((one) => one.equals(fingerprintOf(given))))
    throw new SecretProblem(
      'a rotation to another secret is running: set NGOMA_SECRET to that one, or, if it is lost, stop all processes and run ngoma secret reset --lost',
    )
}

async function refuseUnable(tx: Queryable, to: Buffer): Promise<void> {
  const unable = await listUnable(tx, to)
  if (unable.length > 0)
    throw new SecretProblem(
      `these processes do not have the new NGOMA_SECRET: ${unable.join(', ')}. Restart them with NGOMA_SECRET and NGOMA_SECRET_PREVIOUS, then try again`,
    )
}

/** Formats a process name as host and process id. */
const showProcess = (name: string) => name.split(':').slice(0, 2).join(' process ')

/** Live processes that lack a secret. */
async function listUnable(db: Queryable, to: Buffer): Promise<string[]> {
  const hex = to.toString('hex')
  return (await listProcesses(db)).filter(({ readable }) => !readable.includes(hex)).map((one) => showProcess(one.name))
}

/** Live processes that a rotation waits for. */
export async function listAwaited(
  db: Queryable,
  { state, toFingerprint }: Pick<Rotation, 'state' | 'toFingerprint'>,
): Promise<string[]> {
  if (state === 'done') return []
  if (state === 'preparing') return listUnable(db, toFingerprint)
  const hex = toFingerprint.toString('hex')
  return (await listProcesses(db)).filter(({ sealsWith }) => sealsWith !== hex).map((one) => showProcess(one.name))
}

const columns = columnsOf({ w: 'secret_rotations' }, { state: 'w.state', toFingerprint: 'w.to_fingerprint' })
type RotationRow = WorkRow & RowOf<typeof columns>

/** Maximum time of one run, so that a stopping process need not wait longer. */
const turnMs = 2_000
const waitMs = 1_000

/**
 * Runs a rotation: waits until every process has the new secret, makes it current, waits until every process encrypts
 * with it, then encrypts the old values again. Each step is one transaction, so it can be interrupted and repeated at
 * any point.
 */
export function rotateWork({ db, clock, secrets }: Base, sealed: readonly SealedColumn[]): Work<RotationRow> {
  const inMs = (ms: number) => again(new Date(clock.now().getTime() + ms))
  return {
    name: 'rotate the root secret',
    table: rotationsTopic,
    columns,
    key: 'id',
    concurrency: 1,
    concurrencyPerKey: 1,
    retryAfterSeconds: [1, 5, 30],
    retryUntil: () => new Date(8.64e15),
    finished: 'keep',
    async run({ id }, lease) {
      await secrets.refresh()
      const rotation = await findRotation(db)
      if (rotation === null || rotation.id !== id || rotation.state === 'done') return done()
      if ((await listAwaited(db, rotation)).length > 0) return inMs(waitMs)
      if (rotation.state === 'preparing') {
        await makeCurrent(db, rotation)
        return inMs(0)
      }
      for (const end = performance.now() + turnMs; performance.now() < end && !lease.isOver(); ) {
        if (!(await resealStep(db, secrets, sealed, id))) return done((tx) => markDone(tx, id, clock.now()))
        // The embedded engine never yields to the event loop by itself.
        await breathe()
      }
      return inMs(0)
    },
    async giveUp() {},
  }
}

/** Takes the lock of starting processes, so that a later start sees the new secret. */
function makeCurrent(db: Database, { id, toFingerprint, toMade }: Rotation): Promise<void> {
  return db.transaction(async (tx) => {
    await lockRoot(tx, 'update')
    if ((await listUnable(tx, toFingerprint)).length > 0) return
    await putRoot(tx, toMade, toFingerprint)
    await markSealing(tx, id)
  })
}

/**
 * Makes NGOMA_SECRET the root secret after the old one is lost. Values of the old secret cannot be decrypted until they
 * are entered again. If the lost secret is found, the same function restores it.
 */
export async function resetRoot(db: Database, given: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRoot(tx, 'update')
    const live = await listProcesses(tx)
    if (live.length > 0)
      throw new SecretProblem(
        `processes still use the current root secret: ${live.map((one) => showProcess(one.name)).join(', ')}. Stop them, wait 15 seconds, then try again`,
      )
    const kept = await findKept(tx)
    if (kept === null) throw new SecretProblem('this database has no root secret yet: start the server')
    if (kept.made !== null)
      throw new SecretProblem('the root secret is stored in the database, so it is not lost: leave NGOMA_SECRET unset')
    const fingerprint = fingerprintOf(given)
    if (kept.fingerprint.equals(fingerprint) && kept.rotation === null)
      throw new SecretProblem('NGOMA_SECRET is already the root secret of this database: nothing to reset')
    await endRotations(tx, now)
    await putRoot(tx, null, fingerprint)
  })
}
