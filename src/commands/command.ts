import { parseArgs } from 'node:util'

/** What a command takes after its name. */
export interface Argument {
  readonly name: string
  readonly about: string
  readonly optional?: boolean
}

export interface Option {
  /** What stands for its value in the help; an option without one is a switch. */
  readonly value?: string
  /** May be given several times. */
  readonly multiple?: boolean
  readonly about: string
}

/** One thing that `ngoma` can do. */
export interface Command {
  /** One to three words: `send`, `key create`, `airtime provider set`. */
  readonly name: string
  readonly about: string
  readonly arguments?: readonly Argument[]
  readonly options?: Readonly<Record<string, Option>>
  /** Further lines of its help. */
  readonly notes?: string
  /** The exit code. */
  run(input: Input): Promise<number>
}

export interface Input {
  readonly arguments: readonly string[]
  text(option: string): string | undefined
  texts(option: string): readonly string[]
  is(option: string): boolean
  /** Output is for programs. */
  readonly json: boolean
  /** Writes an answer: as it is for programs, and in the given words for people. */
  print(answer: unknown, forPeople: string): void
}

/** What exit codes mean; every help page says so. */
export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const

/** The command can't be carried out. Its message is all that a person needs. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: number

  constructor(message: string, exitCode: number = exitCodes.refused) {
    super(message)
    this.exitCode = exitCode
  }
}

export const badUsage = (message: string) => new Failure(message, exitCodes.usage)

const everywhere: Readonly<Record<string, Option>> = {
  json: { about: 'Print JSON, for programs.' },
  help: { about: 'Show this help.' },
}

const optionsOf = ({ options }: Command) => ({ ...options, ...everywhere })

/** Null when help is asked for. */
export function readInput(command: Command, words: readonly string[]): Input | null {
  const { positionals, values } = parse(command, words)
  if (values.help) return null
  const wanted = command.arguments ?? []
  const missing = wanted[positionals.length]
  if (missing && !missing.optional) throw badUsage(`${missing.name} is missing: ${usageOf(command)}`)
  const empty = wanted.find((_, index) => positionals[index]?.trim() === '')
  if (empty) throw badUsage(`${empty.name} is empty: ${usageOf(command)}`)
  if (positionals.length > wanted.length)
    throw badUsage(`${JSON.stringify(positionals[wanted.length])} is too much: ${usageOf(command)}`)
  const text = (option: string) => (typeof values[option] === 'string' ? values[option] : undefined)
  const json = values.json === true
  return {
    arguments: positionals,
    text,
    texts: (option) => (Array.isArray(values[option]) ? values[option].map(String) : []),
    is: (option) => values[option] === true,
    json,
    print(answer, forPeople) {
      process.stdout.write(json ? `${JSON.stringify(answer)}\n` : `${forPeople.trimEnd()}\n`)
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
        ...(name === 'help' ? { short: 'h' } : {}),
      } as const,
    ]),
  )
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw badUsage(
      `${describeBadOption(error as Error & { code?: string })}: ngoma ${command.name} --help lists the options`,
    )
  }
}

/** Node's own sentences go on about how positional arguments are written. */
function describeBadOption({ code, message }: Error & { code?: string }): string {
  const [option = 'it'] = /--?[\w-]+/.exec(message) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `there is no option ${option}`
  if (/ambiguous/.test(message)) return `a value that begins with a dash is written ${option}=-…`
  if (/does not take an argument/.test(message)) return `${option} takes no value`
  if (/argument missing/.test(message)) return `${option} needs a value`
  return message.split(/\. |\n/)[0] ?? ''
}

const indent = (lines: readonly (readonly [string, string])[]) => {
  const width = Math.max(...lines.map(([left]) => left.length))
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

function usageOf({ name, arguments: taken = [] }: Command): string {
  return ['ngoma', name, ...taken.map((one) => (one.optional ? `[${one.name}]` : one.name)), '[options]'].join(' ')
}

const exitCodesLine =
  "Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 the server or the database can't be reached."

export function helpOf(command: Command): string {
  const taken = command.arguments ?? []
  const options = Object.entries(optionsOf(command)).map(([name, { value, about, multiple }]): [string, string] => [
    `--${name}${value === undefined ? '' : ` ${value}`}`,
    `${about}${multiple ? ' May be repeated.' : ''}`,
  ])
  const parts = [
    `${command.about}\n\nUsage: ${usageOf(command)}`,
    taken.length > 0 ? indent(taken.map(({ name, about }) => [name, about])) : '',
    `Options:\n${indent(options)}`,
    command.notes ?? '',
    exitCodesLine,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

export function helpOfAll(commands: readonly Command[]): string {
  return `Ngoma, an open business messaging platform.

Usage: ngoma COMMAND [options]

${indent(commands.map(({ name, about }) => [name, about]))}

ngoma COMMAND --help tells more about each, and ngoma --version which version this is. Settings are environment variables; docs/operating.md has them all.
Commands talk to the server on this machine when one runs with the same NGOMA_DATA, and otherwise work on the database themselves.

${exitCodesLine}
`
}

/** A time as people read it in a table; the console's has milliseconds. */
export const timeCell = (time: string) => `${time.slice(0, 16).replace('T', ' ')} GMT`

/** The same to the second, where things follow each other closely. */
export const secondsCell = (time: string) => `${time.slice(0, 19).replace('T', ' ')} GMT`

/**
 * The number that a command is given as its first word. `lists` is the command that shows them, and `name` what the
 * word is called in its help.
 */
export function numberIn(input: Input, lists: string, name = 'ID'): string {
  const [number = ''] = input.arguments
  if (!/^\d+$/.test(number)) throw badUsage(`${name} is a number: ngoma ${lists} shows them`)
  return number
}

/** Names are anybody's: nothing in them may move the cursor or begin a line. */
export const cellOf = (value: unknown) =>
  value === null || value === undefined ? '' : String(value).replace(/[\p{Cc}\p{Cf}]/gu, '?')

/** Columns side by side, for people; and below a row what would be too long for a column, if there is anything. */
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
