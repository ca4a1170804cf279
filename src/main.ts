import { type Command, exitCodes, Failure, helpOf, helpOfAll, readInput } from './commands/command.ts'
import { commands } from './commands/index.ts'
import { describeProblem } from './commands/problem.ts'

const helpWords: readonly (string | undefined)[] = ['help', '--help', '-h']

/** The command that the words begin with, and the words after its name. */
function findCommand(words: readonly string[]): { readonly command: Command; readonly rest: readonly string[] } | null {
  for (const length of [2, 1]) {
    const command = commands.find(({ name }) => name === words.slice(0, length).join(' '))
    if (command) return { command, rest: words.slice(length) }
  }
  return null
}

async function run(words: readonly string[]): Promise<number> {
  const found = findCommand(words)
  if (!found) {
    // `ngoma key --help` is a question about all commands that begin so.
    const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `))
    const isQuestion = words.length === 0 || words.some((word) => helpWords.includes(word))
    if (!isQuestion) throw new Failure(`there is no command ${JSON.stringify(words.slice(0, 2).join(' '))}; ngoma --help lists them`, exitCodes.usage)
    process.stdout.write(helpOfAll(group.length > 0 ? group : commands))
    return exitCodes.done
  }
  const input = readInput(found.command, found.rest)
  if (input !== null) return found.command.run(input)
  process.stdout.write(helpOf(found.command))
  return exitCodes.done
}

run(process.argv.slice(2)).then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    const { text, exitCode } = describeProblem(error)
    process.stderr.write(`ngoma: ${text}\n`)
    process.exit(exitCode)
  },
)
