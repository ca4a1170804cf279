/** Random request values: derived from JSON Schemas, then damaged. The same seed gives the same values. */

export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly examples?: readonly unknown[]
}

export interface Dice {
  below(limit: number): number
  /** True with a probability in percent. */
  chance(percent: number): boolean
  pick<T>(values: readonly T[]): T
}

export function createDice(random: () => number): Dice {
  const below = (limit: number) => Math.floor(random() * limit)
  return {
    below,
    chance: (percent) => random() * 100 < percent,
    pick: <T>(values: readonly T[]) => values[below(values.length)] as T,
  }
}

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

/** Placeholder for a number that JSON.stringify cannot write. */
const bigMark = '(big integer)'
const bigNumbers = [
  '9007199254740993',
  '9'.repeat(64),
  '9'.repeat(400),
  '1e999',
  '-0',
  '1E-400',
  '-99999999999999999999',
]

export const oddTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  'e\u0301\u0301\u0301',
  '🙂'.repeat(300),
  '\u202edlrow',
  'İıſK',
  "'; drop table sms_messages; --",
  '=1+1',
  '%',
  '\\',
  '"',
  '{first_name}{pin}{',
  '$&$1',
  '__proto__',
  'constructor',
  'null',
  '../../etc/passwd',
  'http://127.0.0.1:1/',
  'https://[::1]/',
  'https://user:pw@example.com:99999/',
  '0',
  '-1',
  '1e3',
  '0x10',
  '٣',
  '9'.repeat(30),
  '0000-00-00',
  '2026-02-30',
  '+010000-01-01T00:00:00Z',
  '9999-12-31 23:59',
  '2026-01-01T00:00:00.000Z',
  'Infinity',
  'x'.repeat(256),
  'x'.repeat(10_000),
  '<a>&amp;</a>',
  '\r\nX-Evil: 1',
]

const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  bigMark,
  [],
  {},
  [null],
  [[]],
  nested(31),
  nested(40),
  { toString: 'x', valueOf: 1, length: -1 },
  Array(1_200).fill('1'),
]

export const oddValue = (dice: Dice): unknown => (dice.chance(50) ? dice.pick(oddTexts) : dice.pick(oddValues))

const likely = ['1', '2', 'INFO', '255712345678', '2099-01-01 00:00', 'SMS', 'Hello', 'https://127.0.0.1:9/hook']

/** A value that mostly matches the schema. */
export function fittingValue(dice: Dice, schema: Schema, depth = 0): unknown {
  const { anyOf, enum: words, const: only, examples, properties = {}, required = [], items } = schema
  if (only !== undefined) return only
  if (words !== undefined) return dice.pick(words)
  if (anyOf !== undefined) return fittingValue(dice, dice.pick(anyOf), depth)
  if (examples !== undefined && examples.length > 0 && dice.chance(70)) return dice.pick(examples)
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => dice.chance(required.includes(name) ? 97 : 50))
          .map(([name, field]) => [name, dice.chance(8) ? oddValue(dice) : fittingValue(dice, field, depth + 1)]),
      )
    case 'array':
      return Array.from({ length: dice.below(4) }, () => fittingValue(dice, items ?? {}, depth + 1))
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 1_000 } = schema
      return minimum + dice.below(Math.min(maximum - minimum + 1, 1_000))
    }
    case 'boolean':
      return dice.chance(50)
    case 'null':
      return null
    case 'string':
      return textOf(dice, schema)
    default:
      return oddValue(dice)
  }
}

function textOf(dice: Dice, { format, maxLength, pattern }: Schema): string {
  if (format === 'date-time') return '2030-01-01T00:00:00.000Z'
  if (maxLength !== undefined && dice.chance(10)) return 'x'.repeat(Math.min(maxLength + dice.below(2), 50_000))
  if (pattern?.includes('[0-9]') && dice.chance(60)) return String(dice.below(1_000))
  return dice.pick(likely)
}

/** Replaces, removes or adds one field or item. */
export function damageValue(dice: Dice, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || dice.chance(5)) return oddValue(dice)
  if (Array.isArray(value)) {
    if (value.length === 0) return [oddValue(dice)]
    const at = dice.below(value.length)
    return value.map((one, index) => (index === at ? damageValue(dice, one) : one))
  }
  const names = Object.keys(value)
  if (names.length === 0 || dice.chance(15)) return { ...value, [dice.pick(oddTexts)]: oddValue(dice) }
  const name = dice.pick(names)
  const { [name]: field, ...others } = value as Record<string, unknown>
  return dice.chance(25) ? others : { ...others, [name]: damageValue(dice, field) }
}

/** JSON text with numbers that JavaScript cannot represent, and sometimes invalid JSON. */
export function jsonOf(dice: Dice, value: unknown): Buffer {
  const text = (JSON.stringify(value) ?? '').replaceAll(`"${bigMark}"`, () => dice.pick(bigNumbers))
  const bytes = Buffer.from(text)
  if (!dice.chance(8)) return bytes
  const at = dice.below(bytes.length + 1)
  const pieces: readonly Buffer[] = [
    bytes.subarray(0, at),
    Buffer.concat([bytes.subarray(0, at), Buffer.from([dice.below(256)]), bytes.subarray(at)]),
    Buffer.concat([Buffer.from('\ufeff'), bytes]),
    Buffer.concat([bytes, bytes]),
    Buffer.from('['.repeat(20_000)),
    Buffer.from(`[${'{},'.repeat(20_000)}{}]`),
    Buffer.from(text, 'utf16le'),
    Buffer.alloc(0),
  ]
  return dice.pick(pieces)
}

const escapes: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;' }

export function xmlOf(dice: Dice, value: unknown, name = 'sms'): string {
  if (dice.chance(2))
    return dice.pick(['<', '&', ']]>', '<!DOCTYPE a>', '<!--', '<a b="1" b="2"/>', '&#0;', '&x;', '\0'])
  const inside = Array.isArray(value)
    ? value.map((one) => xmlOf(dice, one, 'recipient')).join('')
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([key, one]) => xmlOf(dice, one, /^\w+$/.test(key) ? key : 'x'))
          .join('')
      : String(value).replace(/[<&]/g, (character) => escapes[character] ?? '')
  return `<${name}>${inside}</${name}>`
}
