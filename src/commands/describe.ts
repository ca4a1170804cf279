import type { TSchema } from 'typebox'
import type { Operation } from '../contract/route.ts'
import { Amount } from '../contract/shapes.ts'
import { showAmount } from '../values/money.ts'
import { cellOf, secondsCell, table, timeCell } from './command.ts'
import { type Field, fieldsOf, kebab, withoutNull } from './schema-fields.ts'

/** Answers as text: tables of lists, and lines of objects, by their schemas. */

const acronyms = ['api', 'id', 'otp', 'pin', 'smpp', 'sms', 'tls', 'url']

/** `lastUsedAt` is "Last used", `accountId` is "Account ID", and `lifeSeconds` is "Life", whose values have the unit. */
export function labelOf(name: string): string {
  const words = kebab(units.reduce((short, [ending]) => short.replace(ending, ''), name))
    .split('-')
    .filter((word, place, all) => word !== 'at' || place === 0 || place < all.length - 1)
    .map((word) => {
      const acronym = acronyms.find((one) => word === one || word === `${one}s`)
      return acronym === undefined ? word : word.replace(acronym, acronym.toUpperCase())
    })
  const [first = '', ...rest] = words
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')
}

/** Times of events, which follow each other closely. */
const momentNames = ['at', 'now', 'lastAt', 'receivedAt', 'happenedAt', 'startedAt', 'endedAt', 'doneAt', 'dueAt']

const phoneNames = ['phone', 'phone2', 'number', 'from', 'to']

const isList = ({ type }: Field) => type === 'array'
const isObject = ({ properties, anyOf }: Field) => properties !== undefined || anyOf?.some((one) => one.properties)

const isCell = (given: Field): boolean => {
  const field = withoutNull(given)
  return isList(field) ? !isObject(field.items ?? {}) : !isObject(field)
}

function cell(name: string, given: Field, value: unknown): string {
  const field = withoutNull(given)
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((one) => cell(name, field.items ?? {}, one)).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return objectCell(value)
  const text = String(value)
  if (typeof value === 'number') {
    if (field.type === 'number' && /rate$/i.test(name)) return `${Number((value * 100).toPrecision(3))}%`
    return `${text}${unitOf(name)}`
  }
  if (field.format === 'date-time') return momentNames.includes(name) ? secondsCell(text) : timeCell(text)
  if (field.pattern === (Amount as Field).pattern) return showAmount(text)
  return phoneNames.includes(name) ? (phoneCell(text) ?? '') : text
}

/** Pairs such as `points=20`; the text alone of a content that is a text. */
function objectCell(value: object): string {
  const { type, ...others } = value as { readonly type?: unknown; readonly text?: unknown }
  if (type === 'text' && typeof others.text === 'string') return others.text
  const pairs = Object.entries(typeof type === 'string' ? others : value).filter(([, one]) => one !== null)
  const shown = pairs.map(([key, one]) => `${key}=${typeof one === 'object' ? JSON.stringify(one) : one}`)
  return [...(typeof type === 'string' ? [`[${type}]`] : []), ...shown].join(' ')
}

const units: readonly (readonly [ending: RegExp, unit: string])[] = [
  [/(?<=[a-z])Ms$/, ' ms'],
  [/(?<=[a-z])Seconds$/, ' s'],
  [/(?<=[a-z])Minutes$/, ' min'],
]

const unitOf = (name: string) => units.find(([ending]) => ending.test(name))?.[1] ?? ''

/** The column of a path such as `results.delivered`; null for an unknown path. */
export function columnAt(item: TSchema, path: string, empty = '') {
  const steps = path.split('.')
  let field: Field = item as Field
  for (const step of steps) {
    const inner = partsOf(field)[step]
    if (inner === undefined) return null
    field = inner
  }
  const name = steps.at(-1) ?? ''
  return {
    label: labelOf(name),
    read(value: unknown) {
      let found: unknown = value
      for (const step of steps) found = (found as Record<string, unknown> | null | undefined)?.[step]
      return cell(name, field, found) || empty
    },
  }
}

const columnsMax = 9

type Shown = Pick<Operation, 'columns' | 'empty'>

/** The fields of an object. Those of a union are the fields of all its parts. */
const partsOf = (field: Field): Readonly<Record<string, Field>> =>
  Object.assign({}, fieldsOf(field as TSchema), ...(withoutNull(field).anyOf ?? []).map(partsOf))

