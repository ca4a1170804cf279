/** SQLSTATEs that say something about the server, not about the statement: it is starting, stopping, full of connections or gone. */
const awayStates = new Set(['57P01', '57P02', '57P03', '53300', '25006'])

const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'ENETUNREACH', 'EHOSTUNREACH', 'ENOENT'])

/** `pg` gives these no code at all. */
const awayMessages = /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|connection ended/i

/** Whether an error means that the database can't be reached now, so that the same thing may work in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  const code = 'code' in error ? String(error.code) : ''
  return awayStates.has(code) || code.startsWith('08') || awayCodes.has(code) || awayMessages.test(error.message)
}
