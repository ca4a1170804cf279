import { Deque } from '../../engine/flow/deque.ts'
import { Idle } from '../../engine/flow/idle.ts'
import type { Clock } from '../../values/time.ts'
import type { Agenda } from '../agenda.ts'
import { CarrierError, type Lane, lanes } from '../carrier.ts'
import { createLaneRate, type LaneRate, reservedPlaces } from './lane-rate.ts'

/** Something that waits to be sent: a message, or a part of one. */
export interface Waiting {
  readonly lane: Lane
  readonly validUntilMs: number
  isWanted(): boolean
  /** Since when it waits, by the monotonic clock; infinite where it may wait for ever. */
  readonly waitsFromMs: number
  /** Its place among all that were put in: 0 at first, then the outbox's, and kept when it is put in again. */
  order: number
}

/** What messages are sent over. A carrier has one, or a bind for each connection. */
export interface Channel {
  readonly isUp: boolean
  /** How many places of its window are taken. Only the outbox changes it. */
  underWay: number
  /** A rate of its own, besides that of the carrier. */
  readonly ownRate?: LaneRate
}

/** A place in the window of a channel, taken by one transmission. */
export interface Slot<Via> {
  readonly channel: Via
  /** The transmission is over. Its place stays taken until it is free: after a crash, it would be sent again. */
  answered(): void
  /** Also says that it was answered. */
  free(): void
}

export interface OutboxOptions<Item extends Waiting, Via extends Channel> {
  readonly clock: Clock
  readonly agenda: Agenda
  /** Messages in a second; 0 is no limit. */
  readonly rate: number
  /** Transmissions of a channel that have no answer, or whose answer is not written. */
  readonly window: number
  /** The share of the rate that this process has. */
  rateShare?(): number
  /** The maximum wait, in real time; five seconds when it is left out. */
  readonly maxWaitMs?: number | undefined
  channels(): readonly Via[]
  mayUse?(item: Item, channel: Via): boolean
  /** It is its turn. It has a place until the slot is free. */
  transmit(item: Item, slot: Slot<Via>): void
  /** It was not sent, and does not wait any longer. */
  giveBack(item: Item, error: CarrierError): void
  /** A lane that was full has room. */
  onRoom(): void
}

/** The queue of a carrier. It lives in memory: a batch row stays the durable place of a message until it is written. */
export interface Outbox<Item extends Waiting> extends OutboxControl {
  put(item: Item): void
}

export interface OutboxControl {
  /** Whether anything can be sent now, and the lane, or any lane, has room. */
  ready(lane?: Lane): boolean
  /** Channels have come, gone or changed. When none is up, everything that waits is given back. */
  look(): void
  change(limits: { readonly rate: number; readonly window: number }): void
  open(): void
  /** Gives back everything that waits, and takes nothing more. */
  close(): void
  /** Resolves when nothing waits, and everything that was sent is answered. */
  idle(): Promise<void>
}

const usualMaxWaitMs = 5_000
/** A lane holds no more than goes out in this time: well before the last of them would have waited too long. */
const capacitySeconds = 2
const capacityMax = 1_000

export const away = (why = 'the carrier is away') =>
  new CarrierError(why, { retryable: true, reason: 'carrier_away', away: true })

