import type { Described, DescribedSettings, DescribedValue } from '../../../../../src/values/kind-description.ts'
import { t } from '../../../operator-text.ts'
import { fill } from '../../../text.ts'

export type Settings = Readonly<Record<string, unknown>>

/** The input of a settings form, by path, such as `tls.ca`. */
export type Draft = Readonly<Record<string, string | boolean | readonly string[]>>

export type FieldKind =
  | 'group'
  | 'optional group'
  | 'choice'
  | 'number'
  | 'switch'
  | 'text'
  | 'values'
  | 'pairs'
  | 'text or JSON'
  | 'JSON'

export const typesOf = ({ type = [] }: DescribedValue): readonly string[] => [type].flat()

/** The kind of input for a setting; JSON when no other fits. */
export function kindOf(described: Described): FieldKind {
  const types = typesOf(described)
  if (described.properties) return described.default === null ? 'optional group' : 'group'
  if (described.enum) return 'choice'
  if (types.length === 0) return 'text or JSON'
  if (types.includes('object')) return described.additionalProperties ? 'pairs' : 'JSON'
  if (types.includes('array')) return typesOf(described.items ?? {}).includes('object') ? 'JSON' : 'values'
  if (types.includes('string')) return 'text'
  if (types.includes('integer') || types.includes('number')) return 'number'
  return types.includes('boolean') ? 'switch' : 'JSON'
}

const isObject = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const showJson = (value: unknown) => JSON.stringify(value, null, 2)
const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value))

/** The key of the choice between text and JSON. */
export const formOf = (path: string) => `${path}#form`

/** Fills a draft with settings, and with the defaults of choices and texts. A default number may depend on others. */
export function draftOf(described: DescribedSettings, settings: unknown, under = ''): Draft {
  const given = isObject(settings) ? settings : {}
  return Object.assign(
    {},
    ...Object.entries(described).map(([name, one]) => draftOfOne(one, given[name], `${under}${name}`)),
  )
}

function draftOfOne(described: Described, value: unknown, path: string): Draft {
  switch (kindOf(described)) {
    case 'group':
      return draftOf(described.properties ?? {}, value, `${path}.`)
    case 'optional group':
      return { [path]: isObject(value) || value === true, ...draftOf(described.properties ?? {}, value, `${path}.`) }
    case 'switch':
      return { [path]: (value ?? described.default) === true }
    case 'values':
      return { [path]: Array.isArray(value) ? value.map(String) : [] }
    case 'pairs':
      return {
        [path]: Object.entries(isObject(value) ? value : {})
          .map(([name, one]) => `${name}: ${one}`)
          .join('\n'),
      }
    case 'text or JSON':
      return {
        [path]: typeof value === 'string' ? value : value === undefined ? '' : showJson(value),
        [formOf(path)]: typeof value === 'string' ? 'text' : 'json',
      }
    case 'JSON':
      return { [path]: value === undefined || value === null ? '' : showJson(value) }
    case 'number':
      return { [path]: textOf(value) }
    default:
      return { [path]: textOf(value ?? described.default) }
  }
}

export type Problems = Readonly<Record<string, string>>

export interface Read {
  readonly settings: Settings
  /** Input that cannot be sent, by path. The server validates the rest. */
  readonly problems: Problems
}

/** The settings of a draft, without those that have their default. */
export function readDraft(described: DescribedSettings, draft: Draft): Read {
  const problems: Record<string, string> = {}
  const settings = readGroup(described, draft, '', problems)
  return { settings, problems }
}

function readGroup(
  described: DescribedSettings,
  draft: Draft,
  under: string,
  problems: Record<string, string>,
): Settings {
  const read = Object.entries(described).map(
    ([name, one]) => [name, readOne(one, draft, `${under}${name}`, problems)] as const,
  )
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

function readOne(described: Described, draft: Draft, path: string, problems: Record<string, string>): unknown {
  const kind = kindOf(described)
  const value = draft[path]
  if (kind === 'group' || kind === 'optional group') {
    if (kind === 'optional group' && value !== true) return undefined
    const group = readGroup(described.properties ?? {}, draft, `${path}.`, problems)
    if (Object.keys(group).length > 0) return group
    if (kind === 'group') return undefined
    return typesOf(described).includes('boolean') ? true : group
  }
  if (kind === 'values') return Array.isArray(value) && value.length > 0 ? value.map(readValue(described)) : undefined
  if (kind === 'switch') return value === (described.default ?? false) ? undefined : value
  const text = textOf(value)
  if (kind === 'pairs') return readPairs(text, path, problems)
  if (kind === 'JSON') return readJson(text, path, problems)
  if (kind === 'text or JSON')
    return draft[formOf(path)] === 'text' ? text || undefined : readJson(text, path, problems)
  if (kind === 'number') return readNumber(text)
  return text === textOf(described.default) ? undefined : text
}

const readValue =
  ({ items }: Described) =>
  (text: string) =>
    typesOf(items ?? {}).includes('string') ? text : readNumber(text)

/** Text that is not a number is sent unchanged, for the server to refuse. */
const readNumber = (text: string) => (text.trim() === '' ? undefined : Number.isNaN(Number(text)) ? text : Number(text))

function readPairs(text: string, path: string, problems: Record<string, string>): Settings | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const wrong = lines.find((line) => !/^\s*[^:\s]+\s*:/.test(line))
  if (wrong !== undefined) problems[path] = fill(t.carriers.notPair, { line: wrong.trim() })
  if (lines.length === 0) return undefined
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  )
}

function readJson(text: string, path: string, problems: Record<string, string>): unknown {
  if (text.trim() === '') return undefined
  const { value, problem } = parseJson(text)
  if (problem !== null) problems[path] = problem
  return value
}

function parseJson(text: string): { readonly value: unknown; readonly problem: string | null } {
  try {
    return { value: JSON.parse(text), problem: null }
  } catch (error) {
    return { value: undefined, problem: fill(t.carriers.notJson, { error: (error as Error).message }) }
  }
}

/** Parses the settings that were edited as JSON. */
export function readWhole(text: string): { readonly settings: Settings; readonly problem: string | null } {
  const { value, problem } = parseJson(text)
  if (problem !== null) return { settings: {}, problem }
  return isObject(value) ? { settings: value, problem: null } : { settings: {}, problem: t.carriers.settingsNotObject }
}

/** The field that the reason of invalid settings starts with; a field in JSON has no input of its own. */
export function fieldNamedIn(reason: string, draft: Draft): string | null {
  const paths = Object.keys(draft).filter((path) => new RegExp(`^${path.replaceAll('.', '\\.')}[ :.]`).test(reason))
  return paths.sort((a, b) => b.length - a.length)[0] ?? null
}

/** The secrets that a text refers to, such as `Bearer {secrets.token}`. */
export const secretsNamedIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\{secrets\.([A-Za-z0-9_-]{1,32})\}/g)].map(([, name = '']) => name)),
]
