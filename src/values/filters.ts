import { isSoundText } from './json.ts'
import { invalidParameter, type Query } from './page.ts'
import { parseIsoTime, timeWanted } from './time.ts'

/** Readers for query filters. They return null when the filter is missing or empty. */

const isLeftOut = (value: unknown): value is undefined | '' => value === undefined || value === ''

export function readOneOf<T extends string>(query: Query, name: string, known: readonly T[]): T | null {
  const value = query[name]
  if (isLeftOut(value)) return null
  const found = known.find((one) => one === value)
  if (found === undefined) throw invalidParameter(name, `one of ${known.join(', ')}`)
  return found
}

export function readTime(query: Query, name: string): Date | null {
  const value = query[name]
  if (isLeftOut(value)) return null
  const time = typeof value === 'string' ? parseIsoTime(value) : null
  if (time === null) throw invalidParameter(name, timeWanted)
  return time
}

export function readText(query: Query, name: string, lengthMax: number): string | null {
  const value = query[name]
  if (isLeftOut(value)) return null
  if (typeof value !== 'string' || value.length > lengthMax || !isSoundText(value))
    throw invalidParameter(name, `a string of at most ${lengthMax} characters`)
  return value
}
