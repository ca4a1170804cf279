import type { ConsoleRoute, FileRoute, ListRoute, RequestOf, UploadRoute } from '../contract/console/index.ts'
import { CsvFile, type Operation } from '../contract/route.ts'
import { countOf } from '../values/count.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { type Argument, badUsage, type Command, exitCodes, type Input } from './command.ts'
import { exportFile, importFile } from './csv-files.ts'
import { type Caller, findExisting, merge, resolvePath, type Values } from './derived-names.ts'
import { type Answered, belowOf, describeAnswer, printAnswer } from './derived-print.ts'
import {
  aboutNames,
  capital,
  csvOf,
  isChange,
  isDownload,
  isUpload,
  type KeyUse,
  listOfParameter,
  needsAccount,
  operations,
  type Parts,
  partsOf,
  positionalsOf,
  usesOf,
} from './derived-uses.ts'
import { labelOf } from './describe.ts'
import { accountIn, pageIn, readPage } from './lists.ts'
import { kebab } from './schema-fields.ts'
import type { FieldOption } from './schema-options.ts'

/** Commands of the entries of the contract: one for each route that has no command of its own. */

type Open = typeof withConsole

/** A command of entries of the contract; tests call it with a client of their own. */
interface DerivedCommand extends Command {
  readonly operations: readonly Operation[]
  run(input: Input, open?: Open): Promise<number>
}

const headOf = ({ name, operation }: KeyUse) => ({ name, about: `${operation.summary}.` })

function commandOf(uses: readonly KeyUse[]): DerivedCommand {
  const parts = uses.map(partsOf)
  const options: Parts['options'] = Object.assign({}, ...parts.map((one) => one.options))
  const [first] = parts
  if (first === undefined) throw new Error('a command needs a route')
  const { name, operation } = first
  const positionals = positionalsOf(first)
  const files: readonly Argument[] = isUpload(first)
    ? [{ name: 'FILE', about: 'CSV file in UTF-8, or - for standard input.' }]
    : isDownload(first)
      ? [{ name: 'FILE', about: 'New CSV file, or - for standard output.' }]
      : []
  const taken: readonly Argument[] = positionals.map((parameter) => {
    const list = listOfParameter(operation, parameter)
    const of = parameter === 'account' ? 'ID of the account, see "ngoma account list"' : undefined
    return {
      name: kebab(parameter).toUpperCase(),
      about: `${capital(of ?? (list ? aboutNames(list) : labelOf(parameter)))}.`,
    }
  })
  return {
    ...headOf(first),
    operations: parts.map((one) => one.operation),
    arguments: [...taken, ...files],
    options,
    notes: operation.description,
    examples: parts.map((one) => exampleOf(one, [...positionals, ...files.map((file) => file.name.toLowerCase())])),
    fields: Object.fromEntries(
      parts.flatMap(({ body, query }) => [...body, ...query]).map((one) => [one.path.join('.'), one.option]),
    ),
    async run(input, open = withConsole) {
      const chosen = parts.find(({ choice }) => choice !== null && input.is(choice)) ?? first
      const strange = Object.keys(options).find(
        (option) =>
          !(option in chosen.options) &&
          (input.is(option) || input.text(option) !== undefined || input.texts(option).length > 0),
      )
      if (strange !== undefined)
        throw badUsage(
          `--${strange} cannot be combined with ${chosen.choice === null ? `"ngoma ${name}" alone` : `--${chosen.choice}`}`,
        )
      return run(chosen, positionals, input, open)
    },
  }
}

/** A value for the example: that of the entry, or a placeholder. */
function exampleOf(use: Parts, positionals: readonly string[]): string {
  const { operation, name, choice, body } = use
  const given = (operation.example ?? {}) as Readonly<Record<string, unknown>>
  const quoted = (value: unknown) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return /^[\w+.:/@-]+$/.test(text) ? text : `'${text}'`
  }
  const values = body.flatMap(({ option, path: [field = '', ...inner], shown, isRequired: isNeeded }) => {
    let value: unknown = given[field]
    for (const step of inner) value = (value as Record<string, unknown> | null | undefined)?.[step]
    const { value: wanted } = shown[option] ?? {}
    if (value === undefined || value === null || wanted?.includes('FILE'))
      return isNeeded ? [`--${option}${wanted === undefined ? '' : ` ${wanted}`}`] : []
    if (wanted === undefined) return [value ? `--${option}` : `--no-${option}`]
    if (wanted === 'JSON') return [`--${option} ${quoted(value)}`]
    if (Array.isArray(value)) return value.map((one) => `--${option} ${quoted(one)}`)
    if (typeof value === 'object')
      return Object.entries(value).map(([key, one]) => `--${option} ${quoted(`${key}=${one}`)}`)
    return [`--${option} ${quoted(value)}`]
  })
  const [first] = body
  if (first !== undefined && values.length === 0 && isChange(operation)) {
    const { value } = first.shown[first.option] ?? {}
    values.push(`--${first.option}${value === undefined ? '' : ` ${value}`}`)
  }
  return [
    name,
    ...positionals.map((one) => kebab(one).toUpperCase()),
    ...(choice === null ? [] : [`--${choice}`]),
    ...values,
  ].join(' ')
}

