import { randomFillSync } from 'node:crypto'
import type { Context } from '../../context.ts'

/** Characters of a code. A code is a number below 62^10 in base 62. */
export const codeLength = 10
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = digits.length
/** The numbers of half a code, which JavaScript multiplies exactly. */
const half = base ** (codeLength / 2)

const blockBytes = 65_536

/**
 * Creates random codes. Ten random digits are one random number below 62^10. Six bits of each random byte select a digit;
 * the values 62 and 63 are skipped, so that all digits are equally likely. Codes are not compared with each other: the
 * primary key rejects a duplicate, of which there is one in 1.7 million runs with a million codes.
 */
export function createCodes(count: number): string[] {
  const codes: string[] = []
  const block = new Uint8Array(Math.min(blockBytes, 16 * count))
  let place = block.length
  for (let code = ''; codes.length < count; ) {
    if (place === block.length) {
      randomFillSync(block)
      place = 0
    }
    // Characters beyond the last digit are empty.
    code += digits.charAt((block[place++] ?? 0) & 63)
    if (code.length < codeLength) continue
    codes.push(code)
    code = ''
  }
  return codes
}

/** Returns a valid code unchanged, and null for every other text. */
export const parseCode = (text: string): string | null => (/^[0-9A-Za-z]{10}$/.test(text) ? text : null)

const values = new Map([...digits].map((digit, value) => [digit, value]))
const numberOf = (text: string) => [...text].reduce((sum, digit) => sum * base + (values.get(digit) ?? 0), 0)

/** The number of a code as the database stores it. Text, because it may exceed 2^53. */
export function codeToId(code: string): string {
  const [high, low] = [code.slice(0, codeLength / 2), code.slice(codeLength / 2)].map(numberOf)
  return String(BigInt(high ?? 0) * BigInt(half) + BigInt(low ?? 0))
}

function textOf(number: number): string {
  let text = ''
  for (let rest = number; text.length < codeLength / 2; rest = Math.floor(rest / base))
    text = digits.charAt(rest % base) + text
  return text
}

export function idToCode(id: string): string {
  const number = BigInt(id)
  return textOf(Number(number / BigInt(half))) + textOf(Number(number % BigInt(half)))
}

const urlLengthMax = 2_000
const forbidden = /[\s\p{Cc}]/u

/** The normalized URL that a link may lead to; null if it is not an absolute web address. */
export function checkLinkUrl(text: string): string | null {
  if (text.length > urlLengthMax || forbidden.test(text) || !/^https?:\/\//i.test(text)) return null
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return null
  // Percent-encoding makes a URL longer.
  return url.href.length > urlLengthMax ? null : url.href
}

/** Link previews and robots by their User-Agent. Cubot is a brand of phones. */
const robots =
  /(?<!cu)bot|crawl|spider|preview|externalhit|whatsapp\/|slack|skype|embedly|headless|python-|go-http-client|wget\//i

export const isRobot = (userAgent: string | undefined): boolean => userAgent !== undefined && robots.test(userAgent)

/** A click on a code that counts. */
export interface Counted {
  readonly linkId: number
  readonly campaignId: number
  readonly accountId: number
  readonly messageId: number | null
}

/** Adds up the items with the same key. */
function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string | number): (Item & { count: number })[] {
  const counts = new Map<string | number, Item & { count: number }>()
  for (const item of items) {
    const known = counts.get(keyOf(item))
    if (known) known.count += 1
    else counts.set(keyOf(item), { ...item, count: 1 })
  }
  return [...counts.values()]
}

export const countByLink = (clicks: readonly Counted[]) => countBy(clicks, ({ linkId }) => linkId)

export const countByRecipient = (clicks: readonly Counted[]) =>
  countBy(clicks, ({ campaignId, messageId }) => `${campaignId} ${messageId}`)

/** Paths below this may contain a code. */
export const linkRoot = '/l/'

/**
 * The start of short URLs; null outside staging if no public address is set. A dedicated host has the scheme and the
 * port of the public URL, because the same proxy serves both.
 */
export function linkBase({
  publicUrl,
  hostLinks,
  staging,
  port,
}: Pick<Context['config'], 'publicUrl' | 'hostLinks' | 'staging' | 'port'>): string | null {
  const host = hostLinks?.[0]
  if (publicUrl === null) {
    if (host !== undefined) return `https://${host}${linkRoot}`
    return staging ? `http://localhost:${port}${linkRoot}` : null
  }
  const { hostname, protocol, port: publicPort } = new URL(publicUrl)
  if (host === undefined || hostLinks?.includes(hostname)) return `${publicUrl}${linkRoot}`
  return `${protocol}//${host}${publicPort && `:${publicPort}`}${linkRoot}`
}

export const shortUrl = (base: string, code: string) => `${base}${code}`
