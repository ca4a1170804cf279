import { Deque } from '../../engine/flow/deque.ts'
import { Idle } from '../../engine/flow/idle.ts'
import type { Clock } from '../../values/time.ts'
import type { Agenda } from '../agenda.ts'
import { type Lane, lanes } from '../carrier.ts'
import { ProviderFailure } from '../provider-kind.ts'
import { createLaneRate, type LaneRate, reservedPlaces } from './lane-rate.ts'

/** A queued message, or a part of one. */
export interface Waiting {
  readonly lane: Lane
  readonly validUntilMs: number
  isWanted(): boolean
  /** Since when it has been waiting, on the monotonic clock; infinite for no maximum wait. */
  readonly waitsFromMs: number
  /** The position in the queue: 0 at first, then set by the outbox, and kept when the item is put in again. */
  order: number
}

/** A channel that messages are sent over. An HTTP carrier has one, an SMPP carrier one per bind. */
export interface Channel {
  readonly isUp: boolean
  /** The used places of its window. Only the outbox changes this. */
  outstanding: number
  /** The channel's own rate, in addition to that of the carrier. */
  readonly ownRate?: LaneRate
}

/** A place in the window of a channel, used by one transmission. */
export interface Slot<Via> {
  readonly channel: Via
  /** The response arrived. The place stays in use until `free`, because a crash before that sends the message again. */
  answered(): void
  /** Implies `answered`. */
  free(): void
}

export interface OutboxOptions<Item extends Waiting, Via extends Channel> {
  readonly clock: Clock
  readonly agenda: Agenda
  /** Messages per second; 0 means no limit. */
  readonly rate: number
  /** The maximum transmissions per channel without a stored response. */
  readonly window: number
  /** The share of the rate that belongs to this process. */
  rateShare?(): number
  /** The maximum wait in real time; five seconds by default. */
  readonly maxWaitMs?: number
  channels(): readonly Via[]
  mayUse?(item: Item, channel: Via): boolean
  /** Sends the item. Its place is used until the slot is freed. */
  transmit(item: Item, slot: Slot<Via>): void
  /** The item was not sent, and no longer waits. */
  giveBack(item: Item, error: ProviderFailure): void
  /** A full lane has capacity again. */
  onCapacity(): void
}

/**
 * The queue of a carrier. It is in memory only; the batch row remains the durable record until the result is written.
 */
export interface Outbox<Item extends Waiting> extends OutboxControl {
  put(item: Item): void
}

export interface OutboxControl {
  /** Whether anything can be sent now, and the lane, or any lane, has capacity. */
  ready(lane?: Lane): boolean
  /** Channels were added, removed or changed. Without a channel that is up, all waiting items are given back. */
  update(): void
  change(limits: { readonly rate: number; readonly window: number }): void
  open(): void
  /** Gives back all waiting items, and accepts nothing more. */
  close(): void
  /** Resolves when nothing waits, and all transmissions have a response. */
  idle(): Promise<void>
}

const defaultMaxWaitMs = 5_000
/** A lane holds no more than can be sent in this time, well within the maximum wait. */
const capacitySeconds = 2
const capacityMax = 1_000

export const away = (why = 'the carrier is not available') =>
  new ProviderFailure('unstarted', why, { reason: 'carrier_away', away: true })

