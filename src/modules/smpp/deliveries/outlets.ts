import { LinkProblem } from '../../../engine/smpp/link-problem.ts'
import { type Fields, type Pdu, status } from '../../../engine/smpp/pdu.ts'
import type { Lease } from '../../../engine/work/index.ts'
import { type Bind, type Binds, submitterOf } from '../model.ts'

/**
 * The end of a delivery. `refused` is an answer with an error, or none in time: it is tried again later. `gone`: there
 * is no bind, or this process may no longer deliver.
 */
export type Delivered = 'taken' | 'rejected' | 'refused' | 'gone'

/** Sends deliver_sm over the receiving binds of customers, within the window of each bind. */
export interface Outlets {
  /** The number of deliveries that may be outstanding by submitter. Submitters without a bind here are missing. */
  readonly places: ReadonlyMap<string, number>
  /** A bind of the submitter; null without one. */
  bindOf(credentialId: number): Bind | null
  /** Sends one PDU after the other. The result is that of the first one that the customer did not take. */
  deliver(credentialId: number, pdus: readonly Fields[], lease: Lease): Promise<Delivered>
  /** Called when there may be places for more deliveries. */
  onPlaces(listener: () => void): void
}

/** The deliveries over a bind, as this process sees them. */
interface Load {
  outstanding: number
  /** The last answer was an error, or was missing. */
  isFailing: boolean
  /** The connection has ended, although the bind may still be listed. */
  isEnded: boolean
}

/** Limits of one bind and of all binds of a submitter, whatever window the credential has. */
const windowMax = 100
const placesMax = 500

/** ESME_RX_P_APPN and ESME_RX_R_APPN: the customer will never take this delivery. */
const rejections: readonly number[] = [0x65, 0x66]

export function createOutlets(binds: Binds): Outlets {
  const places = new Map<string, number>()
  const loads = new WeakMap<Bind, Load>()
  const waiting = new Map<number, (() => void)[]>()
  const listeners: (() => void)[] = []

  function loadOf(bind: Bind): Load {
    let load = loads.get(bind)
    if (load === undefined) {
      load = { outstanding: 0, isFailing: false, isEnded: false }
      loads.set(bind, load)
    }
    return load
  }

  const receiversOf = (credentialId: number) => binds.receiversOf(credentialId).filter((bind) => !loadOf(bind).isEnded)

  /** A failing bind gets one delivery at a time, which shows whether it works again, and holds no more memory. */
  const windowOf = (bind: Bind) =>
    loadOf(bind).isFailing ? 1 : Math.min(windowMax, Math.max(1, bind.credential.windowSize))

  function countPlaces(credentialId: number): void {
    const sum = receiversOf(credentialId).reduce((total, bind) => total + windowOf(bind), 0)
    if (sum > 0) places.set(submitterOf(credentialId), Math.min(placesMax, sum))
    else places.delete(submitterOf(credentialId))
  }

  /** The working bind with the fewest deliveries, then any; null when all windows are full. */
  function freeBind(credentialId: number): Bind | null {
    let best: Bind | null = null
    for (const bind of receiversOf(credentialId)) {
      if (loadOf(bind).outstanding >= windowOf(bind)) continue
      if (best === null || isBetter(loadOf(bind), loadOf(best))) best = bind
    }
    return best
  }

  function wakeOne(credentialId: number): void {
    waiting.get(credentialId)?.shift()?.()
  }

  function wakeAll(): void {
    for (const queue of waiting.values()) for (const wake of queue.splice(0)) wake()
  }

  /** Takes a place in the window of a bind, or waits for one. Null when there is no bind. */
  async function takeBind(credentialId: number): Promise<Bind | null> {
    for (;;) {
      const bind = freeBind(credentialId)
      if (bind !== null) loadOf(bind).outstanding += 1
      if (bind !== null || receiversOf(credentialId).length === 0) return bind
      const queue = waiting.get(credentialId) ?? []
      waiting.set(credentialId, queue)
      await new Promise<void>((resolve) => queue.push(resolve))
      if (queue.length === 0) waiting.delete(credentialId)
    }
  }

  function note(bind: Bind, isFailing: boolean): void {
    const load = loadOf(bind)
    if (load.isFailing === isFailing) return
    load.isFailing = isFailing
    countPlaces(bind.credential.id)
    if (!isFailing) for (const listener of listeners) listener()
  }

  async function deliverOver(bind: Bind, fields: Fields): Promise<Delivered | 'ended'> {
    const load = loadOf(bind)
    try {
      const result = readAnswer(await bind.deliver(fields))
      note(bind, result === 'refused')
      return result
    } catch (error) {
      if (!(error instanceof LinkProblem)) throw error
      if (error.kind === 'no_answer') {
        note(bind, true)
        return 'refused'
      }
      load.isEnded = true
      countPlaces(bind.credential.id)
      return 'ended'
    }
  }

  /** A delivery over a bind that ended may have arrived, but nobody knows: it is repeated over another one. */
  async function deliverOne(credentialId: number, fields: Fields, lease: Lease): Promise<Delivered> {
    for (;;) {
      const bind = await takeBind(credentialId)
      if (bind === null) return 'gone'
      try {
        const result = lease.isOver() ? 'gone' : await deliverOver(bind, fields)
        if (result !== 'ended') return result
      } finally {
        loadOf(bind).outstanding -= 1
        wakeOne(credentialId)
      }
    }
  }

  function countAll(): void {
    places.clear()
    for (const credentialId of binds.receivingCredentials()) countPlaces(credentialId)
  }

  binds.onReceiver(() => {
    countAll()
    wakeAll()
    for (const listener of listeners) listener()
  })
  countAll()

  return {
    places,
    bindOf: (credentialId) => receiversOf(credentialId)[0] ?? null,
    async deliver(credentialId, pdus, lease) {
      for (const fields of pdus) {
        const result = await deliverOne(credentialId, fields, lease)
        if (result !== 'taken') return result
      }
      return 'taken'
    },
    onPlaces: (listener) => void listeners.push(listener),
  }
}

const isBetter = (one: Load, other: Load) =>
  one.isFailing === other.isFailing ? one.outstanding < other.outstanding : !one.isFailing

function readAnswer({ status: answer }: Pdu): Delivered {
  if (answer === status.ok) return 'taken'
  return rejections.includes(answer) ? 'rejected' : 'refused'
}
