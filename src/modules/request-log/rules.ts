import { cut } from './mask.ts'

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

/** Removes phone numbers. Of the example, which may be the number of a person, the country code stays. */
const withoutNumbers = (text: string) => text.replace(/\d{9,}/g, (digits) => (digits === exampleNumber ? '255…' : '…'))

export const showMessage = (message: string) => cut(withoutNumbers(message), messageLengthMax)
export const showHint = (hint: string | null) => (hint === null ? null : cut(withoutNumbers(hint), hintLengthMax))

/** Removes every word with a digit: amounts, times, addresses. */
const withoutFigures = (text: string | null) => text?.replace(/\S*\d\S*/g, '#')

/** A rejected request. The reason is the message without data of the request. */
export interface Rejected {
  readonly caller: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly code: number
  readonly reason: string
  readonly hint: string | null
}

/** Equal for rejections of one kind: amounts, times, addresses and recipients make no difference. */
export const kindOf = ({ caller, method, route, status, code, reason, hint }: Rejected): string =>
  JSON.stringify([caller, method, route, status, code, withoutFigures(reason), withoutFigures(hint)])
