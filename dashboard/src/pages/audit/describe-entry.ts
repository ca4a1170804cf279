import type { AuditEntry, AuditResult } from '../../../../src/contract/console/audit.ts'
import { t } from '../../operator-text.ts'
import { showTime } from '../../parts/formats.ts'
import { fill, locale, wordFor } from '../../text.ts'

type Texts = Readonly<Record<string, string>>

/** Every action with its label, for a filter. */
export const actions = Object.entries(t.audit.actions)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label, locale))

/** The identifier `overlapHours` as text: “overlap hours”. */
const splitIdentifier = (name: string) =>
  name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()

function fieldName(name: string, value: unknown): string {
  // The lists of reply keywords and the flag of a route have the same name.
  const key = name === 'stop' && typeof value === 'boolean' ? 'lastRoute' : name
  return (t.audit.fields as Texts)[key] ?? splitIdentifier(name)
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

function show(value: unknown): string {
  if (Array.isArray(value)) return value.map(show).join(', ')
  if (isTime(value)) return showTime(new Date(value))
  if (typeof value === 'boolean') return value ? t.audit.yes : t.audit.no
  if (value === null) return '–'
  if (typeof value !== 'object') return String(value)
  // A refused change has no old value.
  if ('new' in value) return 'old' in value ? `${show(value.old)} → ${show(value.new)}` : show(value.new)
  // The database does not keep the order of the keys.
  if ('from' in value && 'to' in value) return fill(t.audit.range, { from: show(value.from), to: show(value.to) })
  return Object.entries(value)
    .filter(([, one]) => isPresent(one))
    .map(([name, one]) => `${splitIdentifier(name)} ${show(one)}`)
    .join(', ')
}

/** The values of some fields are words of the API with a text. */
function showField(name: string, value: unknown): string | number {
  if (name === 'messages' && typeof value === 'number') return value
  if (name === 'role') return wordFor(t.team.roles, String(value))
  return show(value)
}

function isPresent(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isPresent)
  return value !== null && value !== undefined && value !== ''
}

const valueNames = (message: string) => [...message.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name)

/**
 * The entry in a sentence, and its other details. An entry that lacks a value of its sentence, such as one of a refused
 * request, is described by the label of its action.
 */
export function describeEntry({ action, params, detail }: Pick<AuditEntry, 'action' | 'params' | 'detail'>): {
  readonly summary: string
  readonly details: readonly string[]
} {
  const { account: _, ...values }: Record<string, unknown> = { ...params, ...detail }
  const sentence = (t.audit.sentences as Texts)[action]
  const names = sentence === undefined ? [] : valueNames(sentence)
  const isComplete = sentence !== undefined && names.every((name) => isPresent(values[name]))
  const summary = isComplete
    ? fill<string>(sentence, Object.fromEntries(names.map((name) => [name, showField(name, values[name])])))
    : ((t.audit.actions as Texts)[action] ?? splitIdentifier(action.replace('.', ': ')))
  const used = new Set(isComplete ? names : [])
  // An email address identifies the user.
  if (used.has('email')) used.add('user')
  const rest = Object.entries(values).filter(([name, value]) => !used.has(name) && isPresent(value))
  return {
    summary,
    details: rest.map(([name, value]) =>
      fill(t.audit.fieldValue, { field: fieldName(name, value), value: String(showField(name, value)) }),
    ),
  }
}

export function resultOf({ status }: AuditEntry): AuditResult {
  if (status === null) return 'unknown'
  if (status < 400) return 'done'
  return status < 500 ? 'refused' : 'failed'
}
