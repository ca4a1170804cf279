import type { Logger } from 'pino'
import type { Database } from '../../../engine/db/index.ts'
import { elapsedMs } from '../../../engine/flow/elapsed.ts'
import { createLoopOutage } from '../../../engine/outage.ts'
import type { Binds } from '../model.ts'
import type { BindSenders } from './bind-senders.ts'
import { listKept, listWaiting, releaseDeliveries, takeOver } from './store-owners.ts'

/**
 * Decides which credentials this process delivers for. One process at a time delivers for a credential, so that the
 * deliveries of a number stay in order.
 */
export interface DeliveryOwners {
  /** Whether its knowledge is fresh enough for claims. */
  isCurrent(): boolean
  stop(): Promise<void>
}

const refreshEveryMs = 1_000
/** Claims that were sent to the database have ended after this time. */
const leaveMs = 200
/** Less than the lease of a bind, which keeps other processes away. */
const freshSeconds = 3

export function startDeliveryOwners(
  { db, log }: { readonly db: Database; readonly log: Logger },
  binds: Binds,
  senders: BindSenders,
): DeliveryOwners {
  const outage = createLoopOutage(db, log, {
    away: 'failed to decide which process delivers to SMPP customers',
    back: 'deciding which process delivers to SMPP customers again',
  })
  const { owner } = binds
  /** Since when this process delivers for a credential. */
  const since = new Map<number, number>()
  /** Credentials that other processes could deliver for, too. */
  let shared: ReadonlySet<number> = new Set()
  /** Credentials that this process delivers for no longer, but the other processes do not know that. */
  let leaving: number[] = []
  /** By `elapsedMs`. */
  let freshUntilMs = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | null = null
  let isAgain = false
  let isStopped = false

  /** Claims that were sent before this find no bind. The others hear of it in the next round, when those have ended. */
  function leaveFailing(): void {
    const failing = [...senders.served].filter(
      (id) => shared.has(id) && senders.isFailingSince(id, since.get(id) ?? Number.POSITIVE_INFINITY),
    )
    if (failing.length === 0) return
    leaving = failing
    senders.serve([...senders.served].filter((id) => !failing.includes(id)))
    setTimeout(run, leaveMs).unref()
  }

  async function refresh(): Promise<void> {
    const left = leaving
    if (left.length > 0) await releaseDeliveries(db, owner, left)
    leaving = []
    leaveFailing()
    const bound = [...binds.receivingCredentials()].filter((id) => binds.receiversOf(id).length > 0)
    const served = bound.filter((id) => senders.served.has(id))
    const wanted = bound.filter((id) => !senders.served.has(id) && !leaving.includes(id))
    const [sentAtMs, elapsed] = [performance.now(), elapsedMs()]
    const kept = served.length > 0 ? await listKept(db, owner, served, freshSeconds) : []
    const taken = wanted.length > 0 ? await takeOver(db, owner, wanted) : []
    const waiting = Map.groupBy(taken.length > 0 ? await listWaiting(db, taken) : [], (one) => one.credentialId)
    for (const id of taken) senders.hold(id, waiting.get(id) ?? [])
    freshUntilMs = elapsed + freshSeconds * 1_000
    for (const id of taken) since.set(id, sentAtMs)
    for (const id of since.keys()) if (!bound.includes(id)) since.delete(id)
    shared = new Set(kept.flatMap(({ id, hasOthers }) => (hasOthers ? [id] : [])))
    // A customer may have unbound and bound again meanwhile; then it is taken over like any other.
    senders.serve([...kept.map(({ id }) => id).filter((id) => senders.served.has(id)), ...taken])
  }

  function run(): void {
    if (isStopped) return
    isAgain = refreshing !== null
    refreshing ??= refresh()
      .then(outage.works, outage.failed)
      .finally(() => {
        refreshing = null
        if (isAgain) run()
      })
  }

  const timer = setInterval(run, refreshEveryMs).unref()
  binds.onReceiver(run)
  run()
  return {
    isCurrent: () => elapsedMs() < freshUntilMs,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await refreshing
    },
  }
}
