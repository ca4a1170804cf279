import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { findNearest } from '../values/nearest.ts'
import { parseTypedTime } from '../values/time.ts'
import { fromWireName } from '../values/wire-names.ts'

export interface Argument {
  readonly name: string
  readonly about: string
  readonly optional?: boolean
}

export interface Option {
  /** Placeholder of the value in the help. An option without one is a switch. */
  readonly value?: string
  readonly multiple?: boolean
  /** An empty value has a meaning, such as clearing a setting. */
  readonly canBeEmpty?: true
  readonly about: string
}

export interface Command {
  /** One to three words: `send`, `key create`, `airtime provider set`. */
  readonly name: string
  readonly about: string
  readonly arguments?: readonly Argument[]
  readonly options?: Readonly<Record<string, Option>>
  readonly notes?: string
  /** Command lines without the leading `ngoma`. */
  readonly examples: readonly string[]
  /** The options by the field of the request that they set, for error messages. */
  readonly fields?: Readonly<Record<string, string>>
  run(input: Input): Promise<number>
}

export interface Input {
  readonly arguments: readonly string[]
  text(option: string): string | undefined
  texts(option: string): readonly string[]
  is(option: string): boolean
  readonly json: boolean
  /** Prints the answer as JSON with `--json`, and otherwise the text. Returns the exit code. */
  print(answer: unknown, text: string, isDone?: boolean): number
}

/** Documented on every help page. */
export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const

/** The command failed. The message is shown without a stack. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: number
  /** The problem code of the server's refusal. */
  readonly problem: string | null

  constructor(message: string, exitCode: number = exitCodes.refused, problem: string | null = null) {
    super(message)
    this.exitCode = exitCode
    this.problem = problem
  }
}

/** The same failure with the name of the option instead of the field that the route refused. */
export function withOptionName(error: unknown, { options = {}, fields = {} }: Command): unknown {
  const [, name = '', wanted] =
    (error instanceof Failure && /^The parameter ([\w.]+) is invalid \(\1 is (.+)\)$/s.exec(error.message)) || []
  const usual = name.replaceAll(/[_.]/g, '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const option = fields[fromWireName(name)] ?? usual
  return option in options ? new Failure(`Invalid Option: --${option} (--${option} is ${wanted})`) : error
}

export const badUsage = (message: string) => new Failure(message, exitCodes.usage)

export const timeForms = 'such as 2030-01-31, "2030-01-31 08:00" or 2030-01-31T08:00:00+03:00; GMT without a zone'

/** The time of an option in ISO 8601; undefined without the option. A day is its first moment. */
export function timeIn(input: Input, option: string): string | undefined {
  const text = input.text(option)
  return text === undefined ? undefined : parseTime(text, option)
}

export function parseTime(text: string, option: string): string {
  const time = parseTypedTime(text)
  if (time === null) throw badUsage(`--${option} must be a day or a time, ${timeForms}`)
  return time.toISOString()
}

/** The number of an option; undefined without the option. */
export function countIn(input: Input, option: string, min: number, max: number): number | undefined {
  const text = input.text(option)
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text) || Number(text) < min || Number(text) > max)
    throw badUsage(`--${option} must be a number from ${min} to ${max}`)
  return Number(text)
}

/** One of a few words; undefined without the option. */
export function choiceIn<Choice extends string>(
  input: Input,
  option: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = input.text(option)
  const choice = choices.find((one) => one === text)
  if (text !== undefined && choice === undefined) throw badUsage(`--${option} must be one of ${choices.join(', ')}`)
  return choice
}

/** Leaves out undefined values, so that the defaults apply. */
export const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

const commonOptions: Readonly<Record<string, Option>> = {
  json: { about: 'Print JSON.' },
  help: { about: 'Show this help.' },
}

export const optionsOf = ({ options }: Command) => ({ ...options, ...commonOptions })

