import { hash } from 'node:crypto'

/** A request of an account that was refused, as its developers are shown it. */
export interface Refused {
  /** Null where there were too many different ones to tell apart. */
  readonly credentialId: number | null
  readonly method: string
  /** The pattern of a route, without any id; of what no route has, as much as is sure to be no id. */
  readonly path: string
  readonly status: number
  readonly code: number
  readonly message: string
  /** The same without what was sent: what makes it another kind. */
  readonly reason: string
  readonly hint: string | null
}

const pathPartsMax = 8
const messageLengthMax = 200
const hintLengthMax = 400
/** The number that the documentation has in its examples. */
const exampleNumber = '255712345678'

/**
 * Of a path that no route has, the words. Whoever mistyped one finds it again by them; what has a digit in it, or is
 * long, may be a number or a secret, and stands there as three dots.
 */
export function wordsOf(path: string): string {
  const parts = path.split('/').slice(1)
  const shown = parts.slice(0, pathPartsMax).map((part) => (/^(v\d|[a-z][a-z_-]{0,30})$/i.test(part) ? part : '…'))
  return `/${shown.join('/')}${parts.length > pathPartsMax ? '/…' : ''}`
}

/** A place that nobody has, and that somebody without a right to it asked for. */
export const anywhere = { method: 'ANY', path: '/…' } as const

/** What phones are called by is nobody's business here: a long number, but that of the examples, is left out. */
const withoutNumbers = (text: string) => text.replace(/\d{9,}/g, (digits) => (digits === exampleNumber ? digits : '…'))

const cut = (text: string, lengthMax: number) =>
  text.length > lengthMax ? `${text.slice(0, lengthMax - 1).trimEnd()}…` : text

export const showMessage = (message: string) => cut(withoutNumbers(message), messageLengthMax)
export const showHint = (hint: string | null) => (hint === null ? null : cut(withoutNumbers(hint), hintLengthMax))

/** Whatever has a digit in it: an amount, a time, an address. */
const withoutFigures = (text: string | null) => text?.replace(/\S*\d\S*/g, '#')

/**
 * The same for refusals that are one kind: how much is left, since when something waits, from where or which recipient
 * it was, makes no other.
 */
export const nameOf = ({ credentialId, method, path, status, code, reason, hint }: Refused): string =>
  JSON.stringify([credentialId, method, path, status, code, withoutFigures(reason), withoutFigures(hint)])

export const digestOf = (refused: Refused): string => hash('sha256', nameOf(refused), 'base64url')

/** All those of an account that there was no room to tell apart. */
export const rest: Refused = {
  credentialId: null,
  method: '',
  path: '',
  status: 0,
  code: 0,
  message: '',
  reason: '',
  hint: null,
}
