import { Idle } from '../../engine/flow/idle.ts'
import { type Pdu, status } from '../../engine/smpp/pdu.ts'
import type { Clock } from '../../values/time.ts'
import type { CarrierEvents } from '../carrier.ts'
import { readIncoming } from './incoming.ts'
import { readDelivery } from './receipt.ts'
import type { Deliveries } from './session.ts'
import type { SmppSettings } from './settings.ts'

/** A log for operators. */
export interface Log {
  info(details: object, text: string): void
  warn(details: object, text: string): void
}

interface DeliveriesOptions {
  readonly carrier: string
  /** They may change while it is open. */
  settings(): SmppSettings
  readonly clock: Clock
  readonly log: Log | undefined
  /** Null while deliveries are not accepted. */
  events(): CarrierEvents | null
}

/** A broken carrier may send invalid deliveries all day; the first ones show the problem. */
const unreadableLogsMax = 20
const loggedBytesMax = 512

/** Handles receipts and incoming messages from all binds of a carrier. */
export function createDeliveries({ carrier, settings, clock, log, events }: DeliveriesOptions) {
  const commits = new Idle()
  let unreadable = 0

  /** An unreadable delivery would not be better the next time, so it is acknowledged and logged. */
  function giveUp(place: number, { bytes }: Pdu, why: string): number {
    unreadable += 1
    const hex = bytes?.subarray(0, loggedBytesMax).toString('hex')
    if (unreadable <= unreadableLogsMax)
      log?.warn({ carrier, place, why, bytes: hex }, 'failed to read a delivery from a carrier; it is lost')
    return status.ok
  }

  /** The carrier repeats a delivery that could not be committed. */
  async function commit(write: () => Promise<void>): Promise<number> {
    commits.enter()
    try {
      await write()
      return status.ok
    } catch {
      return status.temporaryAppError
    } finally {
      commits.leave()
    }
  }

  async function take(place: number, delivery: Pdu): Promise<number> {
    const listener = events()
    if (listener === null) return status.temporaryAppError
    try {
      const now = clock.now()
      const read = readDelivery(delivery, settings(), now)
      if (read.kind === 'receipt') return await commit(() => listener.receipt(read.receipt))
      if (read.kind === 'message') {
        const incoming = readIncoming(delivery, settings(), now)
        return await commit(() => listener.message(incoming))
      }
      return read.kind === 'progress' ? status.ok : giveUp(place, delivery, read.why)
    } catch (error) {
      return giveUp(place, delivery, (error as Error).message)
    }
  }

  return {
    /** For the bind with this number. */
    at: (place: number): Deliveries => ({
      take: (delivery) => take(place, delivery),
      takeUnreadable: (delivery, why) => giveUp(place, delivery, why),
    }),
    /** Resolves when no delivery is being committed. */
    idle: () => commits.wait(),
  }
}
