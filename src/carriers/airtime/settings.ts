import { isObject } from '../../values/json.ts'
import { SettingsProblem } from './provider.ts'
import { fillRequest, methods, type RequestTemplate, type Values, valuesOf } from './template.ts'

/** The settings of a provider that is spoken to over HTTP, by templates. They are all that there is of it: no code knows its name. */

export const stateNames = ['successful', 'failed', 'pending', 'unconfirmed', 'unknown'] as const
export type StateName = (typeof stateNames)[number]

/** Where things stand in an answer, as paths such as `data.status`. */
export interface AnswerPaths {
  readonly reference: string
  readonly state: string
  readonly reason: string
}

export interface RequestSettings extends RequestTemplate {
  readonly answer: AnswerPaths
  /** What a value in the place of the state means. `http:404` is the status of the answer itself. */
  readonly states: ReadonlyMap<string, StateName>
}

export interface HttpSettings {
  /** Null: all. */
  readonly products: ReadonlySet<number> | null
  readonly create: RequestSettings
  /** Null: create pays. */
  readonly confirm: RequestSettings | null
  readonly status: RequestSettings
  /** Where create pays: how long after it was sent it may still be on its way, so that a provider which does not know it is not believed. */
  readonly believeUnknownAfterSeconds: number
}

const believeUnknownAfterSeconds = 300
const textMax = 16_384
const known = ['products', 'create', 'confirm', 'status', 'answer', 'states', 'believeUnknownAfterSeconds']
const knownOfRequest = ['method', 'url', 'headers', 'body', 'answer', 'states']

const problem = (what: string) => new SettingsProblem(what)

/** Reads settings, or throws a SettingsProblem that says what is wrong with them. `secrets` are the names of those there are. */
export function readSettings(settings: unknown, secrets: readonly string[]): HttpSettings {
  if (!isObject(settings)) throw problem('the settings are no object')
  if (JSON.stringify(settings).length > textMax) throw problem(`the settings are longer than ${textMax} characters`)
  refuseUnknown(settings, known, '')
  const common = { answer: readPaths(settings.answer, 'answer'), states: readStates(settings.states, 'states') }
  const create = readRequest(settings.create, 'create', common)
  const confirm = settings.confirm === undefined || settings.confirm === null ? null : readRequest(settings.confirm, 'confirm', common)
  const status = readRequest(settings.status, 'status', common)
  if (confirm !== null && create.answer.reference === '') throw problem('answer.reference is missing: what is confirmed is named by it')
  if (confirm === null && usesReference(status)) throw problem('status asks by {reference}, but without confirm it must ask by {transaction_id}')
  const meant = new Set(status.states.values())
  for (const state of ['successful', 'failed', ...(confirm === null ? (['unknown'] as const) : [])] as const) {
    if (!meant.has(state)) throw problem(`states.${state} is missing: no answer to status would ever mean it`)
  }
  tryOut({ create, confirm, status }, secrets)
  return { products: readProducts(settings.products), create, confirm, status, believeUnknownAfterSeconds: readSeconds(settings) }
}

const usesReference = (request: RequestSettings) => JSON.stringify([request.url, request.headers, request.body]).includes('{reference}')

function refuseUnknown(settings: Readonly<Record<string, unknown>>, names: readonly string[], under: string): void {
  const unknown = Object.keys(settings).find((name) => !names.includes(name))
  if (unknown !== undefined) throw problem(`there is no setting ${under}${unknown}`)
}

