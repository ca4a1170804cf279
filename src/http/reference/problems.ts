import { CsvFile, type Operation } from '../../contract/route.ts'
import { splitRoute } from '../../values/address.ts'
import { type ProblemCode, problems } from '../../values/problems.ts'

/** Parameters of the path whose problem is not named like them. */
const missing: Readonly<Record<string, ProblemCode>> = { phone: 'optout_not_found', product: 'balance_not_found' }

/** Of callers without a right to the account or the route. */
const always: readonly ProblemCode[] = [
  'invalid_parameter',
  'account_mismatch',
  'account_not_named',
  'not_authenticated',
  'forbidden',
  'scope_missing',
  'two_factor_required',
  'account_not_found',
  'too_many_requests',
  'internal_error',
  'unavailable',
]
/** Also without a declared body, because a client may send one. */
const ofChanges: readonly ProblemCode[] = [
  'cross_site',
  'account_suspended',
  'invalid_request',
  'body_too_large',
  'unsupported_media_type',
]
const ofPosts: readonly ProblemCode[] = ['invalid_idempotency_key', 'idempotency_key_reused', 'request_in_progress']

const ofFiles: readonly ProblemCode[] = [
  'invalid_file',
  'file_empty',
  'file_without_rows',
  'file_not_utf8',
  'file_is_spreadsheet',
  'column_missing',
  'phone_column_missing',
  'too_many_uploads',
]

/** Whether a repeated request with the same idempotency key is executed once. Null is a POST that is a query. */
export const isOnce = ({ route, does }: Operation): boolean => route.startsWith('POST ') && does !== null

/** All problems of a route of the account API, by status. */
export function problemsOf(operation: Operation): ReadonlyMap<number, readonly ProblemCode[]> {
  const { route, body, asksProof, showsSecret, problems: own = [] } = operation
  const { method, pattern } = splitRoute(route)
  const codes = new Set<ProblemCode>([
    ...always,
    ...(method === 'GET' ? [] : ofChanges),
    ...(isOnce(operation) ? ofPosts : []),
    ...(asksProof ? (['proof_required'] as const) : []),
    ...(showsSecret ? (['secret_shown_once'] as const) : []),
    ...[...pattern.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => missingIn(pattern, name)),
    ...(body === CsvFile ? ofFiles : []),
    ...own,
  ])
  return Map.groupBy([...codes].sort(), (code) => problems[code][0])
}

/** Every valid number has a state and a timeline, so none is missing. */
function missingIn(pattern: string, name: string): readonly ProblemCode[] {
  if (pattern.startsWith('/v2/numbers/')) return []
  if (pattern.startsWith('/v2/conversations/') && name === 'message') return ['media_not_found']
  const code = `${name}_not_found` as ProblemCode
  return [missing[name] ?? (code in problems ? code : 'not_found')]
}
