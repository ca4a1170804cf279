import { text } from 'node:stream/consumers'
import { parseHeaderLines } from '../values/header-lines.ts'
import { badUsage, Failure, type Input, type Option } from './command.ts'
import { openToRead } from './files.ts'

export const headersOption: Readonly<Record<string, Option>> = {
  headers: {
    value: 'FILE',
    about: 'File with request headers for every call, one "Name: value" per line, or - for standard input.',
  },
}

export const removeHeaderOptions: Readonly<Record<string, Option>> = {
  'remove-header': { value: 'NAME', multiple: true, about: 'Remove a request header.' },
  'no-headers': { about: 'Remove all request headers.' },
}

/** From a file, because other users can see command lines in the process list. */
export async function readHeaders(input: Input): Promise<Record<string, string | null> | undefined> {
  const file = input.text('headers')
  if (file === undefined) return undefined
  const headers = parseHeaderLines(await text(file === '-' ? process.stdin : openToRead(file)))
  if (headers === null)
    throw new Failure(
      `${file === '-' ? 'standard input' : file} must contain one "Name: value" per line, each name once`,
    )
  return headers
}

/** Null removes all headers, undefined leaves them. */
export async function readHeaderChange(input: Input): Promise<Record<string, string | null> | null | undefined> {
  const removed = input.texts('remove-header').map((name) => [name, null] as const)
  const given = await readHeaders(input)
  if (input.is('no-headers')) {
    if (given !== undefined || removed.length > 0)
      throw badUsage('--no-headers cannot be combined with --headers or --remove-header')
    return null
  }
  return given === undefined && removed.length === 0 ? undefined : { ...given, ...Object.fromEntries(removed) }
}
