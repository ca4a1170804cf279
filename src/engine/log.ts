import { type DestinationStream, type Logger, pino } from 'pino'
import { textLines } from './log-text.ts'

/**
 * Logs as JSON lines. No request body, header or parameter is ever handed to it, so no secret, PIN or message text can
 * be in it.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    // With a length, or it would say at once that everything was written.
    destination ?? pino.destination({ sync: false, minLength: 1 }),
  )
}

/**
 * The log of this process: on standard output for a server, on standard error for a command, whose answer has the
 * other.
 */
export function openLog(
  level: string,
  format: 'auto' | 'json' | 'text',
  stream: NodeJS.WriteStream = process.stdout,
): Logger {
  if (format === 'text' || (format === 'auto' && stream.isTTY)) return createLog(level, textLines(stream))
  return createLog(level, stream === process.stdout ? undefined : stream)
}

/**
 * Resolves when what was logged is written, or nobody reads it any more: whoever exits before would try to write it for
 * ever.
 */
export const flushLog = (log: Logger): Promise<void> => new Promise((resolve) => log.flush(() => resolve()))

/** SQLSTATEs of class 22: what was wrong with a value is told together with the value. */
const dataException = /^22[0-9A-Z]{3}$/

/** Database errors carry the failing row, the statement and its values; of them only what names the fault is kept. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name } = error
  const { code, constraint, table, cause } = error as Error & { code?: unknown; constraint?: unknown; table?: unknown }
  const message = dataException.test(String(code)) ? 'the database could not take a value' : error.message
  const stack = error.stack?.replace(error.message, () => message)
  return {
    name,
    message,
    code,
    constraint,
    table,
    stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}
