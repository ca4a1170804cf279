import { styleText } from 'node:util'
import { countOf } from '../values/count.ts'
import { type Command, exitCodes } from './command.ts'
import type { Finding, State } from './doctor/finding.ts'

const marks: Readonly<Record<State, { readonly text: string; readonly style: Parameters<typeof styleText>[0] }>> = {
  ok: { text: 'ok', style: 'green' },
  warning: { text: 'warning', style: 'yellow' },
  problem: { text: 'problem', style: 'red' },
}

export const doctor: Command = {
  name: 'doctor',
  about: 'Check the installation for common problems, and show how to fix them.',
  notes:
    'The check changes nothing, and works while a server is running. The exit code is 1 if problems are found, otherwise 0. Warnings do not count.',
  examples: ['doctor'],
  async run(input) {
    const { examine } = await import('./doctor/examine.ts')
    const findings = await examine()
    input.print(findings, describeFindings(findings))
    return findings.some(({ state }) => state === 'problem') ? exitCodes.refused : exitCodes.done
  },
}

/** A line for each finding with its advice below, and a summary. */
export function describeFindings(findings: readonly Finding[], paint = paintForStdout): string {
  const markWidth = Math.max(...Object.values(marks).map(({ text }) => text.length))
  const checkWidth = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.flatMap(({ check, state, message, advice }) => {
    const { text, style } = marks[state]
    const line = `${paint(style, text.padEnd(markWidth))}  ${check.padEnd(checkWidth)}  ${message}`
    return advice === null
      ? [line]
      : [line, `${' '.repeat(markWidth + checkWidth + 4)}${paint('bold', '->')} ${advice}`]
  })
  return [...lines, '', summarize(findings)].join('\n')
}

function summarize(findings: readonly Finding[]): string {
  const count = (wanted: State) => findings.filter(({ state }) => state === wanted).length
  const [problems, warnings] = [count('problem'), count('warning')]
  if (problems + warnings === 0) return `No problems found in ${countOf(findings.length, 'check')}.`
  return `${countOf(problems, 'problem')}, ${countOf(warnings, 'warning')} in ${countOf(findings.length, 'check')}.`
}

/** `styleText` honours NO_COLOR. */
function paintForStdout(style: Parameters<typeof styleText>[0], text: string): string {
  return process.stdout.isTTY ? styleText(style, text) : text
}
