import type { TSchema } from 'typebox'
import { consoleRoutes } from '../contract/console/index.ts'
import { CsvFile, File, type Operation } from '../contract/route.ts'
import { parameterTexts } from '../http/reference/parameters.ts'
import { isOfAccountApi, splitRoute } from '../values/address.ts'
import type { Option } from './command.ts'
import { labelOf } from './describe.ts'
import { accountOption, ifMissingOption, pageOptions } from './lists.ts'
import { fieldsOf, kebab, singularOf } from './schema-fields.ts'
import { type FieldOption, optionsOfFields } from './schema-options.ts'

export interface KeyUse {
  readonly operation: Operation
  readonly name: string
  /** The switch that chooses this route among those with the same name, such as `all`. */
  readonly choice: string | null
  /** The part of the body that the name says. */
  readonly fixed: Readonly<Record<string, unknown>> | null
}

const verbs: Readonly<Record<string, string>> = { get: 'show', update: 'change', delete: 'remove' }

/** `contactFields.update` is `contact-field change`. */
export const nameOf = ({ id }: Operation): string => {
  const [resource = '', action = ''] = id.split('.')
  return `${singularOf(kebab(resource))} ${verbs[action] ?? kebab(action)}`
}

/** The commands act for an operator, who has no session. A CSV file of a list is an option of the list. */
const hasCommand = ({ may, command, route, isBinary }: Operation) =>
  command !== null && may !== 'anyone' && may !== 'user' && !isBinary && !route.endsWith('.csv')

export const usesOf = (operation: Operation): readonly KeyUse[] => {
  if (!hasCommand(operation)) return []
  const { command = nameOf(operation) } = operation
  const named = typeof command === 'string' ? { [command]: {} } : (command ?? {})
  return Object.entries(named).map(([words, fixed]) => {
    const [name = '', choice = null] = words.split(' --')
    return { operation, name, choice, fixed }
  })
}

export const operations: readonly Operation[] = Object.values(consoleRoutes)

export const nounOf = (name: string) => name.split(' ').slice(0, -1).join(' ').replaceAll('-', ' ')
export const verbOf = (name: string) => name.split(' ').at(-1) ?? ''

export const parametersOf = ({ route }: Operation) =>
  [...splitRoute(route).pattern.matchAll(/:([a-zA-Z]+)/g)].map(([, name = '']) => name)

/** The account is an option, except where it is the object of the command. */
export const positionalsOf = ({ operation, name }: KeyUse) =>
  parametersOf(operation).filter((one) => one !== 'account' || nounOf(name) === 'account')

export const needsAccount = (use: KeyUse) =>
  isOfAccountApi(use.operation.route) ||
  (parametersOf(use.operation).includes('account') && !positionalsOf(use).includes('account'))

/** The list whose items can be named, by the last part of its path, such as `books`. */
const nameLists = new Map(
  operations
    .filter(({ names = [] }) => names.length > 0)
    .map((one) => [splitRoute(one.route).pattern.split('/').at(-1) ?? '', one]),
)

export const listOfParameter = ({ route }: Operation, parameter: string) =>
  nameLists.get(splitRoute(route).pattern.split(`/:${parameter}`)[0]?.split('/').at(-1) ?? '')

export const listOfOption = (option: string | null) =>
  option === null ? undefined : (nameLists.get(`${option}s`) ?? nameLists.get(`${option.split('-').at(-1)}s`))

export const aboutNames = (list: Operation) =>
  `${[...(list.names ?? []).map((one) => labelOf(one).toLowerCase().replace('id', 'ID')), 'ID'].join(' or ')}, see "ngoma ${nameOf(list)}"`

export interface Parts extends KeyUse {
  readonly body: readonly FieldOption[]
  readonly query: readonly FieldOption[]
  readonly list: Paging | null
  readonly existing: Operation | undefined
  readonly options: Readonly<Record<string, Option>>
}

interface Paging {
  readonly item: TSchema
  readonly isPaged: boolean
}

const placeNames = ['limit', 'cursor']

export const itemOf = (operation: Operation): Paging | null => {
  const data = fieldsOf(operation.answer).data
  if (data?.type !== 'array' || data.items === undefined) return null
  const names = Object.keys(fieldsOf(operation.query))
  return { item: data.items as TSchema, isPaged: names.includes('cursor') }
}

const isFixed = ({ fixed }: KeyUse) => fixed === null || Object.keys(fixed).length > 0

export const isChange = ({ route }: Operation) => ['PUT', 'PATCH'].includes(splitRoute(route).method)

export const isUpload = ({ operation }: KeyUse) => operation.body === CsvFile
export const isDownload = ({ operation }: KeyUse) => operation.answer === File

export const csvOf = ({ route }: Operation) => operations.find((one) => one.route === `${route}.csv`)

const csvOption: Readonly<Record<string, Option>> = {
  csv: { value: 'FILE', about: 'Write all of it to a new CSV file; - for standard output.' },
}

export function partsOf(use: KeyUse): Parts {
  const { operation, choice } = use
  const texts = { ...parameterTexts, ...operation.parameters }
  const hasNames = (option: string) => listOfOption(option) !== undefined
  const body =
    isFixed(use) || operation.body === CsvFile
      ? []
      : optionsOfFields(operation.body, { about: () => undefined, isQuery: false, hasNames })
  const list = itemOf(operation)
  const query = optionsOfFields(operation.query, { about: (name) => texts[name], isQuery: true, hasNames }).filter(
    ({ path: [name = ''] }) => !(list?.isPaged && placeNames.includes(name)),
  )
  const { method, pattern } = splitRoute(operation.route)
  const fields = fieldsOf(operation.body)
  const [resource = '', action = ''] = operation.id.split('.')
  const isListOf = ({ id, route, names }: Operation) =>
    names !== undefined &&
    (route === `GET ${pattern}` ||
      (action.startsWith('create') && id === `${resource}.list` && names.some((name) => name in fields)))
  const existing = method === 'POST' ? operations.find(isListOf) : undefined
  const referring = [...body, ...query].map((one) => {
    const found = listOfOption(one.refersTo)
    const [[option, shown] = ['', { about: '' }]] = Object.entries(one.shown)
    return found === undefined || found.id.startsWith('accounts.')
      ? one.shown
      : { ...one.shown, [option]: { ...shown, about: `${shown.about} ${capital(aboutNames(found))}.` } }
  })
  const options: Readonly<Record<string, Option>> = Object.assign(
    {},
    needsAccount(use) ? accountOption : {},
    choice === null ? {} : { [choice]: { about: `${operation.summary}.` } },
    ...referring,
    existing === undefined ? {} : ifMissingOption,
    list?.isPaged ? pageOptions : {},
    csvOf(operation) === undefined ? {} : csvOption,
  )
  return { ...use, body, query, list, existing, options }
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
