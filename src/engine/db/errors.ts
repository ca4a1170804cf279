/**
 * What an error of the database is about. An outage says something about the server: the same statement works once the
 * server has recovered. After a conflict it may work at once. Only an error about the values may be blamed on the data
 * that was written.
 */
type Meaning = 'outage' | 'conflict' | 'values' | 'statement'

/** By SQLSTATE or its class; the longer entry wins, and what is not listed is a fault of the statement. */
const meanings: Readonly<Record<string, Meaning>> = {
  '08': 'outage', // connection exception
  '22': 'values', // data exception
  '23': 'values', // integrity constraint violation
  '25006': 'outage', // read-only: a standby, or an embedded database whose disk is nearly full
  '25P03': 'outage', // the server's limit of an idle transaction
  '25P04': 'outage', // the server's limit of a transaction
  '40': 'conflict', // deadlock, serialization failure
  '40003': 'outage', // statement completion unknown
  '53': 'outage', // insufficient resources: disk full, out of memory, too many connections
  '55000': 'outage', // recovery in progress, connections not allowed
  '55006': 'conflict', // object in use
  '55P03': 'conflict', // lock not available
  '57': 'outage', // operator intervention: cancelled, shutdown, starting
  '58': 'outage', // system error: input/output, missing file
  XX: 'outage', // internal error, corruption
}

/** The server rolled the transaction back before it answered with one of these. After any other outage it may not have. */
const rolledBack = ['25006', '53', '55000', '57014', '58', 'XX']
/** Outages that one row may cause every time: a statement that always takes too long, a damaged page. */
const rowMayCause = ['53200', '53400', '57014', '58', 'XX']
/** The server answers, and can't write. */
const unwritable = ['25006', '53100', '53200', '58']

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

const engineErrors = new WeakSet<object>()

/**
 * Only the engine knows that a broken connection was the one to the database: carriers and callbacks fail with the same
 * codes, and those are their own fault.
 */
export function markConnectionError<E>(error: E): E {
  if (isSocketError(error)) engineErrors.add(error)
  return error
}

/** The embedded engine crashed, or its file system failed, without a SQLSTATE. */
export function markEngineCrash<E>(error: E): E {
  if (error instanceof Error && (error.name === 'RuntimeError' || error.name === 'ErrnoError')) engineErrors.add(error)
  return error
}

/** All connections of this process are in use. The database may be well, and nothing was sent to it. */
export class PoolExhausted extends Error {
  override readonly name = 'PoolExhausted'
}

function isSocketError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isSocketError)
  return socketCodes.has(codeOf(error))
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '')

const hasCode = (error: unknown, prefixes: readonly string[]) =>
  error instanceof Error && prefixes.some((prefix) => codeOf(error).startsWith(prefix))

function meaningOf(error: unknown): Meaning {
  if (!(error instanceof Error)) return 'statement'
  if (engineErrors.has(error) || error instanceof PoolExhausted || awayMessages.test(error.message)) return 'outage'
  const code = codeOf(error)
  return meanings[code] ?? meanings[code.slice(0, 2)] ?? 'statement'
}

/** The database can't do its work now; the same statement works once it has recovered. */
export const isOutage = (error: unknown): boolean => meaningOf(error) === 'outage'

/** An outage that may be the fault of the row that was worked on, if it comes again and again. */
export const mayBeFaultOfRow = (error: unknown): boolean => hasCode(error, rowMayCause)

/** Two transactions were in each other's way: the same statement may work at once. */
export const isConflict = (error: unknown): boolean => meaningOf(error) === 'conflict'

/** Neither the statement nor its values are at fault: it is worth trying again. */
export const isTransient = (error: unknown): boolean => isOutage(error) || isConflict(error)

/** The values can't be stored, however often it is tried. */
export const isValuesError = (error: unknown): boolean => meaningOf(error) === 'values'

/** The outage may have come after the commit. */
export const mayHaveCommitted = (error: unknown): boolean =>
  isOutage(error) && !hasCode(error, rolledBack) && !(error instanceof PoolExhausted)

/** The database answers, and takes no writes. */
export const isUnwritable = (error: unknown): boolean =>
  hasCode(error, unwritable) || (error instanceof Error && engineErrors.has(error) && !isSocketError(error))

export const isReadOnlyError = (error: unknown): boolean => hasCode(error, ['25006'])

/** Runs a transaction again after a conflict, `triesMax` times in all. */
export async function pastConflicts<T>(triesMax: number, run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isConflict(error) || tries >= triesMax) throw error
    }
  }
}
