import type { Logger } from 'pino'
import type { Clock } from '../../../values/time.ts'
import { type Bind, type Binds, submitterOf } from '../model.ts'
import {
  type Attempt,
  advance,
  type Delivered,
  type Delivery,
  endOf,
  isAllSent,
  leaseSeconds,
  newAttempt,
  restart,
} from './attempt.ts'
import { createHolds } from './holds.ts'
import { isUsable, newOutlet, type Outlet, type PduResult, sendPdu, windowOf } from './outlet.ts'
import { holdsMax, nextTry } from './retries.ts'

/** Sends deliver_sm over the receiving binds of customers, within the window of each bind, in order for each number. */
export interface Outlets {
  /** The number of deliveries that may be outstanding by submitter. Those that this process does not serve are missing. */
  readonly places: ReadonlyMap<string, number>
  /** A bind of the credential; null without one. */
  bindOf(credentialId: number): Bind | null
  deliver(delivery: Delivery): Promise<Delivered>
  /** The credentials that this process delivers for. */
  readonly served: ReadonlySet<number>
  /** Changes them. Outstanding deliveries of others end as `gone`. */
  serve(credentialIds: Iterable<number>): void
  /** Whether all binds of the credential are failing, and one of them has failed since that time. */
  isFailingSince(credentialId: number, sinceMs: number): boolean
  /** Called when there may be places for more deliveries. */
  onPlaces(listener: () => void): void
}

/** The limit of all binds of a submitter, whatever windows they have. */
const placesMax = 500

