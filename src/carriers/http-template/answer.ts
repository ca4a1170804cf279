/** What a provider answers, and where things stand in it. */

export interface ProviderAnswer {
  readonly status: number
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** It was longer than it may be. */
  readonly isCut: boolean
}

/** It stands in requests, in tables and on screens. */
const referenceShape = /^\P{Cc}{1,200}$/u

export const isSuccess = (status: number) => status >= 200 && status < 300

/** What stands at a path such as `data.0.status`, as text; null when it is nothing that has one. */
export function readAt(json: unknown, path: string): string | null {
  const found = findAt(json, path)
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? String(found) : null
}

/** Undefined when there is nothing. */
export function findAt(json: unknown, path: string): unknown {
  let found: unknown = json
  for (const part of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = (found as Readonly<Record<string, unknown>>)[part]
  }
  return found
}

/** What can be kept as a reference; null for anything else. */
export const soundReference = (reference: string | null): string | null =>
  reference !== null && referenceShape.test(reference) && reference.isWellFormed() ? reference : null

/**
 * Null when it is no JSON. Numbers stay as they are written: references of 64 bits would be rounded, and then be
 * somebody else's.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, value, context?: { readonly source?: string }) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value,
    )
  } catch {
    return null
  }
}

/** What a value means. One that looks like the status of an answer is still only a value. */
export const meaningOf = <State>(states: ReadonlyMap<string, State>, said: string | null): State | null =>
  said === null || said.startsWith('http:') ? null : (states.get(said) ?? null)

/** What the status of an answer means, where the settings say it, as `http:404`. */
export const meaningOfStatus = <State>(states: ReadonlyMap<string, State>, status: number): State | null =>
  states.get(`http:${status}`) ?? null
