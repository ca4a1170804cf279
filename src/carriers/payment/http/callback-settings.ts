import { isObject } from '../../../values/json.ts'
import { readPaths, readStates } from '../../http-template/settings.ts'
import type { CallbackAnswer } from '../../provider-kind.ts'
import { problem, readNumber, rejectUnknown } from '../../settings.ts'
import { type StateName, stateNames } from './states.ts'

/** How a callback proves that it comes from the provider. */
export interface Signature {
  /** In lower case. */
  readonly header: string
  /** equals: the header has the secret itself. */
  readonly algorithm: 'hmac-sha256' | 'hmac-sha512' | 'equals'
  readonly encoding: 'hex' | 'base64'
  /** The name of the secret. */
  readonly secret: string
  /** Text in front of the value, such as `sha256=`. */
  readonly prefix: string
}

const pathNames = ['id', 'reference', 'state', 'reason', 'amount', 'currency', 'receipt'] as const

export interface CallbackSettings {
  readonly from: 'json' | 'form' | 'query'
  /** Paths in the callback. It names the payment by our id or by the provider's reference. */
  readonly paths: Readonly<Record<(typeof pathNames)[number], string>>
  readonly states: ReadonlyMap<string, StateName>
  readonly signature: Signature | null
  readonly answer: CallbackAnswer
}

export function readCallbackSettings(
  value: unknown,
  common: ReadonlyMap<string, StateName>,
  secrets: readonly string[],
): CallbackSettings | null {
  if (value === undefined || value === null) return null
  if (!isObject(value)) throw problem('callback must be an object')
  const { from = 'json', states: own, signature, answer, ...paths } = value
  if (from !== 'json' && from !== 'form' && from !== 'query')
    throw problem('callback.from must be one of json, form, query')
  const read = readPaths(paths, 'callback', pathNames)
  if (read.id === '' && read.reference === '') throw problem('callback.id or callback.reference is missing')
  return {
    from,
    paths: read,
    states: own === undefined ? common : readStates(own, 'callback.states', stateNames),
    signature: readSignature(signature, from, secrets),
    answer: readAnswer(answer),
  }
}

function readSignature(value: unknown, from: string, secrets: readonly string[]): Signature | null {
  if (value === undefined || value === null) return null
  if (!isObject(value)) throw problem('callback.signature must be an object')
  rejectUnknown(value, ['header', 'algorithm', 'encoding', 'secret', 'prefix'], 'callback.signature.')
  const { header, algorithm, encoding = 'hex', secret, prefix = '' } = value
  if (typeof header !== 'string' || !/^[A-Za-z0-9-]{1,100}$/.test(header))
    throw problem('callback.signature.header is not a valid header name')
  if (algorithm !== 'hmac-sha256' && algorithm !== 'hmac-sha512' && algorithm !== 'equals')
    throw problem('callback.signature.algorithm must be one of hmac-sha256, hmac-sha512, equals')
  if (algorithm !== 'equals' && from === 'query') throw problem('a query has no body that could be signed')
  if (encoding !== 'hex' && encoding !== 'base64') throw problem('callback.signature.encoding must be hex or base64')
  if (typeof secret !== 'string' || !secrets.includes(secret))
    throw problem('callback.signature.secret must be the name of a stored secret')
  if (typeof prefix !== 'string' || !/^[\x20-\x7e]{0,50}$/.test(prefix))
    throw problem('callback.signature.prefix must be a short text')
  return { header: header.toLowerCase(), algorithm, encoding, secret, prefix }
}

function readAnswer(value: unknown): CallbackSettings['answer'] {
  const given = value ?? {}
  if (!isObject(given)) throw problem('callback.answer must be an object')
  rejectUnknown(given, ['status', 'type', 'body'], 'callback.answer.')
  const { type = 'text/plain', body = '' } = given
  if (typeof type !== 'string' || !/^[\x20-\x7e]{1,100}$/.test(type)) throw problem('callback.answer.type is not valid')
  if (typeof body !== 'string' || body.length > 1_000) throw problem('callback.answer.body must be a short text')
  const status = readNumber(given, 'status', { min: 200, max: 299, defaultValue: 200, under: 'callback.answer.' })
  return { status, type, body }
}
