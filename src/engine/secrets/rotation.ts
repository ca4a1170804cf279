import { setImmediate as breathe } from 'node:timers/promises'
import type { Clock } from '../../values/time.ts'
import { columnsOf, type Database, type RowOf } from '../db/index.ts'
import { again, done, type Work, type WorkRow } from '../work/index.ts'
import type { RootSecrets } from './model.ts'
import { SecretProblem } from './problem.ts'
import { fingerprintOf, type Kept, makeRoot } from './roots.ts'
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
 * Begins to rotate the root secret, to NGOMA_SECRET or, where the database keeps it, to a new one; one that is under way
 * goes on. Throws SecretProblem when there is nothing to rotate to, or a process could not read with the new secret.
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
        'there is no new root secret: set NGOMA_SECRET to a new one and NGOMA_SECRET_PREVIOUS to the present one on every process, restart them one by one, and try again',
      )
    const toFingerprint = fingerprintOf(given)
    const isCurrent = toFingerprint.equals(fromFingerprint)
    if (isCurrent && kept.sealVersion === 1)
      throw new SecretProblem(
        'NGOMA_SECRET is the present root secret already: set it to the new one, and NGOMA_SECRET_PREVIOUS to the present one',
      )
    if (!isCurrent) await refuseUnable(tx, toFingerprint)
    // With the current one, what the previous one may still seal is sealed again.
    const from = isCurrent ? fingerprintOf(previous) : fromFingerprint
    const state = isCurrent ? 'sealing' : 'preparing'
    return insertRotation(
      tx,
      { fromFingerprint: from, toFingerprint, fromMade: null, toMade: null, state },
      clock.now(),
    )
  })
}

/** A rotation that waits for another secret than NGOMA_SECRET would never go on. */
function refuseOther({ fromFingerprint, toFingerprint }: NonNullable<Kept['rotation']>, given: string | null): void {
  const known = [fromFingerprint, toFingerprint]
  if (given !== null && !known.some((one) => one.equals(fingerprintOf(given))))
    throw new SecretProblem(
      'a rotation to another new secret is under way: set NGOMA_SECRET to that one, or, when it is lost, stop all processes and run ngoma secret reset --lost',
    )
}

async function refuseUnable(tx: Parameters<typeof listProcesses>[0], to: Buffer): Promise<void> {
  const unable = await listUnable(tx, to)
  if (unable.length > 0)
    throw new SecretProblem(
      `these processes do not have the new NGOMA_SECRET: ${unable.join(', ')}; restart them with NGOMA_SECRET and NGOMA_SECRET_PREVIOUS, and try again`,
    )
}

/** A process as people know it: the machine, and the number there. */
const showProcess = (name: string) => name.split(':').slice(0, 2).join(' process ')

/** Live processes that can't read with a secret. */
async function listUnable(db: Parameters<typeof listProcesses>[0], to: Buffer): Promise<string[]> {
  const hex = to.toString('hex')
  return (await listProcesses(db)).filter(({ readable }) => !readable.includes(hex)).map((one) => showProcess(one.name))
}

/** Live processes that a rotation waits for. */
export async function listAwaited(
  db: Parameters<typeof listProcesses>[0],
  { state, toFingerprint }: Pick<Rotation, 'state' | 'toFingerprint'>,
): Promise<string[]> {
  if (state === 'done') return []
  if (state === 'preparing') return listUnable(db, toFingerprint)
  const hex = toFingerprint.toString('hex')
  return (await listProcesses(db)).filter(({ sealsWith }) => sealsWith !== hex).map((one) => showProcess(one.name))
}

const columns = columnsOf({ w: 'secret_rotations' }, { state: 'w.state', toFingerprint: 'w.to_fingerprint' })
type RotationRow = WorkRow & RowOf<typeof columns>

/** After this long others may go on with it, and a process that stops need not wait longer. */
const turnMs = 2_000
const waitMs = 1_000

/**
 * Carries a rotation out: waits until every process can read with the new secret, makes it the current one, waits until
 * every process seals with it, and seals again what the old one sealed. Each step is one transaction, so it can be cut
 * off anywhere, and repeated.
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
        // The embedded engine works within this process, and would let nobody else be heard.
        await breathe()
      }
      return inMs(0)
    },
    async giveUp() {},
  }
}

/** Under the lock that a starting process takes: whoever starts later sees the new secret. */
function makeCurrent(db: Database, { id, toFingerprint, toMade }: Rotation): Promise<void> {
  return db.transaction(async (tx) => {
    await lockRoot(tx, 'update')
    if ((await listUnable(tx, toFingerprint)).length > 0) return
    await putRoot(tx, toMade, toFingerprint)
    await markSealing(tx, id)
  })
}

/**
 * Accepts that the root secret is lost: from now on NGOMA_SECRET is the one of this database, and what was sealed with
 * another can't be read until it is set again. With the lost one found, the same makes everything readable again.
 */
export async function resetRoot(db: Database, given: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRoot(tx, 'update')
    const live = await listProcesses(tx)
    if (live.length > 0)
      throw new SecretProblem(
        `processes still use the present root secret: ${live.map((one) => showProcess(one.name)).join(', ')}; stop them, wait 15 seconds, and try again`,
      )
    const kept = await findKept(tx)
    if (kept === null) throw new SecretProblem('this database has no root secret yet: start the server')
    if (kept.made !== null)
      throw new SecretProblem('the database keeps its own root secret, so it is not lost: leave NGOMA_SECRET empty')
    const fingerprint = fingerprintOf(given)
    if (kept.fingerprint.equals(fingerprint) && kept.rotation === null)
      throw new SecretProblem('NGOMA_SECRET is the root secret of this database: there is nothing to reset')
    await endRotations(tx, now)
    await putRoot(tx, null, fingerprint)
  })
}