/** Null when help is requested. */
export function readInput(command: Command, words: readonly string[]): Input | null {
  const { positionals, values } = parse(command, words)
  if (values.help) return null
  const wanted = command.arguments ?? []
  const missing = wanted[positionals.length]
  if (missing && !missing.optional) throw badUsage(`${missing.name} is required. Usage: ${usageOf(command)}`)
  const empty = wanted.find((_, index) => positionals[index]?.trim() === '')
  if (empty) throw badUsage(`${empty.name} must not be empty. Usage: ${usageOf(command)}`)
  if (positionals.length > wanted.length)
    throw badUsage(`unexpected argument ${JSON.stringify(positionals[wanted.length])}. Usage: ${usageOf(command)}`)
  const unset = Object.entries(command.options ?? {}).find(
    ([name, { canBeEmpty }]) =>
      !canBeEmpty && [values[name]].flat().some((one) => typeof one === 'string' && one.trim() === ''),
  )
  if (unset) throw badUsage(`--${unset[0]} must not be empty`)
  const text = (option: string) => (typeof values[option] === 'string' ? values[option] : undefined)
  const json = values.json === true
  return {
    arguments: positionals,
    text,
    texts: (option) => (Array.isArray(values[option]) ? values[option].map(String) : []),
    is: (option) => values[option] === true,
    json,
    print(answer, shown, isDone = true) {
      process.stdout.write(json ? `${JSON.stringify(answer)}\n` : `${shown.trimEnd()}\n`)
      return isDone ? exitCodes.done : exitCodes.refused
    },
  }
}

function parse(command: Command, words: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(optionsOf(command)).map(([name, { value, multiple = false }]) => [
      name,
      {
        type: value === undefined ? 'boolean' : 'string',
        multiple,
        // Absent, because parseArgs refuses undefined.
        ...(name === 'help' ? { short: 'h' } : {}),
      } as const,
    ]),
  )
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true })
  } catch (error) {
    const problem = describeBadOption(error as Error & { code?: string }, Object.keys(options))
    throw badUsage(`${problem} Run "ngoma ${command.name} --help" for the options.`)
  }
}

/** Node's own messages add advice about positional arguments. */
function describeBadOption({ code, message }: Error & { code?: string }, known: readonly string[]): string {
  const [option = 'it'] = /--?[\w-]+/.exec(message) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const nearest = findNearest(option.replace(/^-+/, ''), known)
    return `unknown option ${option}.${nearest === null ? '' : ` Did you mean --${nearest}?`}`
  }
  if (/ambiguous/.test(message)) return `write a value that begins with a dash as ${option}=-….`
  if (/does not take an argument/.test(message)) return `${option} does not take a value.`
  if (/argument missing/.test(message)) return `${option} requires a value.`
  return `${message.split(/\. |\n/)[0] ?? ''}.`
}

export function usageOf({ name, arguments: taken = [] }: Command): string {
  return ['ngoma', name, ...taken.map((one) => (one.optional ? `[${one.name}]` : one.name)), '[options]'].join(' ')
}

export const count = (some: number) => some.toLocaleString('en')

/** A time to the minute, for tables. */
export const timeCell = (time: string) => `${time.slice(0, 16).replace('T', ' ')} GMT`

/** A time to the second, for events that follow each other closely. */
export const secondsCell = (time: string) => `${time.slice(0, 19).replace('T', ' ')} GMT`

/** The first argument, which must be an ID. `list` is the command that lists the IDs. */
export function numberIn(input: Input, list: string, name = 'ID'): string {
  const [number = ''] = input.arguments
  if (!/^\d+$/.test(number)) throw badUsage(`${name} must be a number. Run "ngoma ${list}" to find it.`)
  return number
}

/** Customers choose names: control characters in them must not move the cursor or break lines. */
export const cellOf = (value: unknown) =>
  value === null || value === undefined ? '' : String(value).replace(/[\p{Cc}\p{Cf}]/gu, '?')

/** A table with aligned columns. `below` has a line for each row that is too long for a column. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly unknown[])[],
  below: readonly (string | null)[] = [],
): string {
  const lines = [heads, ...rows.map((row) => row.map(cellOf))]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .flatMap((line, index) => {
      const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0))
      const text = below[index - 1] ?? null
      return [cells.join('  ').trimEnd(), ...(text === null ? [] : [`  ${cellOf(text)}`])]
    })
    .join('\n')
}

export const yesOption: Readonly<Record<string, Option>> = { yes: { about: 'Do not ask for confirmation.' } }

/** Asks on the terminal. Nothing is asked with `--yes`; without a terminal nobody can answer. */
export async function confirm(input: Input, question: string): Promise<boolean> {
  if (input.is('yes')) return true
  if (!process.stdin.isTTY) throw badUsage('the question needs a terminal: add --yes to answer it')
  const asked = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await asked.question(`${question} [y/N] `)).trim())
  } finally {
    asked.close()
  }
}
