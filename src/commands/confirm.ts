import { createInterface } from 'node:readline/promises'
import { badUsage, type Input, type Option } from './command.ts'

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
