import { writeSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'
import { textLines } from './log-text.ts'

/** A pipe accepts this many bytes at once (PIPE_BUF), so that the lines of several processes do not mix. */
const writeBytesMax = 4_096

/**
 * Logs JSON lines. Request bodies, headers and parameters are never passed to it, so that no secret, PIN or message
 * text is logged. `fields` are part of each line.
 */
export function createLog(
  level: string,
  destination?: DestinationStream,
  fields: Readonly<Record<string, unknown>> | null = null,
): Logger {
  return pino(
    { level, base: fields, timestamp: createTimestamp(), serializers: { err: describeError } },
    destination ?? openOutput(1),
  )
}

/** ISO 8601. Lines are logged in bursts, so most have the time of the line before. */
function createTimestamp(): () => string {
  let at = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== at) {
      at = now
      text = `,"time":"${new Date(now).toISOString()}"`
    }
    return text
  }
}

const gatherMs = 10

/**
 * Writes the lines of a few milliseconds together, because a write for each line costs several times as much as the
 * line. The destination could gather lines too, but it would keep the last ones until the next line.
 */
export function openOutput(fileDescriptor: number): DestinationStream & { flush(done?: () => void): void } {
  // Without a minimum length, flush would resolve before everything is written.
  const output = pino.destination({ dest: fileDescriptor, sync: false, minLength: 1, maxWrite: writeBytesMax })
  let lines = ''
  let isWatching = false
  const handOver = () => {
    if (lines !== '') output.write(lines)
    lines = ''
  }
  // The destination would write in the background, which is too late, or wait forever for a reader that is gone.
  const writeAtExit = () => {
    try {
      if (lines !== '') writeSync(fileDescriptor, lines)
    } catch {}
  }
  return {
    write(line) {
      if (lines.length + line.length > writeBytesMax) handOver()
      if (lines === '') setTimeout(handOver, gatherMs)
      lines += line
      if (!isWatching) process.on('exit', writeAtExit)
      isWatching = true
    },
    flush(done) {
      handOver()
      output.flush(done)
    },
  }
}

/** Opens the log of this process. Servers log to standard output, commands to standard error. */
export function openLog(
  level: string,
  format: 'auto' | 'json' | 'text',
  stream: NodeJS.WriteStream = process.stdout,
  fields: Readonly<Record<string, unknown>> | null = null,
): Logger {
  const isText = format === 'text' || (format === 'auto' && stream.isTTY)
  return createLog(level, isText ? textLines(stream) : stream === process.stdout ? undefined : stream, fields)
}

/** Resolves when all lines are written or the reader is gone. Exiting earlier could hang in pino's exit handler. */
export const flushLog = (log: Logger): Promise<void> => new Promise((resolve) => log.flush(() => resolve()))

/** SQLSTATE class 22: its messages contain the value. */
const dataException = /^22[0-9A-Z]{3}$/

/** Leaves out the row, the statement and its values, which database errors carry. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name } = error
  const { code, constraint, table, cause } = error as Error & { code?: unknown; constraint?: unknown; table?: unknown }
  const message = dataException.test(String(code)) ? 'the database rejected a value' : error.message
  const stack = error.stack?.replace(error.message, () => message)
  return {
    name,
    message,
    code,
    constraint,
    table,
    stack,
    cause: cause === undefined ? undefined : describeError(cause),
  }
}