export function createOutlets({ clock, log }: { readonly clock: Clock; readonly log: Logger }, binds: Binds): Outlets {
  const places = new Map<string, number>()
  const served = new Set<number>()
  const outlets = new Map<Bind, Outlet>()
  /** The bind of each number with outstanding deliveries, and their count. */
  const pins = new Map<string, { readonly outlet: Outlet; count: number }>()
  const holds = createHolds(clock)
  const listeners: (() => void)[] = []
  const tellPlaces = () => {
    for (const listener of listeners) listener()
  }

  function outletsOf(credentialId: number): Outlet[] {
    return binds.receiversOf(credentialId).flatMap((bind) => {
      const outlet = outlets.get(bind) ?? newOutlet(bind)
      outlets.set(bind, outlet)
      return outlet.isEnded ? [] : [outlet]
    })
  }

  /** A customer without a bind here is no longer served, so that its rows are not claimed in vain. */
  function countPlaces(credentialId: number): void {
    const sum = outletsOf(credentialId).reduce((total, outlet) => total + windowOf(outlet), 0)
    if (sum === 0) served.delete(credentialId)
    if (served.has(credentialId)) places.set(submitterOf(credentialId), Math.min(placesMax, sum))
    else places.delete(submitterOf(credentialId))
  }

  /** The bind that has earlier deliveries of the number, or the usable one with the fewest deliveries. */
  function outletFor({ number, delivery }: Attempt): Outlet | null {
    const pinned = pins.get(number)?.outlet
    if (pinned !== undefined) return pinned
    const all = outletsOf(delivery.credentialId)
    const usable = all.filter(isUsable)
    const [first = null, ...others] = usable.length > 0 ? usable : all
    return others.reduce((best, one) => (best && one.attempts.size < best.attempts.size ? one : best), first)
  }

  function assign(attempt: Attempt): void {
    const outlet = outletFor(attempt)
    if (outlet === null) {
      countPlaces(attempt.delivery.credentialId)
      attempt.end({ kind: 'gone' })
      return
    }
    const pin = pins.get(attempt.number) ?? { outlet, count: 0 }
    pins.set(attempt.number, pin)
    pin.count += 1
    holds.remove(attempt.number, attempt.delivery.id)
    outlet.attempts.add(attempt)
    outlet.queue.push(attempt)
    pump(outlet)
  }

  function remove(outlet: Outlet, attempt: Attempt): void {
    outlet.attempts.delete(attempt)
    unqueue(outlet, attempt)
    const pin = pins.get(attempt.number)
    if (pin === undefined) return
    pin.count -= 1
    if (pin.count === 0) pins.delete(attempt.number)
  }

  /** Until the row can be claimed again, later ones of its number, whose leases may last longer, must not overtake it. */
  function endWithoutLease(outlet: Outlet, attempt: Attempt): void {
    const until = new Date(clock.now().getTime() + leaseSeconds * 1_000)
    holds.add(attempt.number, attempt.delivery.id, until)
    end(outlet, attempt, { kind: 'gone' })
  }

  function end(outlet: Outlet, attempt: Attempt, result: Delivered): void {
    remove(outlet, attempt)
    // Answers that arrive later are ignored.
    attempt.round += 1
    attempt.end(result)
  }

  /** Removes all these first: then none of them is pinned to this bind, and they keep their order on others. */
  function move(outlet: Outlet, attempts: readonly Attempt[]): void {
    for (const attempt of attempts) remove(outlet, attempt)
    for (const attempt of attempts) {
      restart(attempt)
      if (attempt.refusedUntil === null) assign(attempt)
      else attempt.end(endOf(attempt))
    }
  }

  const isLeaving = ({ bind }: Outlet) => !binds.receiversOf(bind.credential.id).includes(bind)
  const hasBetter = (outlet: Outlet) =>
    outlet.failedAtMs !== null && outletsOf(outlet.bind.credential.id).some((one) => one !== outlet && isUsable(one))

  /** Moves deliveries that a failing or leaving bind would delay, except those behind a sent one of their number. */
  function moveQueued(outlet: Outlet): void {
    const { queue, attempts } = outlet
    if (queue.length === 0 || !(isLeaving(outlet) || hasBetter(outlet))) return
    const sent = new Set([...attempts].flatMap(({ outstanding, number }) => (outstanding > 0 ? [number] : [])))
    move(
      outlet,
      queue.filter(({ number }) => !sent.has(number)),
    )
  }

  function pump(outlet: Outlet): void {
    if (isLeaving(outlet)) return
    for (let [attempt] = outlet.queue; attempt && outlet.outstanding < windowOf(outlet); [attempt] = outlet.queue) {
      const { delivery, number, isBegun } = attempt
      const until = isBegun ? null : holds.untilOf(number, delivery.id)
      if (delivery.lease.isOver()) endWithoutLease(outlet, attempt)
      else if (until !== null) end(outlet, attempt, { kind: 'held', until })
      else if (isAllSent(attempt)) end(outlet, attempt, endOf(attempt))
      else void send(outlet, attempt)
    }
  }

  async function send(outlet: Outlet, attempt: Attempt): Promise<void> {
    const { next: index, round, delivery } = attempt
    attempt.isBegun = true
    attempt.outstanding += 1
    outlet.outstanding += 1
    advance(attempt)
    if (isAllSent(attempt)) outlet.queue.shift()
    const result = await sendPdu(outlet, delivery.pdus[index] ?? {})
    outlet.outstanding -= 1
    if (result === 'ended') return endOutlet(outlet)
    if (result !== 'unsendable') note(outlet, result === 'refused')
    if (attempt.round === round) answer(outlet, attempt, index, result)
    moveQueued(outlet)
    pump(outlet)
  }

  function answer(outlet: Outlet, attempt: Attempt, index: number, result: PduResult): void {
    const { delivery, number } = attempt
    attempt.outstanding -= 1
    if (result === 'refused') {
      attempt.refusedUntil ??= nextTry(clock.now(), delivery.attempts)
      if (delivery.attempts < holdsMax) holds.add(number, delivery.id, attempt.refusedUntil)
      unqueue(outlet, attempt)
    } else {
      attempt.isAnswered[index] = true
      const about = { table: delivery.table, id: delivery.id, credential: delivery.credentialId }
      if (result === 'rejected') log.debug(about, 'the customer rejected a deliver_sm; it is not sent again')
      if (result === 'unsendable') log.warn(about, 'a deliver_sm cannot be written; it is dropped')
    }
    if (attempt.outstanding === 0 && isAllSent(attempt)) end(outlet, attempt, endOf(attempt))
  }

  function note(outlet: Outlet, isFailing: boolean): void {
    const wasFailing = outlet.failedAtMs !== null
    outlet.failedAtMs = isFailing ? performance.now() : null
    if (wasFailing === isFailing) return
    countPlaces(outlet.bind.credential.id)
    if (!isFailing) tellPlaces()
  }

  /** A delivery over a bind that ended may have arrived, but nobody knows: it is repeated over another one. */
  function endOutlet(outlet: Outlet): void {
    if (outlet.isEnded) return
    outlet.isEnded = true
    countPlaces(outlet.bind.credential.id)
    move(outlet, [...outlet.attempts])
  }

  function countAll(): void {
    const listed = new Set<Bind>()
    const ids = [...binds.receivingCredentials()]
    for (const id of ids) for (const bind of binds.receiversOf(id)) listed.add(bind)
    for (const [bind, { attempts }] of outlets) if (!listed.has(bind) && attempts.size === 0) outlets.delete(bind)
    for (const id of new Set([...ids, ...served])) countPlaces(id)
  }

  binds.onReceiver(() => {
    countAll()
    for (const outlet of outlets.values()) moveQueued(outlet)
    tellPlaces()
  })

  return {
    places,
    served,
    bindOf: (credentialId) => outletsOf(credentialId)[0]?.bind ?? null,
    deliver: (delivery) =>
      new Promise((resolve) => {
        if (served.has(delivery.credentialId)) assign(newAttempt(delivery, resolve))
        else resolve({ kind: 'gone' })
      }),
    serve(credentialIds) {
      const next = new Set(credentialIds)
      for (const id of [...served].filter((one) => !next.has(one))) {
        served.delete(id)
        countPlaces(id)
        for (const outlet of outlets.values())
          if (outlet.bind.credential.id === id)
            for (const attempt of [...outlet.attempts]) end(outlet, attempt, { kind: 'gone' })
      }
      const isMore = [...next].some((id) => !served.has(id))
      for (const id of next) served.add(id)
      countAll()
      if (isMore) tellPlaces()
    },
    isFailingSince(credentialId, sinceMs) {
      const failures = outletsOf(credentialId).map(({ failedAtMs }) => failedAtMs)
      return failures.every((ms) => ms !== null) && failures.some((ms) => ms !== null && ms >= sinceMs)
    },
    onPlaces: (listener) => void listeners.push(listener),
  }
}

function unqueue({ queue }: Outlet, attempt: Attempt): void {
  const place = queue.indexOf(attempt)
  if (place >= 0) queue.splice(place, 1)
}
