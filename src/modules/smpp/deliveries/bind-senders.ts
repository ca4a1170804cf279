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
  numberOf,
  restart,
  type WaitingNumber,
} from './attempt.ts'
import { type BindSender, isUsable, newBindSender, type PduResult, sendPdu, windowOf } from './bind-sender.ts'
import { createNumberOrder, holdsMax, type NumberOrder, nextTry } from './ordering.ts'

/** The limit of all binds of a submitter, whatever windows they have. */
const placesMax = 500

export type BindSenders = ReturnType<typeof createBindSenders>

/** Sends deliver_sm over the receiving binds of customers, within the window of each bind, in order for each number. */
export function createBindSenders({ clock, log }: { readonly clock: Clock; readonly log: Logger }, binds: Binds) {
  /** The number of deliveries that may be outstanding by submitter. Those that this process does not serve are missing. */
  const places = new Map<string, number>()
  /** The credentials that this process delivers for. */
  const served = new Set<number>()
  const senders = new Map<Bind, BindSender>()
  /** The bind of each number with outstanding deliveries, and their count. */
  const pins = new Map<string, { readonly sender: BindSender; count: number }>()
  const orders = new Map<number, NumberOrder>()
  const listeners: (() => void)[] = []
  const tellPlaces = () => {
    for (const listener of listeners) listener()
  }

  function orderOf(credentialId: number): NumberOrder {
    const known = orders.get(credentialId) ?? createNumberOrder(clock)
    orders.set(credentialId, known)
    return known
  }

  function sendersOf(credentialId: number): BindSender[] {
    return binds.receiversOf(credentialId).flatMap((bind) => {
      const sender = senders.get(bind) ?? newBindSender(bind)
      senders.set(bind, sender)
      return sender.isEnded ? [] : [sender]
    })
  }

  function leave(credentialId: number): void {
    served.delete(credentialId)
    orders.delete(credentialId)
  }

  /** A customer without a bind here is no longer served, so that its rows are not claimed in vain. */
  function countPlaces(credentialId: number): void {
    const sum = sendersOf(credentialId).reduce((total, sender) => total + windowOf(sender), 0)
    if (sum === 0) leave(credentialId)
    if (served.has(credentialId)) places.set(submitterOf(credentialId), Math.min(placesMax, sum))
    else places.delete(submitterOf(credentialId))
  }

  /** The bind that has earlier deliveries of the number, or the usable one with the fewest deliveries. */
  function senderFor({ number, delivery }: Attempt): BindSender | null {
    const pinned = pins.get(number)?.sender
    if (pinned !== undefined) return pinned
    const all = sendersOf(delivery.credentialId)
    const usable = all.filter(isUsable)
    const [first = null, ...others] = usable.length > 0 ? usable : all
    return others.reduce((best, one) => (best && one.attempts.size < best.attempts.size ? one : best), first)
  }

  function assign(attempt: Attempt): void {
    const sender = senderFor(attempt)
    if (sender === null) {
      countPlaces(attempt.delivery.credentialId)
      attempt.end({ kind: 'gone' })
      return
    }
    const pin = pins.get(attempt.number) ?? { sender, count: 0 }
    pins.set(attempt.number, pin)
    pin.count += 1
    sender.attempts.add(attempt)
    sender.queue.push(attempt)
    pump(sender)
  }

  function remove(sender: BindSender, attempt: Attempt): void {
    sender.attempts.delete(attempt)
    unqueue(sender, attempt)
    const pin = pins.get(attempt.number)
    if (pin === undefined) return
    pin.count -= 1
    if (pin.count === 0) pins.delete(attempt.number)
  }

  function hold({ number, delivery }: Attempt, until: Date): void {
    orderOf(delivery.credentialId).add(number, delivery, until)
  }

  /** Until the row can be claimed again, later ones of its number, whose leases may last longer, must not overtake it. */
  function endWithoutLease(sender: BindSender, attempt: Attempt): void {
    const until = new Date(clock.now().getTime() + leaseSeconds * 1_000)
    hold(attempt, until)
    end(sender, attempt, { kind: 'gone' })
  }

  function end(sender: BindSender, attempt: Attempt, result: Delivered): void {
    remove(sender, attempt)
    // Answers that arrive later are ignored.
    attempt.round += 1
    attempt.end(result)
  }

  /** Removes all these first: then none of them is pinned to this bind, and they keep their order on others. */
  function move(sender: BindSender, attempts: readonly Attempt[]): void {
    for (const attempt of attempts) remove(sender, attempt)
    for (const attempt of attempts) {
      restart(attempt)
      if (attempt.refusedUntil === null) assign(attempt)
      else attempt.end(endOf(attempt))
    }
  }

  const isLeaving = ({ bind }: BindSender) => !binds.receiversOf(bind.credential.id).includes(bind)
  const hasBetter = (sender: BindSender) =>
    sender.failedAtMs !== null && sendersOf(sender.bind.credential.id).some((one) => one !== sender && isUsable(one))

  /** Moves deliveries that a failing or leaving bind would delay, except those behind a sent one of their number. */
  function moveQueued(sender: BindSender): void {
    const { queue, attempts } = sender
    if (queue.length === 0 || !(isLeaving(sender) || hasBetter(sender))) return
    const sent = new Set([...attempts].flatMap(({ outstanding, number }) => (outstanding > 0 ? [number] : [])))
    move(
      sender,
      queue.filter(({ number }) => !sent.has(number)),
    )
  }

  function pump(sender: BindSender): void {
    if (isLeaving(sender)) return
    for (let [attempt] = sender.queue; attempt && sender.outstanding < windowOf(sender); [attempt] = sender.queue) {
      const { delivery, number, isBegun } = attempt
      if (delivery.lease.isOver()) {
        endWithoutLease(sender, attempt)
        continue
      }
      const until = isBegun ? null : orderOf(delivery.credentialId).delay(number, delivery)
      if (until !== null) end(sender, attempt, { kind: 'held', until })
      else if (isAllSent(attempt)) end(sender, attempt, endOf(attempt))
      else void send(sender, attempt)
    }
  }

  async function send(sender: BindSender, attempt: Attempt): Promise<void> {
    const { next: index, round, delivery } = attempt
    attempt.isBegun = true
    attempt.outstanding += 1
    sender.outstanding += 1
    advance(attempt)
    if (isAllSent(attempt)) sender.queue.shift()
    const result = await sendPdu(sender, delivery.pdus[index] ?? {})
    sender.outstanding -= 1
    if (result === 'ended') return endSender(sender)
    if (result !== 'unsendable') note(sender, result === 'refused')
    if (attempt.round === round) answer(sender, attempt, index, result)
    moveQueued(sender)
    pump(sender)
  }

  function answer(sender: BindSender, attempt: Attempt, index: number, result: PduResult): void {
    const { delivery } = attempt
    attempt.outstanding -= 1
    if (result === 'refused') {
      attempt.refusedUntil ??= nextTry(clock.now(), delivery.attempts)
      if (delivery.attempts < holdsMax) hold(attempt, attempt.refusedUntil)
      unqueue(sender, attempt)
    } else {
      attempt.isAnswered[index] = true
      const about = { table: delivery.table, id: delivery.id, credential: delivery.credentialId }
      if (result === 'rejected') log.debug(about, 'the customer rejected a deliver_sm; it is not sent again')
      if (result === 'unsendable') log.warn(about, 'a deliver_sm cannot be written; it is dropped')
    }
    if (attempt.outstanding === 0 && isAllSent(attempt)) end(sender, attempt, endOf(attempt))
  }

  function note(sender: BindSender, isFailing: boolean): void {
    const wasFailing = sender.failedAtMs !== null
    sender.failedAtMs = isFailing ? performance.now() : null
    if (wasFailing === isFailing) return
    countPlaces(sender.bind.credential.id)
    if (!isFailing) tellPlaces()
  }

  /** A delivery over a bind that ended may have arrived, but nobody knows: it is repeated over another one. */
  function endSender(sender: BindSender): void {
    if (sender.isEnded) return
    sender.isEnded = true
    countPlaces(sender.bind.credential.id)
    move(sender, [...sender.attempts])
  }

  function countAll(): void {
    const listed = new Set<Bind>()
    const ids = [...binds.receivingCredentials()]
    for (const id of ids) for (const bind of binds.receiversOf(id)) listed.add(bind)
    for (const [bind, { attempts }] of senders) if (!listed.has(bind) && attempts.size === 0) senders.delete(bind)
    for (const id of new Set([...ids, ...served])) countPlaces(id)
  }

  binds.onReceiver(() => {
    countAll()
    for (const sender of senders.values()) moveQueued(sender)
    tellPlaces()
  })

  return {
    places: places as ReadonlyMap<string, number>,
    served: served as ReadonlySet<number>,
    /** A bind of the credential; null without one. */
    bindOf: (credentialId: number): Bind | null => sendersOf(credentialId)[0]?.bind ?? null,
    deliver: (delivery: Delivery) =>
      new Promise<Delivered>((resolve) => {
        if (served.has(delivery.credentialId)) assign(newAttempt(delivery, resolve))
        else resolve({ kind: 'gone' })
      }),
    /** Replaces what this process knows about waiting deliveries of the credential, before it delivers for it. */
    hold(credentialId: number, waiting: readonly WaitingNumber[]): void {
      const ofCredential = createNumberOrder(clock)
      for (const { table, phone, first, until } of waiting)
        ofCredential.add(numberOf({ credentialId, table, phone }), first, until)
      orders.set(credentialId, ofCredential)
    },
    /** Changes the served credentials. Outstanding deliveries of others end as `gone`. */
    serve(credentialIds: Iterable<number>): void {
      const next = new Set(credentialIds)
      for (const id of [...served].filter((one) => !next.has(one))) {
        leave(id)
        countPlaces(id)
        for (const sender of senders.values())
          if (sender.bind.credential.id === id)
            for (const attempt of [...sender.attempts]) end(sender, attempt, { kind: 'gone' })
      }
      const isMore = [...next].some((id) => !served.has(id))
      for (const id of next) served.add(id)
      countAll()
      if (isMore) tellPlaces()
    },
    /** Whether all binds of the credential are failing, and one of them has failed since that time. */
    isFailingSince(credentialId: number, sinceMs: number): boolean {
      const failures = sendersOf(credentialId).map(({ failedAtMs }) => failedAtMs)
      return failures.every((ms) => ms !== null) && failures.some((ms) => ms !== null && ms >= sinceMs)
    },
    /** The listener is called when there may be places for more deliveries. */
    onPlaces: (listener: () => void) => void listeners.push(listener),
  }
}

function unqueue({ queue }: BindSender, attempt: Attempt): void {
  const place = queue.indexOf(attempt)
  if (place >= 0) queue.splice(place, 1)
}
