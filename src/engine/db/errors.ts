/**
 * Classifies database errors. After an outage the same statement works once the server has recovered; after a conflict
 * it may work at once; only `values` errors are caused by the data.
 */
type Meaning = 'outage' | 'conflict' | 'values' | 'statement'

/** By SQLSTATE or its class; the longer entry wins. All other codes mean `statement`. */
const meanings: Readonly<Record<string, Meaning>> = {
  '08': 'outage', // connection exception
  '22': 'values', // data exception
  '23': 'values', // integrity constraint violation
  '25006': 'outage', // read-only: a standby, or an embedded database whose disk is nearly full
  '25P03': 'outage', // idle_in_transaction_session_timeout
  '25P04': 'outage', // transaction_timeout
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

/** With these codes the server has certainly rolled back. After any other outage it may have committed. */
const rolledBack = ['25006', '53', '55000', '57014', '58', 'XX']
/** Outages that a single row may cause every time, such as a statement timeout or a damaged page. */
const rowMayCause = ['53200', '53400', '57014', '58', 'XX']
/** The server closes the connection after these errors: shutdown, or a timeout of an idle session or transaction. */
const closing = ['25P03', '25P04', '57P']
/** The server responds but cannot write. */
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

/** `pg` sets no code on these errors. */
const awayMessages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|connection ended/i

const engineErrors = new WeakSet<object>()

/** Marks a socket error as one of the database connection, because carriers and callbacks fail with the same codes. */
export function markConnectionError<E>(error: E): E {
  if (isSocketError(error)) engineErrors.add(error)
  return error
}

/** Marks a crash or file system error of the embedded engine, which has no SQLSTATE. */
export function markEngineCrash<E>(error: E): E {
  if (error instanceof Error && (error.name === 'RuntimeError' || error.name === 'ErrnoError')) engineErrors.add(error)
  return error
}

/** All connections of this process are in use. Says nothing about the database, which received no statement. */
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

/** The database is unavailable; the same statement works once it has recovered. */
export const isOutage = (error: unknown): boolean => meaningOf(error) === 'outage'

/** An outage that the processed row may have caused, if it happens repeatedly. */
export const mayBeFaultOfRow = (error: unknown): boolean => hasCode(error, rowMayCause)

/** Two transactions conflicted; a retry may work at once. */
export const isConflict = (error: unknown): boolean => meaningOf(error) === 'conflict'

/** A retry makes sense, because neither the statement nor its values are wrong. */
export const isTransient = (error: unknown): boolean => isOutage(error) || isConflict(error)

/** The values cannot be stored; a retry does not help. */
export const isValuesError = (error: unknown): boolean => meaningOf(error) === 'values'

export const mayHaveCommitted = (error: unknown): boolean =>
  isOutage(error) && !hasCode(error, rolledBack) && !(error instanceof PoolExhausted)

export const isUnwritable = (error: unknown): boolean =>
  hasCode(error, unwritable) || (error instanceof Error && engineErrors.has(error) && !isSocketError(error))

export const endsConnection = (error: unknown): boolean => hasCode(error, closing)

export const isReadOnlyError = (error: unknown): boolean => hasCode(error, ['25006'])

/** The row is missing that another one refers to: it was removed at the same time, or would be. */
export const isReferenceError = (error: unknown): boolean => hasCode(error, ['23503'])

/** Retries a transaction after conflicts, up to `triesMax` attempts. */
export async function retryConflicts<T>(
  triesMax: number,
  run: () => Promise<T>,
  isRepeatable = isConflict,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isRepeatable(error) || tries >= triesMax) throw error
    }
  }
}
