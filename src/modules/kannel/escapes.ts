import { hash } from 'node:crypto'

/** The values of a report that the escape codes of a dlr-url stand for. */
export interface ReportValues {
  /** The id of the report: `%I` is the same in every attempt, so that a receiver can recognize repetitions. */
  readonly id: number
  /** One of the numbers in dlr-mask. */
  readonly event: number
  /** The recipient as in the request. */
  readonly recipient: string
  readonly sender: string
  /** The answer or the receipt, as `%A` shows it. */
  readonly reply: string
  readonly at: Date
  readonly requestId: number
  readonly user: string
  readonly account: string
  readonly smsc: string
  readonly url: string
}

/**
 * Fills in the escape codes of a dlr-url as Kannel does: values are URL-encoded with a plus for each space, unknown codes
 * stay. Codes for values that a report does not have, such as the charset of the message, show what Kannel shows.
 */
export function fillEscapes(pattern: string, values: ReportValues): string {
  const words = values.reply.split(/\s+/).filter((word) => word !== '')
  let nextWord = 1
  const codes: Readonly<Record<string, () => string>> = {
    a: () => words.map(urlEncode).join('+'),
    A: () => urlEncode(values.reply),
    b: () => urlEncode(values.reply),
    B: none,
    c: () => '0',
    C: () => 'UTF-8',
    d: () => String(values.event),
    D: none,
    e: () => Buffer.from(values.reply).toString('hex').toUpperCase(),
    f: none,
    F: () => String(values.requestId),
    i: () => urlEncode(values.smsc),
    I: () => uuidOf(values.id),
    k: () => urlEncode(words[0] ?? ''),
    m: () => '-1',
    M: () => '-1',
    n: () => urlEncode(values.user),
    o: () => urlEncode(values.account),
    O: () => '00',
    p: () => urlEncode(values.recipient),
    P: () => urlEncode(values.sender),
    q: () => urlEncode(international(values.recipient)),
    Q: () => urlEncode(international(values.sender)),
    r: () => words.slice(nextWord).map(urlEncode).join('+'),
    R: () => urlEncode(values.url),
    s: () => urlEncode(words[nextWord++] ?? ''),
    S: () => (words[nextWord++] ?? '').replaceAll('*', '~'),
    t: () => values.at.toISOString().slice(0, 19).replace('T', '+'),
    T: () => String(Math.floor(values.at.getTime() / 1_000)),
    u: none,
    v: none,
    V: none,
    '%': () => '%',
  }
  // The last alternative is a parameter of the meta data, which reports do not have.
  return pattern.replace(/%([a-zA-Z%])|%#[^#]*#[^#]*#/g, (code, letter: string | undefined) =>
    letter === undefined ? '' : (codes[letter]?.() ?? code),
  )
}

const none = () => ''

const international = (number: string) => number.replace(/^00/, '+')

/** The safe characters of Kannel are those of encodeURIComponent. */
const urlEncode = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')

/** A UUID of version 8, whose bits are free to choose. */
function uuidOf(id: number): string {
  const digits = hash('sha256', `kannel report ${id}`, 'hex')
  const part = (from: number, to: number) => digits.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-a${part(17, 20)}-${part(20, 32)}`
}