/** With made-up values, so that a place that nothing can be put into is found now, and not with the first transfer. Gives the URLs that would be called. */
export function tryOut({ create, confirm, status }: Pick<HttpSettings, 'create' | 'confirm' | 'status'>, secrets: readonly string[]): string[] {
  const order = { id: 1, phone: '255712345678', amount: '1', currency: 'TZS', productId: 1 }
  const given = Object.fromEntries(secrets.map((name) => [name, 'x']))
  const check = (name: string, request: RequestSettings, values: Values) => {
    try {
      return readUrl(fillRequest(request, values).url)
    } catch (error) {
      throw problem(`${name}: ${(error as Error).message}`)
    }
  }
  return [
    check('create', create, valuesOf(order, given)),
    ...(confirm === null ? [] : [check('confirm', confirm, valuesOf(order, given, 'x'))]),
    check('status', status, valuesOf(order, given, 'x')),
  ]
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw problem('its url is no http or https address')
  if (url.username !== '' || url.password !== '') throw problem('its url has a user or a password in it: put them into a header, as a secret')
  return url.href
}

function readRequest(value: unknown, name: string, common: Pick<RequestSettings, 'answer' | 'states'>): RequestSettings {
  if (!isObject(value)) throw problem(`${name} is missing`)
  refuseUnknown(value, knownOfRequest, `${name}.`)
  const { url, headers = {}, body } = value
  const method = methods.find((one) => one === (value.method ?? (body === undefined ? 'GET' : 'POST')))
  if (typeof url !== 'string') throw problem(`${name}.url is missing`)
  if (/^https?:\/\/[^/?#]*\{/i.test(url)) throw problem(`${name}.url has a place in its host`)
  if (method === undefined) throw problem(`${name}.method is one of ${methods.join(', ')}`)
  if (method === 'GET' && body !== undefined) throw problem(`${name}.body can not be sent with GET`)
  if (!isObject(headers)) throw problem(`${name}.headers is no object`)
  for (const [header, text] of Object.entries(headers)) {
    if (!/^[A-Za-z0-9-]+$/.test(header) || typeof text !== 'string' || !/^[\x20-\x7e]*$/.test(text)) throw problem(`${name}.headers.${header} is no header`)
  }
  return {
    method,
    url,
    headers: headers as Values,
    body,
    answer: value.answer === undefined ? common.answer : { ...common.answer, ...readPaths(value.answer, `${name}.answer`) },
    states: value.states === undefined ? common.states : readStates(value.states, `${name}.states`),
  }
}

function readPaths(value: unknown, name: string): AnswerPaths {
  const { reference = '', state = '', reason = '', ...others } = isObject(value) ? value : {}
  if (value !== undefined && !isObject(value)) throw problem(`${name} is no object`)
  refuseUnknown(others, [], `${name}.`)
  for (const [field, path] of Object.entries({ reference, state, reason })) {
    if (typeof path !== 'string') throw problem(`${name}.${field} is no path such as data.status`)
  }
  return { reference: reference as string, state: state as string, reason: reason as string }
}

function readStates(value: unknown, name: string): ReadonlyMap<string, StateName> {
  const states = new Map<string, StateName>()
  if (value === undefined) return states
  if (!isObject(value)) throw problem(`${name} is no object`)
  refuseUnknown(value, stateNames, `${name}.`)
  for (const state of stateNames) {
    const values = value[state] ?? []
    if (!Array.isArray(values) || !values.every((one) => ['string', 'number', 'boolean'].includes(typeof one))) {
      throw problem(`${name}.${state} is no list of values`)
    }
    for (const one of values.map(String)) {
      if (states.has(one)) throw problem(`${name}: ${JSON.stringify(one)} can not mean ${states.get(one)} and ${state}`)
      states.set(one, state)
    }
  }
  return states
}

function readProducts(value: unknown): ReadonlySet<number> | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || !value.every((one) => Number.isSafeInteger(one) && one > 0)) throw problem('products is no list of positive integers')
  return new Set(value as number[])
}

function readSeconds({ believeUnknownAfterSeconds: value = believeUnknownAfterSeconds }: Readonly<Record<string, unknown>>): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0 || (value as number) > 86_400) {
    throw problem('believeUnknownAfterSeconds is a whole number from 0 to 86400')
  }
  return value as number
}
