import type { TSchema } from 'typebox'
import { badUsage, type Input, type Option, parseTime } from './command.ts'
import { readJson, readLine } from './files.ts'
import {
  type Field,
  fieldsOf,
  isNull,
  isNullable,
  isRequired,
  kebab,
  singularOf,
  withoutNull,
} from './schema-fields.ts'

/** Options of a command from the fields of a schema, and the values that they become. */

/** Text IDs of other services, such as a system ID, are not references. */
function isReference(name: string, given: Field): boolean {
  const { type, items } = withoutNull(given)
  return /Ids?$/.test(name) && ((items ?? { type }).type === 'integer' || isNullable(given))
}

/** `--help` and `--json` have a meaning in every command. */
const reserved = ['help', 'json']

/** A reference to another object is named after it, and a list after one item: `bookIds` is `book`. */
function shortName(name: string, given: Field, siblings: readonly string[]): string {
  const field = withoutNull(given)
  const named = name === 'q' ? 'search' : isReference(name, given) ? name.replace(/Ids?$/, '') : name
  const isPlural = isMap(field) || (field.type === 'array' && isText(field.items ?? {}))
  const short = singularIf(isPlural, kebab(named), siblings)
  return reserved.includes(short) ? `${short}-word` : short
}

const singularIf = (isPlural: boolean, name: string, siblings: readonly string[]) =>
  isPlural && !siblings.some((one) => kebab(one) === singularOf(name)) ? singularOf(name) : name

export interface FieldOption {
  readonly option: string
  readonly path: readonly string[]
  readonly shown: Readonly<Record<string, Option>>
  readonly isRequired: boolean
  /** The field refers to objects by ID, such as `book`. */
  readonly refersTo: string | null
  /** Undefined when the option is missing. */
  read(input: Input): Promise<unknown>
}

interface Texts {
  readonly about: (name: string) => string | undefined
  readonly isQuery: boolean
  /** Whether the objects that an option refers to have names, which it takes in place of their IDs. */
  readonly hasNames: (option: string) => boolean
}

const isSwitch = ({ type, enum: words }: Field) => type === 'boolean' || words?.join() === 'true,false'
const isMap = ({ patternProperties }: Field) => patternProperties !== undefined
const isPlain = ({ type, enum: words }: Field) =>
  words !== undefined || ['string', 'integer', 'number'].includes(String(type))
const timeNames = ['from', 'to', 'since', 'until', 'createdFrom', 'createdTo']

/** The options of all fields. Fields of closed objects become options of their own, such as `--send-window-from`. */
export const optionsOfFields = (schema: TSchema | undefined, texts: Texts): readonly FieldOption[] =>
  Object.entries(fieldsOf(schema)).flatMap(([name, field]) =>
    optionsOfField(
      [name],
      field,
      isRequired(schema, name) && field.default === undefined,
      shortName(name, field, Object.keys(fieldsOf(schema))),
      texts,
    ),
  )

function optionsOfField(
  path: readonly string[],
  given: Field,
  required: boolean,
  named: string,
  texts: Texts,
): readonly FieldOption[] {
  const field = withoutNull(given)
  const name = path.at(-1) ?? ''
  const none = isNullable(given) || field.type === 'array' ? ' "none" clears it.' : ''
  const about = (wanted = '') => {
    const text = given.description ?? field.description ?? texts.about(name) ?? words(name)
    const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replaceAll('`', '').replace(/\.?$/, '.')
    const usual = given.default === undefined ? '' : ` Default: ${given.default === '' ? 'empty' : given.default}.`
    return `${sentence}${wanted}${usual}${none}${required ? ' Required.' : ''}`
  }
  const one = (
    value: string | undefined,
    wanted: string,
    read: (text: string) => unknown,
    more: Partial<Option> = {},
    option = named,
  ): FieldOption => ({
    option,
    path,
    isRequired: required,
    refersTo: isReference(name, given) || texts.isQuery ? named : null,
    shown: { [option]: { value, about: about(wanted), ...more } },
    async read(input) {
      const [first, ...others] = more.multiple ? input.texts(option) : [input.text(option)]
      if (first === undefined) return given.default
      if (none !== '' && first === 'none' && others.length === 0) return isNullable(given) ? null : []
      return read(more.multiple ? JSON.stringify([first, ...others]) : first)
    },
  })
  if (isSwitch(field))
    return [
      switchOf(
        one(undefined, '', () => undefined),
        texts.isQuery,
      ),
    ]
  if (field.writeOnly && field.type === 'string') {
    const wanted = ' From a file with this line only, or - for standard input.'
    return [one('FILE', wanted, (text) => readLine(text, words(name)), {}, `${named}-file`)]
  }
  if (field.anyOf?.every((part) => isPlain(part) || part.const !== undefined || isNull(part)))
    return [one('VALUE', ` ${describeParts(field.anyOf)}.`, (text) => readUnion(text, field.anyOf ?? [], named))]
  if (isPlain(field)) {
    const canBeEmpty: Partial<Option> =
      field.type === 'string' && !required && !texts.isQuery ? { canBeEmpty: true } : {}
    return [one(placeholder(field), choices(field), (text) => readPlain(text, field, named, name, texts), canBeEmpty)]
  }
  if (field.type === 'array' && field.items !== undefined && isText(field.items))
    return [
      one(
        placeholder(listItem(field)),
        choices(listItem(field)),
        (text) =>
          (JSON.parse(text) as string[])
            .flatMap((item) => (listItem(field).type === 'string' ? [item] : item.split(',')))
            .map((item) => readPlain(item, listItem(field), named, name, texts)),
        { multiple: true },
      ),
    ]
  if (isMap(field)) return [mapOption(one, field, named, name)]
  if (field.properties !== undefined) {
    const parts = Object.entries(field.properties).flatMap(([part, inner]) =>
      optionsOfField(
        [...path, part],
        inner,
        false,
        `${named}-${shortName(part, inner, Object.keys(field.properties ?? {}))}`,
        texts,
      ),
    )
    if (!isNullable(given)) return parts
    const clears = one('none', '', () => {
      throw badUsage(`--${named} can only be none`)
    })
    return [{ ...clears, isRequired: false, refersTo: null }, ...parts]
  }
  return [one('JSON', ' JSON, a file with it, or - for standard input.', readJson)]
}

