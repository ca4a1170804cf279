import type { IncomingHttpHeaders } from 'node:http'
import { type KannelRequest, type NumberName, numberRanges } from './model.ts'

/** The values by name. Each character is a byte, because the charset of the text is one of the values. */
type Values = ReadonlyMap<string, string>

/** Reads a query string or a form. As in Kannel, the first of several values wins. */
export function readQuery(query: string): Values {
  const values = new Map<string, string>()
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    if (!values.has(name)) values.set(name, equals === -1 ? '' : decode(pair.slice(equals + 1)))
  }
  return values
}

/** Unlike decodeURIComponent, keeps invalid escapes, and bytes that are not UTF-8. */
const decode = (text: string) =>
  text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Finds a value by its name, or by another spelling of it. */
type Find = (name: string, otherName?: string) => string | undefined

/** The values that are in the same form everywhere. */
function readCommon(find: Find) {
  const text = (...names: Parameters<Find>) => toText(find(...names) ?? '')
  const to = find('to')
  return {
    user: text('username', 'user'),
    password: text('password', 'pass'),
    from: text('from'),
    to: to === undefined ? null : toText(to),
    account: text('account'),
    smsc: text('smsc'),
    dlrUrl: text('dlr-url', 'dlrurl'),
    numbers: readNumbers((name) => find(name, name.replace('dlr-', 'dlr'))),
  }
}

/** Reads a request whose values are in the query string or in a form. */
export const fromValues = (values: Values): KannelRequest => ({
  ...readCommon((name, otherName = name) => values.get(name) ?? values.get(otherName)),
  text: Buffer.from(values.get('text') ?? '', 'latin1'),
  charset: toText(values.get('charset') ?? ''),
  udh: Buffer.from(values.get('udh') ?? '', 'latin1'),
  isPost: false,
})

const headerOf = (name: string) => `x-kannel-${name}`

export const hasKannelHeaders = (headers: IncomingHttpHeaders) => headers[headerOf('username')] !== undefined

/** Reads a POST with X-Kannel headers and the text as its body. */
export function fromHeaders(headers: IncomingHttpHeaders, body: Buffer, type: string): KannelRequest {
  // Node decodes headers as Latin-1, so each character is a byte. They have only one spelling.
  const find = (name: string) => {
    const value = headers[headerOf(name)]
    return value === undefined ? undefined : String(value).trim()
  }
  const common = readCommon(find)
  return {
    ...common,
    text: body,
    charset: /;\s*charset="?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? '',
    udh: readUdh(find('udh') ?? ''),
    numbers: { ...common.numbers, coding: common.numbers.coding ?? (type === 'text/plain' ? 0 : 1) },
    isPost: true,
  }
}

/** Hexadecimal digits or percent escapes. */
const readUdh = (text: string) =>
  /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(decode(text), 'latin1')

const toText = (bytes: string) => Buffer.from(bytes, 'latin1').toString()

const readNumbers = (find: (name: NumberName) => string | undefined) =>
  Object.fromEntries(numberRanges.map(([name]) => [name, readNumber(find(name))])) as KannelRequest['numbers']

/** Like sscanf with %d, which Kannel uses: reads the digits at the beginning, or nothing. -1 stands for no value. */
function readNumber(value: string | undefined): number | null {
  const [, digits] = /^\s*([+-]?\d{1,10})/.exec(value ?? '') ?? []
  const number = digits === undefined ? -1 : Number(digits)
  return number === -1 ? null : number
}
