/**
 * SQLSTATEs that say something about the server, not about the statement: it is starting, stopping, full of connections
 * or gone.
 */
const awayStates = new Set(['57P01', '57P02', '57P03', '53300', '25006'])

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENOENT',
])

/** `pg` gives these no code at all. */
const awayMessages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|connection ended/i

const connectionErrors = new WeakSet<object>()

/**
 * Only the engine knows that a broken connection was the one to the database: carriers and callbacks fail with the same
 * codes, and those are their own fault.
 */
export function markConnectionError<E>(error: E): E {
  if (isSocketError(error)) connectionErrors.add(error)
  return error
}

function isSocketError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isSocketError)
  return socketCodes.has(codeOf(error))
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')

/** Two wanted what the other had, and this one was made to give way: the same thing may work now. */
export const isDeadlock = (error: unknown): boolean => error instanceof Error && codeOf(error) === '40P01'

/** Runs it again when it lost a deadlock, so many times in all. */
export async function pastDeadlocks<T>(triesMax: number, run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isDeadlock(error) || tries >= triesMax) throw error
    }
  }
}

/** Whether an error means that the database can't be reached now, so that the same thing may work in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return (
    connectionErrors.has(error) || awayStates.has(code) || code.startsWith('08') || awayMessages.test(error.message)
  )
}
