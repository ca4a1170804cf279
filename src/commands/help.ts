import { type Command, optionsOf, usageOf } from './command.ts'

export type CommandHead = Pick<Command, 'name' | 'about'>

export interface CommandGroup {
  readonly title: string
  readonly commands: readonly CommandHead[]
}

const widthMax = 100
const aboutWidthMin = 30

const exitCodesLine = 'Exit codes: 0 success, 1 rejected or failed, 2 invalid usage, 3 server or database unreachable.'

const footer = `Run "ngoma NOUN" for the commands of a noun, "ngoma COMMAND --help" for the options and an example, and "ngoma --version" for the version. Settings are environment variables: see docs/operating.md.

A command talks to the server on this machine that uses the same NGOMA_DATA. Without such a server, it opens the database itself.`

const terminalWidth = () => Math.min(process.stdout.columns ?? widthMax, widthMax)

/** Breaks a line at spaces. A word that is longer than the width stays whole. */
function wrapLine(line: string, width: number): string[] {
  const lines: string[] = []
  for (const word of line.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

const wrap = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => wrapLine(line, terminalWidth()))
    .join('\n')

/** Two columns; the right one is wrapped. */
function columns(rows: readonly (readonly [string, string])[], leftMin = 0): string {
  const left = Math.max(leftMin, ...rows.map(([name]) => name.length))
  const width = Math.max(aboutWidthMin, terminalWidth() - left - 4)
  return rows
    .flatMap(([name, about]) =>
      wrapLine(about, width).map((line, index) => `  ${(index === 0 ? name : '').padEnd(left)}  ${line}`),
    )
    .join('\n')
}

export function helpOf(command: Command): string {
  const options = Object.entries(optionsOf(command)).map(([name, { value, about, multiple }]): [string, string] => [
    `--${name}${value === undefined ? '' : ` ${value}`}`,
    `${about}${multiple ? ' Can be repeated.' : ''}`,
  ])
  const taken = (command.arguments ?? []).map(({ name, about }) => [name, about] as const)
  const parts = [
    `${wrap(command.about)}\n\nUsage: ${usageOf(command)}`,
    taken.length > 0 ? `Arguments:\n${columns(taken)}` : '',
    `Options:\n${columns(options)}`,
    wrap(command.notes ?? ''),
    `Examples:\n${command.examples.map((example) => `  ngoma ${example}`).join('\n')}`,
    wrap(exitCodesLine),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

export const helpOfCommands = (commands: readonly CommandHead[]): string =>
  `${[`Commands:\n${columns(commands.map(({ name, about }) => [name, about]))}`, wrap(footer), wrap(exitCodesLine)].join('\n\n')}\n`

/** The nouns of each group with their verbs. */
export function helpOfGroups(groups: readonly CommandGroup[]): string {
  const rows = groups.map(({ title, commands }) => {
    const nouns = Object.entries(Object.groupBy(commands, ({ name }) => name.split(' ')[0] ?? ''))
    return [title, nouns.map(([noun, some = []]): [string, string] => [noun, describeNoun(noun, some)])] as const
  })
  const width = Math.max(...rows.flatMap(([, nouns]) => nouns.map(([noun]) => noun.length)))
  const head = 'Ngoma, an open-source, self-hosted business messaging platform.\n\nUsage: ngoma COMMAND [options]'
  const lists = rows.map(([title, nouns]) => `${title}:\n${columns(nouns, width)}`)
  return `${[head, ...lists, wrap(footer), wrap(exitCodesLine)].join('\n\n')}\n`
}

const describeNoun = (noun: string, commands: readonly CommandHead[]) =>
  commands
    .map(({ name, about }) => (name === noun ? about : name.slice(noun.length + 1)))
    .join(', ')
    .replace('., ', '. With ')
