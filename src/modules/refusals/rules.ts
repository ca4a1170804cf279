import { hash } from 'node:crypto'

/** A refused request, as shown to the developers of the account. */
export interface Refused {
  /** The key or token. Neither this nor `smppCredentialId` is set for the remaining requests that were too diverse to list. */
  readonly credentialId: number | null
  readonly smppCredentialId: number | null
  readonly method: string
  /** The pattern of the route without ids; for an unknown path, only the parts that cannot be ids. */
  readonly path: string
  readonly status: number
  readonly code: number
  readonly message: string
  /** The message without data of the request. It distinguishes kinds of refusals. */
  readonly reason: string
  readonly hint: string | null
}

const pathPartsMax = 8
const messageLengthMax = 200
const hintLengthMax = 400
/** The example number of the documentation. */
const exampleNumber = '255712345678'

/**
 * The readable parts of an unknown path, so that a developer recognizes a typo. Parts with digits and long parts may be
 * numbers or secrets, and are replaced by three dots.
 */
export function wordsOf(path: string): string {
  const parts = path.split('/').slice(1)
  const shown = parts.slice(0, pathPartsMax).map((part) => (/^(v\d|[a-z][a-z_-]{0,30})$/i.test(part) ? part : '…'))
  return `/${shown.join('/')}${parts.length > pathPartsMax ? '/…' : ''}`
}

/** For an unknown path of an unauthenticated request. */
export const anywhere = { method: 'ANY', path: '/…' } as const

/** Removes phone numbers. Of the example, which may be the number of a person, the country code stays. */
const withoutNumbers = (text: string) => text.replace(/\d{9,}/g, (digits) => (digits === exampleNumber ? '255…' : '…'))

const cut = (text: string, lengthMax: number) =>
  text.length > lengthMax ? `${text.slice(0, lengthMax - 1).trimEnd()}…` : text

export const showMessage = (message: string) => cut(withoutNumbers(message), messageLengthMax)
export const showHint = (hint: string | null) => (hint === null ? null : cut(withoutNumbers(hint), hintLengthMax))

/** Removes every word with a digit: amounts, times, addresses. */
const withoutFigures = (text: string | null) => text?.replace(/\S*\d\S*/g, '#')

/** Equal for refusals of one kind: amounts, times, addresses and recipients make no difference. */
export function nameOf({ credentialId, smppCredentialId, method, path, status, code, reason, hint }: Refused): string {
  const caller = smppCredentialId === null ? credentialId : `smpp ${smppCredentialId}`
  return JSON.stringify([caller, method, path, status, code, withoutFigures(reason), withoutFigures(hint)])
}

export const digestOf = (refused: Refused): string => hash('sha256', nameOf(refused), 'base64url')

/** The remaining requests of an account that exceed the limit of kinds. */
export const rest: Refused = {
  credentialId: null,
  smppCredentialId: null,
  method: '',
  path: '',
  status: 0,
  code: 0,
  message: '',
  reason: '',
  hint: null,
}