/** The named columns, or else the first `max` values that fit into a cell. */
function columnsOf(item: TSchema, { columns, empty = {} }: Shown, max?: number) {
  const cells = Object.entries(partsOf(item as Field)).filter(([, field]) => isCell(field))
  const paths = columns?.split(', ') ?? cells.slice(0, max).map(([name]) => name)
  return paths.flatMap((path) => columnAt(item, path, empty[path]) ?? [])
}

const cellMax = 120

/** A long text in a table. The JSON has all of it. */
const shorten = (text: string) =>
  text.length > cellMax && /^[[{]|\s/.test(text) ? `${text.replaceAll(/\s+/g, ' ').slice(0, cellMax)}…` : text

/** The heads and cells of a list. Columns without any value are left out. */
export function tableOf(item: TSchema, shown: Shown, rows: readonly unknown[]) {
  const columns = columnsOf(item, shown, columnsMax).filter(({ read }) => rows.some((one) => read(one) !== ''))
  return {
    heads: columns.map(({ label }) => label.toUpperCase()),
    row: (one: unknown) => columns.map(({ read }) => shorten(read(one))),
  }
}

const indented = (text: string) => text.replaceAll(/^/gm, '  ')

/** A line for each value, then sections for objects and lists. Empty values are left out, and "no" of a new object. */
export function describeObject(
  schema: TSchema,
  value: unknown,
  { columns: wanted, empty }: Shown,
  isNew = false,
): string {
  const fields = Object.entries(partsOf(schema as Field))
  const lines = columnsOf(schema, { columns: wanted, empty })
    .map(({ label, read }) => [label, cellOf(read(value).replaceAll('\n', '⏎'))] as const)
    .filter(([, text]) => text !== '' && !(isNew && wanted === undefined && text === 'no'))
  const width = Math.max(0, ...lines.map(([label]) => label.length))
  const head = lines.map(([label, text]) => `${label.padEnd(width)}  ${text}`)
  const sections = (wanted === undefined ? fields : [])
    .filter(([, field]) => !isCell(field))
    .flatMap(([name, field]) => {
      const text = describeInner(field, (value as Record<string, unknown> | null)?.[name])
      return text === '' ? [] : [`${labelOf(name)}\n${indented(text)}`]
    })
  return [head.join('\n'), ...sections].filter((part) => part !== '').join('\n\n')
}

function describeInner(given: Field, value: unknown): string {
  const field = withoutNull(given)
  if (value === null || value === undefined) return ''
  if (!Array.isArray(value)) return describeObject(field as TSchema, value, {})
  if (value.length === 0) return ''
  const { heads, row } = tableOf((field.items ?? {}) as TSchema, {}, value)
  return heads.length === 0 ? value.map((one) => JSON.stringify(one)).join('\n') : table(heads, value.map(row))
}

/** The values of a request in words, such as "PIN length 5, sender INFO". Secrets are only named. */
export function describeChange(schema: TSchema | undefined, body: unknown): string {
  const fields = partsOf((schema ?? {}) as Field)
  return Object.entries((body ?? {}) as Readonly<Record<string, unknown>>)
    .map(([name, value]) => {
      const field = fields[name] ?? {}
      const label = labelOf(name).replace(/^[A-Z](?=[a-z]|$)/, (letter) => letter.toLowerCase())
      if (withoutNull(field).writeOnly) return label
      if (value !== null && !isCell(field) && !Array.isArray(value))
        return `${label} ${describeChange(field as TSchema, value)}`
      return `${label} ${shorten(cell(name, field, value)) || 'none'}`
    })
    .join(', ')
}

/** A sentence with values of an answer, such as `{replaces.expiresAt}`; null when one of them is empty. */
export function fill(
  sentence: string,
  { answer: schema, empty }: Pick<Operation, 'answer' | 'empty'>,
  answer: unknown,
  named: Readonly<Record<string, string>>,
): string | null {
  let isComplete = true
  const text = sentence.replaceAll(/\{([\w.]+)\}/g, (_, path: string) => {
    const value = named[path] ?? columnAt(schema, path, empty?.[path])?.read(answer) ?? ''
    isComplete &&= value !== ''
    return value
  })
  return isComplete ? text : null
}

export const phoneForms =
  'as dialled in the country of the account, or with its country code: 0712345678, +255712345678'
export const phoneArgument = { name: 'NUMBER', about: `Phone number ${phoneForms}.` }
/** A number for people. Short codes and names of senders have no plus. */
export const phoneCell = (phone: string | null) => (phone !== null && /^\d{7,}$/.test(phone) ? `+${phone}` : phone)