export function createOutbox<Item extends Waiting, Via extends Channel>(
  options: OutboxOptions<Item, Via>,
): Outbox<Item> {
  const { clock, agenda, rateShare = () => 1, maxWaitMs = defaultMaxWaitMs, channels, mayUse = () => true } = options
  const { transmit, giveBack, onCapacity } = options
  const now = () => clock.now().getTime()
  const queues: Readonly<Record<Lane, Deque<Item>>> = { pin: new Deque(), single: new Deque(), bulk: new Deque() }
  const wasFull: Record<Lane, boolean> = { pin: false, single: false, bulk: false }
  const unanswered = new Idle()
  let { rate, window } = options
  let lastOrder = 0
  let wakeAt = Number.POSITIVE_INFINITY
  let sweeping: NodeJS.Timeout | undefined
  let isOpen = false
  let isUpdating = false

  const ownRate = () => rate * rateShare()
  const laneRate = createLaneRate(now, ownRate)
  const isUp = () => isOpen && channels().some((channel) => channel.isUp)

  function capacity(): number {
    const perSecond = ownRate()
    return perSecond === 0
      ? Math.max(capacityMax, window * channels().length)
      : Math.max(1, Math.min(capacityMax, perSecond * capacitySeconds))
  }

  /**
   * A full lane has no capacity before half of it is free. Otherwise a worker would read a whole batch for every free
   * place, and put most of it back.
   */
  function hasCapacity(lane: Lane): boolean {
    const { size } = queues[lane]
    if (size >= capacity()) wasFull[lane] = true
    else if (size <= capacity() / 2) wasFull[lane] = false
    return !wasFull[lane]
  }

  /** Notifies callers that found a lane full. */
  function notifyCapacity(): void {
    for (const lane of lanes) if (wasFull[lane] && hasCapacity(lane)) onCapacity()
  }

  /** Why the item may not be sent, checked right before sending; null when it may. */
  function whyNotSend({ validUntilMs, waitsFromMs, isWanted }: Item): ProviderFailure | null {
    if (validUntilMs <= now())
      return new ProviderFailure('unstarted', 'the message expired while it waited', { reason: 'expired', away: true })
    if (performance.now() - waitsFromMs >= maxWaitMs) return away('the message waited too long')
    return isWanted() ? null : away('the message is no longer wanted')
  }

  function drop(item: Item, error: ProviderFailure): void {
    unanswered.leave()
    giveBack(item, error)
  }

  /** The channel with the most free places; null when the item has to wait. */
  function findChannel(item: Item): Via | null {
    const places = item.lane === 'pin' ? window : window - reservedPlaces(window)
    let best: Via | null = null
    let soonestMs = Number.POSITIVE_INFINITY
    for (const channel of channels()) {
      if (!channel.isUp || channel.outstanding >= places || !mayUse(item, channel)) continue
      const waitMs = channel.ownRate?.waitMs(item.lane) ?? 0
      if (waitMs > 0) soonestMs = Math.min(soonestMs, waitMs)
      else if (best === null || channel.outstanding < best.outstanding) best = channel
    }
    if (best === null && soonestMs < Number.POSITIVE_INFINITY) updateIn(soonestMs)
    return best
  }

  /**
   * Sends the items that can be sent. A lane that has to wait blocks the lanes after it, which would have to wait too.
   */
  function pump(): void {
    for (const lane of lanes) {
      const queue = queues[lane]
      for (let item = queue.first; item !== undefined; item = queue.first) {
        const reason = whyNotSend(item)
        if (reason !== null) {
          queue.shift()
          drop(item, reason)
          continue
        }
        const waitMs = laneRate.waitMs(lane)
        if (waitMs > 0) updateIn(waitMs)
        const channel = waitMs > 0 ? null : findChannel(item)
        if (channel === null) return
        queue.shift()
        send(item, channel)
      }
    }
  }

  function send(item: Item, channel: Via): void {
    laneRate.spend()
    channel.ownRate?.spend()
    channel.outstanding += 1
    let isAnswered = false
    let isFree = false
    function answered(): void {
      if (!isAnswered) unanswered.leave()
      isAnswered = true
    }
    transmit(item, {
      channel,
      answered,
      free() {
        answered()
        if (isFree) return
        isFree = true
        channel.outstanding -= 1
        updateSoon()
      },
    })
  }

  function update(): void {
    if (!isOpen) return
    if (!isUp()) clear(away())
    pump()
    notifyCapacity()
  }

  /** Many results are stored together, and free their places together. */
  function updateSoon(): void {
    if (isUpdating) return
    isUpdating = true
    setImmediate(() => {
      isUpdating = false
      update()
    })
  }

  /** An agenda cannot remove entries, so there is one at a time, and a second one only for an earlier time. */
  function updateIn(milliseconds: number): void {
    const time = now()
    const at = time + milliseconds
    if (at >= wakeAt && wakeAt > time) return
    wakeAt = at
    agenda.at(at, () => {
      if (wakeAt === at) wakeAt = Number.POSITIVE_INFINITY
      update()
    })
  }

  function clear(error: ProviderFailure): void {
    for (const lane of lanes) for (const item of queues[lane].clear()) drop(item, error)
    clearTimeout(sweeping)
    sweeping = undefined
  }

  /** Gives back expired and unwanted items, even when nothing is being sent. */
  function sweep(): void {
    let oldestMs = Number.POSITIVE_INFINITY
    const refused: [Item, ProviderFailure][] = []
    for (const lane of lanes) {
      queues[lane].removeWhere((item) => {
        const reason = whyNotSend(item)
        if (reason === null) oldestMs = Math.min(oldestMs, item.waitsFromMs)
        else refused.push([item, reason])
        return reason !== null
      })
    }
    sweeping = undefined
    if (oldestMs < Number.POSITIVE_INFINITY) sweepIn(oldestMs + maxWaitMs - performance.now())
    for (const [item, reason] of refused) drop(item, reason)
    update()
  }

  function sweepIn(milliseconds: number): void {
    sweeping ??= setTimeout(sweep, Math.max(0, Math.ceil(milliseconds)))
  }

  return {
    update,
    ready: (lane) => isUp() && (lane === undefined ? lanes.some(hasCapacity) : hasCapacity(lane)),
    put(item) {
      if (!isUp()) return giveBack(item, away())
      unanswered.enter()
      const queue = queues[item.lane]
      if (item.order > 0) {
        queue.insert(item, (other) => other.order > item.order)
        updateSoon()
      } else {
        lastOrder += 1
        item.order = lastOrder
        queue.push(item)
        // An item behind others of its lane cannot be sent before them.
        if (queue.size === 1) pump()
      }
      if (queue.size > 0) sweepIn(maxWaitMs)
    },
    change(limits) {
      ;({ rate, window } = limits)
      update()
    },
    open() {
      isOpen = true
    },
    close() {
      isOpen = false
      clear(away('the carrier is stopping'))
    },
    idle: () => unanswered.wait(),
  }
}
