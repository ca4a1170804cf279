import { badUsage, exitCodes, type Failure, readInput, withOptionName } from './commands/command.ts'
import { type CommandHead, helpOf, helpOfCommands, helpOfGroups } from './commands/help.ts'
import { findCommand, groupCommands, listCommands } from './commands/index.ts'
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

async function run(words: readonly string[]): Promise<number> {
  const [first, ...others] = words
  if (first === '--version' || first === '-v') return print(`${describeVersion()}\n`)
  if (first === undefined || helpWords.includes(first)) return print(await helpAbout(others))
  const command = await findCommand(words)
  if (command) {
    const input = readInput(command, words.slice(command.name.split(' ').length))
    if (input === null) return print(helpOf(command))
    return command.run(input).catch((error: unknown) => {
      throw withOptionName(error, command)
    })
  }
  const commands = await listCommands()
  const options = words.findIndex((word) => word.startsWith('-'))
  const named = options === -1 ? words : words.slice(0, options)
  // `ngoma key --help` lists the commands of the group; an unknown name is an error even with --help.
  const isGroup = named.length === 0 || findByPrefix(commands, named.join(' ')).length > 0
  if (isGroup && words.some((word) => helpWords.includes(word))) return print(await helpAbout(named))
  throw unknownCommand(commands, named.length === 0 ? words : named)
}

function print(text: string): number {
  process.stdout.write(text)
  return exitCodes.done
}

/** The commands whose names begin with these words, such as `airtime` or `airtime provider`. */
const findByPrefix = (commands: readonly CommandHead[], prefix: string | undefined) =>
  commands.filter(({ name }) => name.startsWith(`${prefix} `))

/** Help for one command, for the commands with the same first words, or for all. */
async function helpAbout(words: readonly string[]): Promise<string> {
  const found = await findCommand(words)
  if (found) return helpOf(found)
  const commands = await listCommands()
  const some = [words.join(' '), words[0]]
    .map((prefix) => findByPrefix(commands, prefix))
    .find((matches) => matches.length > 0)
  return some === undefined ? helpOfGroups(groupCommands(commands)) : helpOfCommands(some)
}

function unknownCommand(commands: readonly CommandHead[], words: readonly string[]): Failure {
  const group = findByPrefix(commands, words[0])
  const typed = words.slice(0, group.length > 0 ? 2 : 1).join(' ')
  const nearest =
    findNearest(words.slice(0, 2).join(' '), namesOf(commands)) ??
    findNearest(typed, namesOf(commands)) ??
    findOfNoun(commands, words)
  const problem = `unknown command ${JSON.stringify(typed)}.`
  if (nearest !== null) return badUsage(`${problem} Did you mean "ngoma ${nearest}"?`)
  if (group.length > 0) return badUsage(`${problem} Commands: ${namesOf(group).join(', ')}.`)
  return badUsage(`${problem} Run "ngoma --help" for a list of all commands.`)
}

/** Other words for the noun of commands. */
const synonyms: Readonly<Record<string, string>> = { carrier: 'provider', 'airtime-provider': 'provider' }

/** `optouts` means `optout list`, and `keys` means `key create`. */
function findOfNoun(commands: readonly CommandHead[], [first = '', ...rest]: readonly string[]): string | null {
  const synonym = synonyms[findNearest(first, Object.keys(synonyms)) ?? '']
  if (synonym !== undefined)
    return [[synonym, rest[0]].join(' '), `${synonym} set`].find((one) => namesOf(commands).includes(one)) ?? null
  const nouns = [...new Set(namesOf(commands).map((name) => name.replace(/ .*/, '')))]
  const noun = nouns.includes(first) ? null : findNearest(first, nouns)
  const names = namesOf(commands).filter((name) => name.split(' ')[0] === noun)
  return names.find((name) => name.endsWith(' list')) ?? names[0] ?? null
}

const namesOf = (some: readonly CommandHead[]) => some.map(({ name }) => name)
