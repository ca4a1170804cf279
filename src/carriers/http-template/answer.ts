/** Reading the responses of providers. */

export interface ProviderAnswer {
  readonly status: number
  /** By lowercase names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The response exceeded the maximum length. */
  readonly isCut: boolean
}

/** References appear in requests, in tables and on screens. */
const referenceShape = /^\P{Cc}{1,200}$/u

export const isSuccess = (status: number) => status >= 200 && status < 300

/** The value at a path such as `data.0.status` as text; null when it is missing or has no text form, or without a path. */
export function readAt(json: unknown, path: string): string | null {
  const found = path === '' ? undefined : findAt(json, path)
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? String(found) : null
}

/** Undefined when the path does not exist. */
export function findAt(json: unknown, path: string): unknown {
  let found: unknown = json
  for (const part of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = (found as Readonly<Record<string, unknown>>)[part]
  }
  return found
}

/** Null for a value that cannot be stored as a reference. */
export const validReference = (reference: string | null): string | null =>
  reference !== null && referenceShape.test(reference) && reference.isWellFormed() ? reference : null

/** Null for invalid JSON. Keeps numbers as written, because rounded 64-bit references would match other messages. */
export const parseJson = (text: string): unknown =>
  parsePlainJson(text, (_, value, context) => (typeof value === 'number' ? (context?.source ?? String(value)) : value))

type Revive = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

/** Null for invalid JSON. */
export function parsePlainJson(text: string, revive?: Revive): unknown {
  try {
    return JSON.parse(text, revive)
  } catch {
    return null
  }
}

/** The state of a value. A value that looks like an HTTP status is still only a value. */
export const stateOfValue = <State>(states: ReadonlyMap<string, State>, value: string | null): State | null =>
  value === null || value.startsWith('http:') ? null : (states.get(value) ?? null)

/** The state of an HTTP status, when the settings have one such as `http:404`. */
export const stateOfStatus = <State>(states: ReadonlyMap<string, State>, status: number): State | null =>
  states.get(`http:${status}`) ?? null

interface AnswerSettings<Path extends string, State> {
  readonly answer: Readonly<Record<Path, string>>
  readonly states: ReadonlyMap<string, State>
}

/**
 * Reads a response by the settings of its request. Only a 2xx response is read as a state: `{"status":"failed"}` with 401
 * or 500 is about the request. An HTTP status has a meaning only when the settings define one.
 */
export function openAnswer<Path extends string, State>(
  { answer, states }: AnswerSettings<Path | 'state', State>,
  status: number,
  text: string,
) {
  const json = parseJson(text)
  const at = (path: Path | 'state') => readAt(json, answer[path])
  const said = isSuccess(status) ? at('state') : null
  return { at, state: stateOfValue(states, said) ?? stateOfStatus(states, status) }
}
