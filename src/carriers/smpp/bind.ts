import { setTimeout as sleep } from 'node:timers/promises'
import { type Fields, LinkProblem, type Pdu, status } from '../../engine/smpp/pdu.ts'

import type { Agenda } from '../agenda.ts'
import type { ConnectionState } from '../carrier.ts'
import { createAdaptiveRate } from './adaptive-rate.ts'
import { openSession, type Session, type SessionOptions } from './session.ts'

/**
 * The maximum waits of a stop. They are short, because service managers kill a process about half a minute after the
 * stop signal.
 */
export interface LeaveMs {
  /** For outstanding responses. */
  readonly answers: number
  /** For the response to unbind. */
  readonly unbind: number
}

/** The state without the window, which the carrier knows. */
export type BindState = Omit<ConnectionState, 'outstanding' | 'window'>

interface BindOptions extends SessionOptions {
  readonly place: number
  /** By the movable clock, so that moving it retries at once. */
  readonly agenda: Agenda
  readonly now: () => number
  readonly random: () => number
  /** It came up, was lost, or could not be made. */
  onChange(state: BindState): void
  /** It was up, and ended without our request. */
  onLoss(): void
}

const waitMsMin = 1_000
/** A carrier that was unreachable should get its messages again within seconds. */
const waitMsMax = 8_000
/** Wrong credentials need an operator, and some carriers block a system ID after many wrong passwords. */
const refusedWaitMsMax = 60_000
/**
 * A bind that lasted this long, or accepted a message, counts as successful, so the delay starts over after its loss. A
 * carrier that accepts every bind and closes it at once is not called every second.
 */
const goodMs = 1_000
/** How long a loss counts. */
const lossMs = 300_000
/** How often a leaving bind checks for outstanding responses. */
const leaveLookMs = 20
/** Spreads binds that were lost together. */
const jitter = (random: () => number) => 0.75 + random() / 2

export type Bind = ReturnType<typeof createBind>

/** A bind that reconnects whenever it is lost or cannot be made. */
export function createBind({ place, agenda, now, random, onChange, onLoss, ...options }: BindOptions) {
  const ownRate = createAdaptiveRate(now, random)
  let session: Session | null = null
  let problem: string | null = null
  let waitMs = waitMsMin
  let isOver = false
  let tookMessage = false
  let isLeaving = false
  let lostAt: number[] = []

  const isUp = () => !isLeaving && (session?.isUp ?? false)
  const state = () => ({ place, isUp: isUp(), problem, losses: recentLosses().length })
  const isGivenUp = () => isOver || !options.mayWrite()
  const recentLosses = () => lostAt.filter((at) => at > now() - lossMs)

  /** Unbinds and closes it for good, after the limit at the latest. */
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
      if (!isOver) {
        lostAt = [...recentLosses(), now()]
        onLoss()
      }
    }
    problem = await current.ended
    session = null
    if (isOver) return
    const limitMs = current.isRefused ? refusedWaitMsMax : waitMsMax
    agenda.at(now() + Math.min(waitMs, limitMs) * jitter(random), () => void begin())
    waitMs = Math.min(waitMs * 2, limitMs)
    onChange(state())
  }

  void begin()
  const bind = {
    place,
    get isUp(): boolean {
      return isUp()
    },
    state,
    ownRate,
    /** The used places of its window. The outbox counts them. */
    outstanding: 0,
    /**
     * A suspect message may be what ends connections. A bind has at most one at a time: two would always be suspected
     * together, and rejected together.
     */
    hasSuspect: false,
    /** Rejects with a LinkProblem, or with BadPdu for invalid fields. */
    async submit(fields: Fields): Promise<Pdu> {
      if (session === null) throw new LinkProblem('ended', problem ?? 'not connected')
      const answer = await session.submit(fields).catch((error: Error) => {
        throw isGivenUp() && error instanceof LinkProblem ? new LinkProblem('released', error.message) : error
      })
      if (answer.status === status.ok) tookMessage = true
      return answer
    },
    /** Closes it for good, at once. Nothing more is sent when it returns. */
    release() {
      isOver = true
      session?.destroy('this process no longer holds the connection')
    },
    unbind,
    /** Unbinds after all outstanding responses. Nothing more is sent meanwhile. */
    async leave(limitMs: LeaveMs): Promise<void> {
      isLeaving = true
      onChange(state())
      for (let waitedMs = 0; bind.outstanding > 0 && waitedMs < limitMs.answers; waitedMs += leaveLookMs)
        await sleep(leaveLookMs)
      await unbind(limitMs.unbind)
    },
  }
  return bind
}
