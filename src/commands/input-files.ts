import { text } from 'node:stream/consumers'
import { Failure } from './command.ts'
import { openToRead } from './files.ts'

/** Files that options name; - stands for standard input. */

const nameOf = (file: string) => (file === '-' ? 'standard input' : file)

export async function readWhole(file: string): Promise<string> {
  return text(file === '-' ? process.stdin : openToRead(file))
}

/** A secret. From a file, because other users can see command lines in the process list. */
export async function readLine(file: string, what: string): Promise<string> {
  const line = (await readWhole(file)).replace(/\r?\n$/, '')
  if (line === '' || /[\r\n]/.test(line)) throw new Failure(`${nameOf(file)} must contain the ${what} on a single line`)
  return line
}

export async function readJsonObject(file: string): Promise<Readonly<Record<string, unknown>>> {
  const written = await readWhole(file)
  let value: unknown
  try {
    value = JSON.parse(written)
  } catch (error) {
    throw new Failure(`${nameOf(file)} is not valid JSON: ${(error as Error).message}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Failure(`${nameOf(file)} must contain a JSON object`)
  return value as Readonly<Record<string, unknown>>
}

/** A JSON value on the command line, in a file, or on standard input. */
export async function readJson(given: string): Promise<unknown> {
  const isValue = /^\s*[[{"]/.test(given)
  const written = isValue ? given : await readWhole(given)
  try {
    return JSON.parse(written)
  } catch (error) {
    throw new Failure(`${isValue ? 'the value' : nameOf(given)} is not valid JSON: ${(error as Error).message}`)
  }
}
