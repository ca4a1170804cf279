import { styleText } from 'node:util'
import type { DestinationStream } from 'pino'

type Style = Parameters<typeof styleText>[0]

const levels: Readonly<Record<number, readonly [name: string, style: Style]>> = {
  10: ['TRACE', 'dim'],
  20: ['DEBUG', 'dim'],
  30: ['INFO', 'green'],
  40: ['WARN', 'yellow'],
  50: ['ERROR', 'red'],
  60: ['FATAL', 'red'],
}

interface Line {
  readonly level: number
  readonly time: string
  readonly msg?: string
  readonly err?: { readonly message?: string; readonly stack?: string }
  readonly [field: string]: unknown
}

/** A terminal, or a stand-in for tests. */
interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Formats log lines for terminals: time of day, level, message and fields. */
export function textLines(screen: Screen): DestinationStream {
  const paint = (style: Style, text: string) => (screen.isTTY && text !== '' ? styleText(style, text) : text)
  return { write: (line) => void screen.write(`${describeLine(JSON.parse(line), paint)}\n`) }
}

function describeLine(
  { level, time, msg, err, ...fields }: Line,
  paint: (style: Style, text: string) => string,
): string {
  const [name, style] = levels[level] ?? [String(level), 'dim']
  const rest = Object.entries(fields).map(([field, value]) => `${field}=${describeValue(value)}`)
  const words = [
    paint('dim', timeOfDay(time)),
    paint(style, name.padEnd(5)),
    safe(msg ?? ''),
    paint('dim', rest.join(' ')),
  ]
  return words.filter((word) => word !== '').join(' ') + (err ? describeError(err, level) : '')
}

/** Uses the local time zone. */
function timeOfDay(time: string): string {
  const at = new Date(time)
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Removes control characters, because input of clients could contain escape sequences. */
const safe = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '?')

function describeValue(value: unknown): string {
  const text = typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)
  return safe(text ?? '')
}

/** Only errors show a stack; warnings show the message. */
function describeError({ message = '', stack }: NonNullable<Line['err']>, level: number): string {
  const lines = level >= 50 && stack !== undefined ? stack.split('\n') : [message]
  return lines.map((line) => `\n    ${safe(line.trim())}`).join('')
}
