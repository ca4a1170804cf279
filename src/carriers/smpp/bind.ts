import { setTimeout as sleep } from 'node:timers/promises'
import type { Agenda } from '../agenda.ts'
import type { ConnectionState } from '../carrier.ts'
import { type AdaptiveRate, createAdaptiveRate } from './adaptive-rate.ts'
import { LinkProblem } from './link.ts'
import { type Fields, type Pdu, status } from './pdu.ts'
import { openSession, type Session, type SessionOptions } from './session.ts'

/**
 * Most that a stop waits for, whatever the time for answers is: whoever stops the program kills it after half a minute.
 */
export interface LeaveMs {
  /** For what is under way. */
  readonly answers: number
  /** For the carrier to let us go. */
  readonly unbind: number
}

/** One bind that is kept up: whenever it is lost, or can't be made, it is tried again. */
export interface Bind {
  readonly place: number
  readonly isUp: boolean
  state(): ConnectionState
  readonly ownRate: AdaptiveRate
  /** How many places of its window are taken. The outbox counts them. */
  underWay: number
  /**
   * One of these may be what ends connections. There is never a second: they would be suspected together for ever, and
   * refused together.
   */
  hasSuspect: boolean
  /** Rejects with a LinkProblem, or with whatever makes the fields no PDU. */
  submit(fields: Fields): Promise<Pdu>
  /** Ends it now and for good. When it returns nothing more is sent over it. */
  letGo(): void
  /** Takes leave, and ends it for good, after so long at the latest. */
  unbind(limitMs: number): Promise<void>
  /** The same once nothing is under way; until then it is sent nothing more. */
  leave(limitMs: LeaveMs): Promise<void>
}

export interface BindOptions extends SessionOptions {
  readonly place: number
  /** By the movable clock, so that a moved one tries again at once. */
  readonly agenda: Agenda
  readonly now: () => number
  readonly random: () => number
  /** It came up, was lost, or could not be made. */
  onChange(state: ConnectionState): void
}

const waitMsMin = 1_000
const waitMsMax = 60_000
/** A bind that held this long was a good one, and its loss is the first; so is one that took a message. */
const goodMs = 5_000
/** How often a bind that is left looks whether anything is still under way. */
const leaveLookMs = 20
/** Many binds that were lost together do not come back together. */
const jitter = (random: () => number) => 0.75 + random() / 2

export function createBind({ place, agenda, now, random, onChange, ...options }: BindOptions): Bind {
  const ownRate = createAdaptiveRate(now, random)
  let session: Session | null = null
  let problem: string | null = null
  let waitMs = waitMsMin
  let isOver = false
  let tookMessage = false
  let isLeaving = false

  const isUp = () => !isLeaving && (session?.isUp ?? false)
  const state = () => ({ place, isUp: isUp(), problem })

  async function unbind(limitMs: number): Promise<void> {
    isOver = true
    await session?.unbind(limitMs)
  }

  async function begin(): Promise<void> {
    if (isOver) return
    const current = openSession(options)
    session = current
    if (await current.bound) {
      const boundAt = now()
      tookMessage = false
      problem = null
      onChange(state())
      await current.ended
      if (tookMessage || now() - boundAt >= goodMs) waitMs = waitMsMin
    }
    problem = await current.ended
    session = null
    if (isOver) return
    agenda.at(now() + waitMs * jitter(random), () => void begin())
    waitMs = Math.min(waitMs * 2, waitMsMax)
    onChange(state())
  }

  void begin()
  const bind: Bind = {
    place,
    get isUp() {
      return isUp()
    },
    state,
    ownRate,
    underWay: 0,
    hasSuspect: false,
    async submit(fields) {
      if (session === null) throw new LinkProblem('ended', problem ?? 'there is no connection')
      const answer = await session.submit(fields)
      if (answer.status === status.ok) tookMessage = true
      return answer
    },
    letGo() {
      isOver = true
      session?.destroy('it is not ours any more')
    },
    unbind,
    async leave(limitMs) {
      isLeaving = true
      onChange(state())
      for (let waitedMs = 0; bind.underWay > 0 && waitedMs < limitMs.answers; waitedMs += leaveLookMs)
        await sleep(leaveLookMs)
      await unbind(limitMs.unbind)
    },
  }
  return bind
}
