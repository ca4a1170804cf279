import { badUsage, type Command, exitCodes, type Failure, readInput, withOptionName } from './commands/command.ts'
import { helpOf, helpOfGroups } from './commands/help.ts'
import { commandGroups, commands } from './commands/index.ts'
import { describeProblem } from './commands/problem.ts'
import { findNearest } from './values/nearest.ts'
import { describeVersion } from './version.ts'

const helpWords: readonly (string | undefined)[] = ['help', '--help', '-h']

/** Runs a command line and resolves with the exit code. An error is one line on standard error. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  try {
    return await run(words)
  } catch (error) {
    const { text, exitCode } = describeProblem(error)
    process.stderr.write(`ngoma: ${text}\n`)
    return exitCode
  }
}

/** The command that the words begin with, and the words after its name. */
function findCommand(words: readonly string[]): { readonly command: Command; readonly rest: readonly string[] } | null {
  for (const length of [3, 2, 1]) {
    const command = commands.find(({ name }) => name === words.slice(0, length).join(' '))
    if (command) return { command, rest: words.slice(length) }
  }
  return null
}

async function run(words: readonly string[]): Promise<number> {
  const [first, ...others] = words
  if (first === '--version' || first === '-v') return print(`${describeVersion()}\n`)
  if (helpWords.includes(first)) return print(helpAbout(others))
  if (words.length === 0) return print(helpOfGroups(commandGroups))
  const found = findCommand(words)
  if (found) {
    const input = readInput(found.command, found.rest)
    if (input === null) return print(helpOf(found.command))
    return found.command.run(input).catch((error: unknown) => {
      throw withOptionName(error, found.command)
    })
  }
  const options = words.findIndex((word) => word.startsWith('-'))
  const named = options === -1 ? words : words.slice(0, options)
  // `ngoma key --help` lists the commands of the group; an unknown name is an error even with --help.
  const isGroup = named.length === 0 || findByPrefix(named.join(' ')).length > 0
  if (isGroup && words.some((word) => helpWords.includes(word))) return print(helpAbout(named))
  throw unknownCommand(named.length === 0 ? words : named)
}

function print(text: string): number {
  process.stdout.write(text)
  return exitCodes.done
}

/** The commands whose names begin with these words, such as `airtime` or `airtime provider`. */
const findByPrefix = (prefix: string | undefined) => commands.filter(({ name }) => name.startsWith(`${prefix} `))

/** Help for one command, for the commands with the same first words, or for all. */
function helpAbout(words: readonly string[]): string {
  const found = findCommand(words)
  if (found) return helpOf(found.command)
  const some = [words.join(' '), words[0]].map(findByPrefix).find((matches) => matches.length > 0)
  return helpOfGroups(some === undefined ? commandGroups : [{ title: 'Commands', commands: some }])
}

function unknownCommand(words: readonly string[]): Failure {
  const group = findByPrefix(words[0])
  const typed = words.slice(0, group.length > 0 ? 2 : 1).join(' ')
  const nearest =
    findNearest(words.slice(0, 2).join(' '), namesOf(commands)) ??
    findNearest(typed, namesOf(commands)) ??
    findList(words)
  const problem = `unknown command ${JSON.stringify(typed)}.`
  if (nearest !== null) return badUsage(`${problem} Did you mean "ngoma ${nearest}"?`)
  if (group.length > 0) return badUsage(`${problem} Commands: ${namesOf(group).join(', ')}.`)
  return badUsage(`${problem} Run "ngoma --help" for a list of all commands.`)
}

/** `keys` means `key list`, and `optout` means `optouts list`. */
function findList(words: readonly string[]): string | null {
  const lists = namesOf(commands).filter((name) => name.endsWith(' list'))
  const kinds = lists.map((name) => name.replace(/ list$/, ''))
  const kind = words.length === 1 && !kinds.includes(words[0] ?? '') ? findNearest(words[0] ?? '', kinds) : null
  return kind === null ? null : `${kind} list`
}

const namesOf = (some: readonly Command[]) => some.map(({ name }) => name)
