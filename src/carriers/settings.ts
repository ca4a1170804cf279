import type { Static, TUnsafe } from 'typebox'
import { isObject } from '../values/json.ts'
import type { Described, DescribedValue, KindDescription, SettingType } from '../values/kind-description.ts'
import { SettingsProblem } from './carrier.ts'

/** The settings of carriers and providers. The schema of a kind gives the form, the defaults, the check and the type. */

type Given = Readonly<Record<string, unknown>>

export const problem = (what: string) => new SettingsProblem(what)

/** Turns a valid value into another one, or throws. A symbol, because it is not part of the description. */
const conversion = Symbol('conversion')
type Convert = (value: never, path: string) => unknown
type Shape = DescribedValue & { readonly [conversion]?: Convert }

export type Setting<Value = unknown> = TUnsafe<Value> & Described & Shape
export type Settings = Readonly<Record<string, Setting>>
export type ValuesOf<Group extends Settings> = { readonly [Name in keyof Group]: Static<Group[Name]> }
type Options = Omit<Described, 'type' | 'title' | 'description'>

/** A setting without a default is required, unless it is a group of optional settings, a list or an object. */
export const setting = <Value>(
  type: DescribedValue['type'],
  title: string,
  description: string,
  options: Options = {},
): Setting<Value> => ({ ...(type === undefined ? {} : { type }), title, description, ...options }) as Setting<Value>

export const text = (title: string, description: string, options?: Options) =>
  setting<string>('string', title, description, options)

type Range = Options & { readonly minimum: number; readonly maximum: number }

export const integer = (title: string, description: string, range: Range) =>
  setting<number>('integer', title, description, range)

/** From 0 to 1. */
export const share = (title: string, description: string, byDefault: number) =>
  setting<number>('number', title, description, {
    minimum: 0,
    maximum: 1,
    default: byDefault,
    'x-expected': 'a number from 0 to 1',
  })

export const flag = (title: string, description: string, byDefault = false) =>
  setting<boolean>('boolean', title, description, { default: byDefault })

export const choice = <const Name extends string>(
  title: string,
  description: string,
  names: readonly Name[],
  byDefault?: Name,
) =>
  setting<Name>('string', title, description, {
    enum: names,
    ...(byDefault === undefined ? {} : { default: byDefault }),
  })

/** Any JSON. */
export const anything = (title: string, description: string) => setting<unknown>(undefined, title, description)

/** An object of texts with names that the operator chooses. */
export const pairs = (title: string, description: string, options?: Options) =>
  setting<Readonly<Record<string, string>>>('object', title, description, {
    additionalProperties: { type: 'string' },
    ...options,
  })

/** Required with `minItems`. */
export const list = <Item>(title: string, description: string, items: DescribedValue, options?: Options) =>
  setting<readonly Item[]>('array', title, description, {
    items: { ...items, type: [items.type ?? []].flat() },
    ...options,
  })

export const group = <const Group extends Settings>(
  title: string,
  description: string,
  properties: Group,
  options?: Options,
) =>
  setting<ValuesOf<Group>>('object', title, description, {
    additionalProperties: false,
    properties,
    required: Object.keys(properties).filter((name) => isRequired(properties[name] as Shape)),
    ...options,
  })

/** Null by default. Of a group, `false` means null, and `true` means its defaults, if it may be a boolean. */
export const nullable = <Value>(of: Setting<Value>, ...others: readonly SettingType[]): Setting<Value | null> => ({
  ...(of as Setting<Value | null>),
  type: [...typesOf(of), ...others, 'null'],
  default: null,
})

/** Converts a setting after its check, or throws the problem of a rule that the schema cannot express. */
export function converted<Value, Result>(
  of: Setting<Value>,
  convert: (value: Value, path: string) => Result,
): Setting<Result> {
  const before = of[conversion] as ((value: unknown, path: string) => Value) | undefined
  const both = before === undefined ? convert : (value: unknown, path: string) => convert(before(value, path), path)
  return { ...(of as unknown as Setting<Result>), [conversion]: both as Convert }
}

interface NewKind<Basic, Advanced> extends Pick<KindDescription, 'title' | 'secrets'> {
  readonly basic: Basic
  /** Settings that a form shows on demand. */
  readonly advanced: Advanced
  /** The maximum length of the settings as JSON. */
  readonly lengthMax?: number
}

