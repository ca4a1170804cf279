import { isOutage } from '../../../engine/db/index.ts'
import { status } from '../../../engine/smpp/pdu.ts'
import { Refusal } from '../../../values/refusal.ts'
import type { SmppServerContext } from './context.ts'
import { Rejection } from './rejection.ts'

/** The response to a request that failed with this error. An unexpected error is logged. */
export function rejectionOf({ log }: Pick<SmppServerContext, 'log'>, error: unknown): Rejection {
  if (error instanceof Rejection) return error
  if (error instanceof Refusal) return new Rejection(status.submitFailed, error.hint)
  if (!isOutage(error)) log.error({ err: error }, 'an SMPP request failed')
  return new Rejection(status.systemError, 'internal error: repeat the request later')
}
