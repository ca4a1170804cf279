import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { StalledReader } from './stalled.ts'

/** Clients control these errors, so they must not be able to fill the error log with them. */
const isAborted = ({ raw }: FastifyRequest, error: unknown) =>
  raw.destroyed && !raw.complete && error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

/** Logs an error that is not a Refusal. */
export function logFailure(request: FastifyRequest, error: unknown): void {
  if (isAborted(request, error)) request.log.info('the client aborted the request')
  else request.log.error({ err: error }, 'request failed')
}

/** Requests are logged by our own hook; only a failure after the start of a response is visible nowhere else. */
export class FailureLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }

  override streamError(error: Error & { readonly code?: string }, request: FastifyRequest, _reply: FastifyReply): void {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error instanceof StalledReader)
      request.log.info('the client aborted the response')
    else request.log.error({ err: error }, 'the response was cut off')
  }
}