const isText = (field: Field) => isPlain(field) || (field.anyOf?.some(({ type }) => type === 'string') ?? false)
/** Where an item is a text or an object, the option takes texts. */
const listItem = ({ items = {} }: Field) => (isPlain(items) ? items : { type: 'string' })

const describeParts = (parts: readonly Field[]) =>
  `${parts
    .filter((part) => !isNull(part))
    .map(({ const: fixed, type }) =>
      fixed === undefined ? (type === 'string' ? 'A text' : 'A number') : String(fixed),
    )
    .join(', or ')}`

function readUnion(text: string, parts: readonly Field[], option: string): unknown {
  if (parts.some((part) => part.const === text)) return text
  if (/^-?\d{1,15}$/.test(text) && parts.some(({ type }) => type === 'integer' || type === 'number'))
    return Number(text)
  if (parts.some(({ type }) => type === 'string')) return text
  throw badUsage(`--${option} must be ${describeParts(parts).toLowerCase()}`)
}

const words = (name: string) =>
  kebab(name)
    .replaceAll('-', ' ')
    .replace(/ ids?$/, '')

const placeholder = (field: Field) =>
  field.enum !== undefined ? 'WORD' : field.format === 'date-time' ? 'TIME' : field.type === 'string' ? 'TEXT' : 'N'

const choices = ({ enum: known }: Field) => (known === undefined ? '' : ` One of ${known.join(', ')}.`)

function readPlain(text: string, field: Field, option: string, name: string, { isQuery, hasNames }: Texts): unknown {
  if (/Ids?$/.test(name) && hasNames(option) && !/^\d+$/.test(text)) return text
  if (field.enum !== undefined) {
    const found = field.enum.find((one) => String(one).toLowerCase() === text.toLowerCase())
    if (found === undefined) throw badUsage(`--${option} must be one of ${field.enum.join(', ')}`)
    return found
  }
  if (field.type === 'integer' || field.type === 'number') {
    if (!(field.type === 'integer' ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d+)?$/).test(text))
      throw badUsage(`--${option} must be a number`)
    return Number(text)
  }
  return field.format === 'date-time' || (isQuery && timeNames.includes(name)) ? readTime(text, option, isQuery) : text
}

/** In a query, a day stays a day, which reports need. */
function readTime(text: string, option: string, isQuery: boolean): string {
  const time = parseTime(text, option)
  return isQuery && /^\d{4}-\d\d-\d\d$/.test(text) ? text : time
}

function switchOf(one: FieldOption, isQuery: boolean): FieldOption {
  const { option } = one
  const off = `no-${option}`
  return {
    ...one,
    refersTo: null,
    shown: isQuery ? one.shown : { ...one.shown, [off]: { about: `The opposite of --${option}.` } },
    async read(input) {
      if (input.is(option) && input.is(off)) throw badUsage(`use either --${option} or --${off}, not both`)
      return input.is(option) ? true : input.is(off) ? false : undefined
    },
  }
}

/** Keys of maps are data: `--secret api_key=FILE`, `--variable code=A17`. */
function mapOption(
  one: (value: string, wanted: string, read: (text: string) => unknown, more: Partial<Option>) => FieldOption,
  field: Field,
  option: string,
  name: string,
): FieldOption {
  const wanted = field.writeOnly ? 'NAME=FILE' : 'NAME=VALUE'
  const [inner = {}] = Object.values(field.patternProperties ?? {})
  async function readPairs(text: string): Promise<unknown> {
    const pairs = (JSON.parse(text) as string[]).map(async (pair) => {
      const [, key = '', value = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
      if (key === '')
        throw badUsage(`--${option} must be a name and a ${field.writeOnly ? 'file' : 'value'}: ${wanted}`)
      if (value === '' && isNullable(inner)) return [key, null]
      return [key, field.writeOnly ? await readLine(value, `${singularOf(words(name))} ${key}`) : value]
    })
    return Object.fromEntries(await Promise.all(pairs))
  }
  return one(wanted, isNullable(inner) ? ' An empty value removes it.' : '', readPairs, { multiple: true })
}
