import { BadPdu } from '../../../engine/smpp/codec/bad-pdu.ts'
import { type Fields, LinkProblem, status } from '../../../engine/smpp/pdu.ts'

import type { Bind } from '../model.ts'
import type { Attempt } from './attempt.ts'

/** A bind with its deliveries. */
export interface BindSender {
  readonly bind: Bind
  /** In the order in which they arrive at the customer. */
  readonly attempts: Set<Attempt>
  /** Those with PDUs that were not sent, in the same order. */
  readonly queue: Attempt[]
  /** Unanswered PDUs. */
  outstanding: number
  /** When the last answer was an error, or was missing; null after any other answer. */
  failedAtMs: number | null
  /** The connection has ended, although the bind may still be listed. */
  isEnded: boolean
}

export const newBindSender = (bind: Bind): BindSender => ({
  bind,
  attempts: new Set(),
  queue: [],
  outstanding: 0,
  failedAtMs: null,
  isEnded: false,
})

/** The limit of one bind, whatever window the credential has. */
const windowMax = 100

/** A failing bind gets one PDU at a time, which shows whether it works again, and holds no more memory. */
export const windowOf = ({ bind, failedAtMs }: BindSender): number =>
  failedAtMs === null ? Math.min(windowMax, Math.max(1, bind.credential.windowSize)) : 1

/** How long a failing bind gets nothing while others work. */
const probeAfterMs = 5_000

/** Whether it should get a delivery: it works, or it is time to see whether it works again. */
export const isUsable = ({ failedAtMs, outstanding, queue }: BindSender): boolean =>
  failedAtMs === null || (outstanding + queue.length === 0 && performance.now() - failedAtMs >= probeAfterMs)

/**
 * The end of a deliver_sm. `refused` is an answer with another error, or none in time: it is sent again later. `ended`:
 * the connection is closed, and nobody knows whether it arrived.
 */
export type PduResult = 'taken' | 'rejected' | 'unsendable' | 'refused' | 'ended'

/**
 * Errors about this very PDU, which would get the same answer again: ESME_RX_P_APPN and ESME_RX_R_APPN, and wrong
 * lengths, addresses, classes and TLVs.
 */
const rejections: readonly number[] = [0x01, 0x0a, 0x0b, 0x43, 0x65, 0x66, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4]

export async function sendPdu({ bind }: BindSender, fields: Fields): Promise<PduResult> {
  try {
    const { status: answer } = await bind.deliver(fields)
    if (answer === status.ok) return 'taken'
    return rejections.includes(answer) ? 'rejected' : 'refused'
  } catch (error) {
    if (error instanceof BadPdu) return 'unsendable'
    return error instanceof LinkProblem && error.kind === 'ended' ? 'ended' : 'refused'
  }
}
