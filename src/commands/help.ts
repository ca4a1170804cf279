import { type Command, optionsOf, usageOf } from './command.ts'

/** Commands under one heading of `ngoma --help`. */
export interface CommandGroup {
  readonly title: string
  readonly commands: readonly Command[]
}

const widthMax = 100
const aboutWidthMin = 30

const exitCodesLine = 'Exit codes: 0 success, 1 rejected or failed, 2 invalid usage, 3 server or database unreachable.'

const footer = `Run "ngoma COMMAND --help" for the options and an example, and "ngoma --version" for the version. Settings are environment variables: see docs/operating.md.

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

export function helpOfGroups(groups: readonly CommandGroup[]): string {
  const width = Math.max(...groups.flatMap(({ commands }) => commands.map(({ name }) => name.length)))
  const lists = groups.map(
    ({ title, commands }) =>
      `${title}:\n${columns(
        commands.map(({ name, about }) => [name, about]),
        width,
      )}`,
  )
  const head = 'Ngoma, an open-source, self-hosted business messaging platform.\n\nUsage: ngoma COMMAND [options]'
  return `${[head, ...lists, wrap(footer), wrap(exitCodesLine)].join('\n\n')}\n`
}