/** `read` throws a SettingsProblem. It checks the names of the stored secrets if they are given. */
export function describeKind<const Basic extends Settings, const Advanced extends Settings>({
  title,
  secrets,
  basic,
  advanced,
  lengthMax = 16_384,
}: NewKind<Basic, Advanced>) {
  const inGroup = (settings: Settings, name: 'basic' | 'advanced') =>
    Object.fromEntries(Object.entries(settings).map(([key, one]) => [key, { ...one, 'x-group': name }]))
  const properties = { ...inGroup(basic, 'basic'), ...inGroup(advanced, 'advanced') }
  const { required = [] } = group('', '', properties)
  const description: KindDescription = {
    title,
    settings: { type: 'object', properties, required, additionalProperties: false },
    secrets,
  }
  function read(given: unknown, stored?: readonly string[]): ValuesOf<Basic & Advanced> {
    if (!isObject(given)) throw problem('the settings must be an object')
    if (JSON.stringify(given).length > lengthMax)
      throw problem(`the settings must be at most ${lengthMax} characters of JSON`)
    const values = readGroup(description.settings, given, '')
    const missing = secrets.find(({ name, required }) => required && stored?.includes(name) === false)
    if (missing !== undefined) throw problem(`the secret ${missing.name} is missing`)
    return values as ValuesOf<Basic & Advanced>
  }
  return { description, read }
}

const typesOf = ({ type = [] }: DescribedValue) => [type].flat()

function isRequired(of: DescribedValue): boolean {
  if (of.default !== undefined || (of.type === undefined && of.enum === undefined)) return false
  if (of.type === 'object') return (of.required ?? []).length > 0
  return of.type !== 'array' || (of.minItems ?? 0) > 0
}

function readGroup({ properties = {}, required = [] }: DescribedValue, given: Given, under: string): Given {
  // Without this check, a mistyped setting would silently do nothing.
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name))
  if (unknown !== undefined) throw problem(`unknown setting ${under}${unknown}`)
  const read = Object.entries(properties).map(([name, one]) => {
    const value = given[name]
    if (required.includes(name) && one.enum === undefined && isEmpty(value))
      throw problem(`${under}${name} is missing${one['x-missing'] ?? ''}`)
    return [name, readOne(one, value, `${under}${name}`)]
  })
  return Object.fromEntries(read)
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function readOne(of: Shape, given: unknown, path: string): unknown {
  if (of.type === undefined && of.enum === undefined) return given
  const value = readPlain(of, given ?? of.default, path)
  const convert = of[conversion] as ((value: unknown, path: string) => unknown) | undefined
  return value === null || convert === undefined ? value : convert(value, path)
}

function readPlain(of: Shape, value: unknown, path: string): unknown {
  const types = typesOf(of)
  const wrong = () => problem(`${path} must be ${expectedOf(of)}`)
  if (value === null) return null
  if (types.includes('array')) {
    const given: unknown = value ?? []
    if (!Array.isArray(given) || given.length < (of.minItems ?? 0) || given.length > (of.maxItems ?? Infinity))
      throw wrong()
    return given.map((one, index) => readOne(of.items ?? {}, one, `${path}.${index}`))
  }
  if (types.includes('object')) {
    if (types.includes('boolean') && value === false) return null
    const given: unknown = types.includes('boolean') && value === true ? {} : (value ?? {})
    if (!isObject(given)) throw wrong()
    if (of.properties !== undefined) return readGroup(of, given, `${path}.`)
    const other = Object.keys(given).find((name) => typeof given[name] !== 'string')
    if (other !== undefined) throw problem(`${path}.${other} must be a string`)
    return given
  }
  if (!fits(of, types, value)) throw wrong()
  return value
}

function fits(of: DescribedValue, types: readonly SettingType[], value: unknown): boolean {
  const { minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity, pattern = '' } = of
  switch (typeof value) {
    case 'string': {
      const isLong = value.length < minLength || value.length > maxLength
      return (
        types.includes('string') &&
        !isLong &&
        of.enum?.includes(value) !== false &&
        new RegExp(pattern, 'u').test(value)
      )
    }
    case 'number': {
      const isWhole = types.includes('integer') && Number.isSafeInteger(value)
      return (isWhole || types.includes('number')) && value >= minimum && value <= maximum
    }
    default:
      return typeof value === 'boolean' && types.includes('boolean')
  }
}

function expectedOf(of: DescribedValue): string {
  const { 'x-expected': expected, enum: names, minimum, maximum, maxLength, minItems = 0, maxItems, items = {} } = of
  if (expected !== undefined) return expected
  if (names !== undefined) return `one of ${names.join(', ')}`
  switch (typesOf(of)[0]) {
    case 'integer':
      return `a whole number from ${minimum} to ${maximum}`
    case 'boolean':
      return 'true or false'
    case 'array': {
      const atLeast = minItems > 0 ? `at least ${minItems} value${minItems === 1 ? '' : 's'}` : 'values'
      const size = maxItems === undefined ? atLeast : `${minItems} to ${maxItems} values`
      return `a list of ${size}, each ${expectedOf(items)}`
    }
    case 'object':
      return 'an object'
    default:
      return maxLength === undefined ? 'a string' : `a string of at most ${maxLength} characters`
  }
}
