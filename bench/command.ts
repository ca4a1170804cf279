/** The frame of every bench command: its options, its short form, and its exit code. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

interface Option {
  readonly value: number | string
  /** The value in the short form, which runs the same code on tiny data. */
  readonly short?: number | string
  readonly about: string
  /** The lowest number: 1 by default. */
  readonly min?: number
  /** Words that may be given, separated by commas. */
  readonly choices?: readonly string[]
}

type Options = Readonly<Record<string, Option>>
type Values<O extends Options> = { readonly [Name in keyof O]: O[Name]['value'] extends number ? number : string }

export interface Report {
  readonly isShort: boolean
  /** Prints a text with these figures. */
  print(text: string, ...figures: readonly number[]): void
  /** Lost, duplicate or wrong results: the bench fails. */
  fail(problem: string): void
  /** A figure beyond its limit: the bench fails, but not its short form. */
  exceed(problem: string): void
  /** Waits until caches, pools and partitions have settled. The short form does not. */
  settle(seconds: number): Promise<void>
}

interface Command<O extends Options> {
  /** As in package.json. */
  readonly name: string
  readonly options: O
  /** Words that may be given without an option. */
  readonly words?: readonly string[]
  run(values: Values<O>, report: Report, words: readonly string[]): Promise<void>
}

/** `--help` lists the options. With `--short`, times and rates mean nothing, but results are checked. */
export async function runBench<const O extends Options>(command: Command<O>): Promise<void> {
  const given = readOptions(command, process.argv.slice(2))
  if (given === null) return
  const { values, words, isShort } = given
  const all: number[] = []
  const fail = (problem: string) => {
    process.stderr.write(`! ${problem}\n`)
    process.exitCode = 1
  }
  await command.run(
    values,
    {
      isShort,
      print(text, ...figures) {
        all.push(...figures)
        process.stdout.write(`${text}\n`)
      },
      fail,
      exceed: (problem) => (isShort ? undefined : fail(problem)),
      settle: (seconds) => sleep(isShort ? 0 : seconds * 1_000),
    },
    words,
  )
  if (all.some((figure) => !Number.isFinite(figure))) fail('a figure is missing')
  if (isShort) process.stdout.write(`${all.length} figures\n`)
}

/** Returns null after it printed the options. */
function readOptions<O extends Options>({ name, options, words = [] }: Command<O>, args: readonly string[]) {
  const entries = Object.entries(options)
  try {
    const parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...Object.fromEntries(entries.map(([one]) => [one, { type: 'string' as const }])),
        short: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
    const given: Readonly<Record<string, string | boolean | undefined>> = parsed.values
    const isShort = given.short === true
    const unknown = parsed.positionals.find((word) => !words.includes(word))
    if (unknown !== undefined) throw new Error(`unknown: ${unknown}`)
    if (given.help === true) {
      process.stdout.write(describe(name, options, words))
      return null
    }
    const values = entries.map(([one, option]) => {
      const fallback = isShort ? (option.short ?? option.value) : option.value
      return [one, readValue(one, option, given[one] ?? fallback)]
    })
    return { values: Object.fromEntries(values) as Values<O>, words: parsed.positionals, isShort }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${describe(name, options, words)}`)
    process.exit(2)
  }
}

/** Seconds may be fractions; other numbers are whole. */
function readValue(name: string, { value, min = 1, choices }: Option, given: unknown): number | string {
  if (typeof value === 'string') {
    const wrong = String(given)
      .split(',')
      .find((word) => choices !== undefined && word !== '' && !choices.includes(word))
    if (wrong !== undefined) throw new Error(`--${name} has ${choices?.join(', ')}, not ${wrong}`)
    return String(given)
  }
  const number = Number(given)
  const isSeconds = name.endsWith('seconds')
  if (isSeconds ? !(number > 0) : !Number.isInteger(number) || number < min)
    throw new Error(`--${name} is a ${isSeconds ? 'number above 0' : `whole number from ${min} on`}, not ${given}`)
  return number
}

function describe(name: string, options: Options, words: readonly string[]): string {
  const lines = Object.entries(options).map(([one, { value, about, choices }]) => {
    const allowed = choices === undefined ? '' : `: ${choices.join(', ')}; all by default`
    return `  --${one.padEnd(14)} ${about}${allowed}${value === '' ? '' : ` (${value})`}\n`
  })
  const own = words.length > 0 ? ` [${words.join('|')}]` : ''
  return `npm run ${name} --${own} [options]\n${lines.join('')}  --short          the same code on tiny data, as in the tests\n`
}
