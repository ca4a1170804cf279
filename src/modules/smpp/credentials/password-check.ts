import { Semaphore } from '../../../engine/flow/semaphore.ts'
import type { Secrets } from '../../../engine/secrets/index.ts'
import { hashPassword, matchesHash, readHash } from '../../accounts/index.ts'
import { validHashes } from './rules.ts'
import type { ActiveCredential } from './store.ts'

/** Half of the thread pool: files, names and compression need it too. */
const checksMax = 2
/** All customers of a large installation may connect at the same time, after a restart. */
const waitingMax = 1_000

/** Compares passwords with slow hashes, a few at a time. */
export function openPasswordCheck(secrets: Secrets) {
  const checks = new Semaphore(checksMax)
  let decoy: Promise<string> | null = null

  /** Both passwords of a rotated credential are compared at the same time, so that the duration does not show it. */
  async function find(row: ActiveCredential | null, password: string, now: Date): Promise<Buffer | null> {
    const hashes = (row === null ? [] : validHashes(row, now)).flatMap((sealed) => {
      const hash = row === null ? null : readHash(secrets, row, sealed)
      return hash === null ? [] : [{ sealed, hash }]
    })
    if (hashes.length === 0) {
      decoy ??= hashPassword('')
      await matchesHash(password, await decoy)
      return null
    }
    const matches = await Promise.all(hashes.map(({ hash }) => matchesHash(password, hash)))
    return hashes.find((_, index) => matches[index])?.sealed ?? null
  }

  return {
    /** Whether so many checks wait that another one would take too long. */
    get isOverloaded(): boolean {
      return checks.waiting >= waitingMax
    },
    /** Returns the sealed hash that the password matches, or null. An unknown credential takes as long as a known one. */
    match: (row: ActiveCredential | null, password: string, now: Date) => checks.run(() => find(row, password, now)),
  }
}
