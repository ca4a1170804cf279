import { setTimeout as sleep } from 'node:timers/promises'
import { createLoopOutage } from '../../../engine/outage.ts'
import type { SmppServerContext } from './context.ts'
import { deleteAllBinds, deleteBinds, deleteEndedBinds, insertBind, type NewBind, renewBinds } from './store-binds.ts'

/** How long the binds of a dead process count. The embedded database has one process, but may block it for longer. */
const leaseSeconds = { postgres: 5, embedded: 10 }
const renewEveryMs = 1_000
/** Much longer than other processes need to renew their leases after an outage. */
const forgetEveryMs = 60_000
/** A customer who reconnects may arrive before the end of the earlier connection is noticed. */
const secondTryMs = 300

export type Leases = Awaited<ReturnType<typeof openLeases>>

/**
 * The leases of this process on its binds, so that limits hold over all processes. `onLost` gets the id of a bind whose
 * lease ended, because this process was stopped for too long.
 */
export async function openLeases(
  { db, clock, log }: Pick<SmppServerContext, 'db' | 'clock' | 'log'>,
  owner: string,
  onLost: (id: number) => void,
) {
  const seconds = leaseSeconds[db.engine]
  const outage = createLoopOutage(db, log, {
    away: 'failed to renew the leases of SMPP binds',
    back: 'renewing the leases of SMPP binds again',
  })
  const held = new Set<number>()
  const releases = new Set<Promise<void>>()
  let forgotAtMs = performance.now()
  let ended: readonly number[] = []
  let renewing: Promise<void> | null = null

  async function renew(): Promise<void> {
    const ids = [...held]
    if (ids.length > 0) {
      const kept = await renewBinds(db, owner, ids, seconds)
      for (const id of ids) if (!kept.has(id) && held.delete(id)) onLost(id)
    }
    if (performance.now() - forgotAtMs < forgetEveryMs) return
    forgotAtMs = performance.now()
    ended = await deleteEndedBinds(db, ended)
  }

  if (db.engine === 'embedded') await deleteAllBinds(db)
  const timer = setInterval(() => {
    renewing ??= renew()
      .then(outage.works, outage.failed)
      .finally(() => {
        renewing = null
      })
  }, renewEveryMs).unref()

  return {
    /** Resolves with the id of the bind, or null when the credential has its maximum. */
    async take(bind: NewBind): Promise<number | null> {
      const first = await insertBind(db, owner, bind, seconds, clock.now())
      const id = first ?? (await sleep(secondTryMs).then(() => insertBind(db, owner, bind, seconds, clock.now())))
      if (id !== null) held.add(id)
      return id
    },
    /** Resolves when the place is free again. Never rejects: without the database, the lease ends by itself. */
    release(id: number): Promise<void> {
      held.delete(id)
      const release: Promise<void> = deleteBinds(db, [id])
        .catch(outage.failed)
        .finally(() => releases.delete(release))
      releases.add(release)
      return release
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await renewing
      await Promise.all(releases)
    },
  }
}