export function createOutbox<Item extends Waiting, Via extends Channel>(
  options: OutboxOptions<Item, Via>,
): Outbox<Item> {
  const { clock, agenda, rateShare = () => 1, maxWaitMs = usualMaxWaitMs, channels, mayUse = () => true } = options
  const { transmit, giveBack, onRoom } = options
  const now = () => clock.now().getTime()
  const queues: Readonly<Record<Lane, Deque<Item>>> = { pin: new Deque(), single: new Deque(), bulk: new Deque() }
  const wasFull: Record<Lane, boolean> = { pin: false, single: false, bulk: false }
  const unanswered = new Idle()
  let { rate, window } = options
  let lastOrder = 0
  let wakeAt = Number.POSITIVE_INFINITY
  let sweeping: NodeJS.Timeout | undefined
  let isOpen = false
  let isLooking = false

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
   * A lane that was full has no room before half of it is free: for each single place somebody would read a whole batch,
   * and put nearly all of it back.
   */
  function hasRoom(lane: Lane): boolean {
    const { size } = queues[lane]
    if (size >= capacity()) wasFull[lane] = true
    else if (size <= capacity() / 2) wasFull[lane] = false
    return !wasFull[lane]
  }

  /** Whoever was told that there is no room is told when there is. */
  function tellRoom(): void {
    for (const lane of lanes) if (wasFull[lane] && hasRoom(lane)) onRoom()
  }

  /** Why it may not go out, looked at right before it would; null when it may. */
  function hindranceOf({ validUntilMs, waitsFromMs, isWanted }: Item): CarrierError | null {
    if (validUntilMs <= now())
      return new CarrierError('its validity ended while it waited', { retryable: true, reason: 'expired', away: true })
    if (performance.now() - waitsFromMs >= maxWaitMs) return away('it waited for too long')
    return isWanted() ? null : away('it is not wanted any more')
  }

  function drop(item: Item, error: CarrierError): void {
    unanswered.leave()
    giveBack(item, error)
  }

  /** The channel with the most room, or null when the item has to wait. */
  function findChannel(item: Item): Via | null {
    const places = item.lane === 'pin' ? window : window - reservedPlaces(window)
    let best: Via | null = null
    let soonestMs = Number.POSITIVE_INFINITY
    for (const channel of channels()) {
      if (!channel.isUp || channel.underWay >= places || !mayUse(item, channel)) continue
      const waitMs = channel.ownRate?.waitMs(item.lane) ?? 0
      if (waitMs > 0) soonestMs = Math.min(soonestMs, waitMs)
      else if (best === null || channel.underWay < best.underWay) best = channel
    }
    if (best === null && soonestMs < Number.POSITIVE_INFINITY) lookIn(soonestMs)
    return best
  }

  /** Sends what may go. A lane that has to wait stops those after it: they would have to wait as well. */
  function pump(): void {
    for (const lane of lanes) {
      const queue = queues[lane]
      for (let item = queue.first; item !== undefined; item = queue.first) {
        const hindrance = hindranceOf(item)
        if (hindrance !== null) {
          queue.shift()
          drop(item, hindrance)
          continue
        }
        const waitMs = laneRate.waitMs(lane)
        if (waitMs > 0) lookIn(waitMs)
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
    channel.underWay += 1
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
        channel.underWay -= 1
        lookSoon()
      },
    })
  }

  function look(): void {
    if (!isOpen) return
    if (!isUp()) clear(away())
    pump()
    tellRoom()
  }

  /** Many answers are written together, and make room together. */
  function lookSoon(): void {
    if (isLooking) return
    isLooking = true
    setImmediate(() => {
      isLooking = false
      look()
    })
  }

  /** An agenda forgets nothing, so there is one note at a time, and a second only for what is earlier. */
  function lookIn(milliseconds: number): void {
    const time = now()
    const at = time + milliseconds
    if (at >= wakeAt && wakeAt > time) return
    wakeAt = at
    agenda.at(at, () => {
      if (wakeAt === at) wakeAt = Number.POSITIVE_INFINITY
      look()
    })
  }

  function clear(error: CarrierError): void {
    for (const lane of lanes) for (const item of queues[lane].clear()) drop(item, error)
    clearTimeout(sweeping)
    sweeping = undefined
  }

  /** Gives back what may not go out any longer, also where nothing moves. */
  function sweep(): void {
    let oldestMs = Number.POSITIVE_INFINITY
    const hindrances: [Item, CarrierError][] = []
    for (const lane of lanes) {
      queues[lane].removeWhere((item) => {
        const hindrance = hindranceOf(item)
        if (hindrance === null) oldestMs = Math.min(oldestMs, item.waitsFromMs)
        else hindrances.push([item, hindrance])
        return hindrance !== null
      })
    }
    sweeping = undefined
    if (oldestMs < Number.POSITIVE_INFINITY) sweepIn(oldestMs + maxWaitMs - performance.now())
    for (const [item, hindrance] of hindrances) drop(item, hindrance)
    look()
  }

  function sweepIn(milliseconds: number): void {
    sweeping ??= setTimeout(sweep, Math.max(0, Math.ceil(milliseconds)))
  }

  return {
    look,
    ready: (lane) => isUp() && (lane === undefined ? lanes.some(hasRoom) : hasRoom(lane)),
    put(item) {
      if (!isUp()) return giveBack(item, away())
      unanswered.enter()
      const queue = queues[item.lane]
      if (item.order > 0) {
        queue.insert(item, (other) => other.order > item.order)
        lookSoon()
      } else {
        lastOrder += 1
        item.order = lastOrder
        queue.push(item)
        // Where others of its lane wait, it waits after them, and they are looked after.
        if (queue.size === 1) pump()
      }
      if (queue.size > 0) sweepIn(maxWaitMs)
    },
    change(limits) {
      ;({ rate, window } = limits)
      look()
    },
    open() {
      isOpen = true
    },
    close() {
      isOpen = false
      clear(away('the carrier is being stopped'))
    },
    idle: () => unanswered.wait(),
  }
}
