import { badUsage, type Command, exitCodes, type Failure, helpOf, helpOfAll, readInput } from './commands/command.ts'
import { commands } from './commands/index.ts'
import { describeProblem } from './commands/problem.ts'
import { findNearest } from './values/nearest.ts'
import { describeVersion } from './version.ts'

const helpWords: readonly (string | undefined)[] = ['help', '--help', '-h']

/**
 * Does what the words of a command line ask for, and resolves with the exit code. What went wrong is said on standard
 * error, in one line.
 */
export async function runWords(words: readonly string[]): Promise<number> {
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
  if (first === '--version' || first === '-v') return say(`${describeVersion()}\n`)
  if (helpWords.includes(first)) return say(helpAbout(others))
  if (words.length === 0) return say(helpOfAll(commands))
  const found = findCommand(words)
  if (found) {
    const input = readInput(found.command, found.rest)
    return input === null ? say(helpOf(found.command)) : found.command.run(input)
  }
  const options = words.findIndex((word) => word.startsWith('-'))
  const named = options === -1 ? words : words.slice(0, options)
  // Of a kind of commands one may want to see the list; of what there is not there is no help either.
  const isAboutMany = named.length === 0 || groupOf(named.join(' ')).length > 0
  if (isAboutMany && words.some((word) => helpWords.includes(word))) return say(helpAbout(named))
  throw noCommand(named.length === 0 ? words : named)
}

function say(text: string): number {
  process.stdout.write(text)
  return exitCodes.done
}

/** `airtime` is many, and so is `airtime provider`. */
const groupOf = (beginning: string | undefined) => commands.filter(({ name }) => name.startsWith(`${beginning} `))

/** Of the command that is named, of those that begin so, or of all. */
function helpAbout(words: readonly string[]): string {
  const found = findCommand(words)
  if (found) return helpOf(found.command)
  const group = [words.join(' '), words[0]].map(groupOf).find((some) => some.length > 0)
  return helpOfAll(group ?? commands)
}

/** In the words of whoever typed it, with what was probably meant. */
function noCommand(words: readonly string[]): Failure {
  const group = groupOf(words[0])
  const typed = words.slice(0, group.length > 0 ? 2 : 1).join(' ')
  const nearest =
    findNearest(words.slice(0, 2).join(' '), namesOf(commands)) ??
    findNearest(typed, namesOf(commands)) ??
    findList(words)
  if (nearest !== null) return badUsage(`there is no command ${JSON.stringify(typed)}: did you mean ngoma ${nearest}?`)
  if (group.length > 0)
    return badUsage(`there is no command ${JSON.stringify(typed)}: there are ${namesOf(group).join(', ')}`)
  return badUsage(`there is no command ${JSON.stringify(typed)}: ngoma --help lists them`)
}

/** `keys` is `key list`, and `optout` is `optouts list`. */
function findList(words: readonly string[]): string | null {
  const lists = namesOf(commands).filter((name) => name.endsWith(' list'))
  const kinds = lists.map((name) => name.replace(/ list$/, ''))
  const kind = words.length === 1 && !kinds.includes(words[0] ?? '') ? findNearest(words[0] ?? '', kinds) : null
  return kind === null ? null : `${kind} list`
}

const namesOf = (some: readonly Command[]) => some.map(({ name }) => name)