/** A request whose parts come from the words of a command; the server checks it. */
type AnyRequest = RequestOf<ConsoleRoute>

async function run(use: Parts, positionals: readonly string[], input: Input, open: Open): Promise<number> {
  const { operation, list } = use
  const route = operation.route as ConsoleRoute
  const [bodyValues, queryValues] = [await readValues(use.body, input), await readValues(use.query, input)]
  checkRequired(use, input, bodyValues)
  const place = list?.isPaged ? pageIn(input) : null
  const account = needsAccount(use) ? accountIn(input) : {}
  const named = Object.fromEntries(positionals.map((one, at) => [one, input.arguments[at] ?? '']))
  const csv = input.text('csv')
  if (csv === '-' && input.json) throw badUsage('use either --json or --csv -, not both')
  const ask = async (console: ConsoleClient): Promise<Sent> => {
    const caller = { console, account }
    return {
      path: { ...account, ...(await resolvePath(caller, operation, named)) },
      body: use.fixed === null ? null : await bodyOf(caller, use, bodyValues),
      query: await merge(caller, queryValues),
    }
  }
  const file = input.arguments[positionals.length] ?? csv
  const written = csv === undefined && !isDownload(use) ? undefined : (csvOf(operation) ?? operation)
  if (written !== undefined && file !== undefined) {
    const rows = await exportFile(file, 'row', async (console) =>
      console.stream(written.route as FileRoute, (await ask(console)) as RequestOf<FileRoute>),
    )
    if (file !== '-') input.print({ file, rows }, `${countOf(rows, 'row')} written to ${file}.`)
    return exitCodes.done
  }
  if (isUpload(use) && file !== undefined)
    return importFile(
      input,
      file,
      async (console, stream) =>
        console.upload(route as UploadRoute, (await ask(console)) as RequestOf<UploadRoute>, stream),
      (answer) => describeAnswer(use, input, { answer, body: undefined, named }),
    )
  const below = belowOf(operation)
  const answered = await open(async (console): Promise<Answered> => {
    const request = await ask(console)
    const { body } = request
    const existing = input.is('if-missing') ? await findExisting({ console, account }, use, body) : undefined
    if (existing !== undefined) return { answer: existing, body, named, isFound: true }
    if (place !== null) {
      return {
        answer: await readPage(console, route as ListRoute, request as RequestOf<ListRoute>, place),
        body,
        named,
      }
    }
    const found: unknown = await console.call(route, request as unknown as AnyRequest)
    const items = below === null ? {} : { [operation.below ?? '']: await latest(console, below, request) }
    return { answer: below === null ? found : { ...(found as object), ...items }, body, named }
  })
  return printAnswer(use, input, answered)
}

const latest = async (console: ConsoleClient, list: Operation, request: Sent) =>
  (await console.list(list.route as ListRoute, request as RequestOf<ListRoute>, { limit: '100' })).data.toReversed()

interface Sent {
  readonly path: Readonly<Record<string, string | number>>
  readonly body: unknown
  readonly query: Readonly<Record<string, unknown>>
}

async function bodyOf(caller: Caller, { operation, fixed }: Parts, values: Values): Promise<unknown> {
  if (operation.body === undefined || operation.body === CsvFile) return undefined
  return { ...(await merge(caller, values)), ...fixed }
}

/** The value of each given option, read before anything is opened. */
async function readValues(options: readonly FieldOption[], input: Input): Promise<Values> {
  const values: [FieldOption, unknown][] = []
  // One after the other, because several may read standard input.
  for (const one of options) {
    const value = await one.read(input)
    if (value !== undefined) values.push([one, value])
  }
  return values
}

function checkRequired({ operation, name, body }: Parts, input: Input, values: Values): void {
  const missing = body.find((one) => one.isRequired && !values.some(([given]) => given === one))
  if (missing !== undefined) throw badUsage(`--${missing.option} is required`)
  const mustChange = isChange(operation) && body.length > 0
  if (mustChange && values.length === 0 && !input.is('if-missing'))
    throw badUsage(`nothing to change. Run "ngoma ${name} --help" for the options.`)
}

const uses = operations.flatMap(usesOf).toSorted((a, b) => Number(a.choice !== null) - Number(b.choice !== null))
const usesByName = Object.groupBy(uses, ({ name }) => name)

export function findDerived(name: string): DerivedCommand | undefined {
  const some = usesByName[name]
  return some && commandOf(some)
}

/** For the help: the names of all commands, without their options. */
export const describeAll = () => Object.values(usesByName).flatMap((some) => some?.slice(0, 1).map(headOf) ?? [])

export const deriveAll = (): readonly DerivedCommand[] =>
  Object.keys(usesByName).flatMap((name) => findDerived(name) ?? [])
