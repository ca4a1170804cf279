import { type RequestTemplate, secretValues, type Values } from '../http-template/fill.ts'
import { readBounded, readPaths, readRequest, readStates, tryFill } from '../http-template/settings.ts'
import { problem, readNumber, rejectUnknown } from '../settings.ts'
import type { Order } from './provider.ts'

/** The settings of an airtime provider with an HTTP API. Providers are defined by settings alone, without code. */

export const stateNames = ['successful', 'failed', 'pending', 'unconfirmed', 'unknown'] as const
export type StateName = (typeof stateNames)[number]

/** Paths to the values in a response, such as `data.status`. */
export interface AnswerPaths {
  readonly reference: string
  readonly state: string
  readonly reason: string
}

export interface RequestSettings extends RequestTemplate {
  readonly answer: AnswerPaths
  /** Maps response values to states. `http:404` is the status of the response itself. */
  readonly states: ReadonlyMap<string, StateName>
}

export interface HttpSettings {
  /** Null for all products. */
  readonly products: ReadonlySet<number> | null
  readonly create: RequestSettings
  /** Null when the create request already pays. */
  readonly confirm: RequestSettings | null
  readonly status: RequestSettings
  /**
   * Without confirm: how long a create request may still be on its way. Until then, the state `unknown` does not prove
   * that nothing was paid.
   */
  readonly believeUnknownAfterSeconds: number
}

const answerPaths = ['reference', 'state', 'reason'] as const
const known = ['products', 'create', 'confirm', 'status', 'answer', 'states', 'believeUnknownAfterSeconds']

export const valuesOf = (
  { id, phone, amount, currency, productId }: Order,
  secrets: Values,
  reference?: string,
): Values => ({
  transaction_id: String(id),
  phone,
  amount,
  currency,
  product_id: productId === null ? '' : String(productId),
  ...(reference === undefined ? {} : { reference }),
  ...secretValues(secrets),
})

/** Throws a SettingsProblem for invalid settings. `secrets` are the names of the stored secrets. */
export function readSettings(given: unknown, secrets: readonly string[]): HttpSettings {
  const settings = readBounded(given)
  rejectUnknown(settings, known, '')
  const common = {
    answer: readPaths(settings.answer, 'answer', answerPaths),
    states: readStates(settings.states, 'states', stateNames),
  }
  const create = readOne(settings.create, 'create', common)
  const confirm =
    settings.confirm === undefined || settings.confirm === null ? null : readOne(settings.confirm, 'confirm', common)
  const status = readOne(settings.status, 'status', common)
  if (confirm !== null && create.answer.reference === '')
    throw problem('answer.reference is missing; confirm needs it to name the transfer')
  if (confirm === null && usesReference(status))
    throw problem('status uses {reference}, but without confirm it must use {transaction_id}')
  const meant = new Set(status.states.values())
  for (const state of ['successful', 'failed', ...(confirm === null ? (['unknown'] as const) : [])] as const) {
    if (!meant.has(state)) throw problem(`states.${state} is missing, so no status response could ever mean it`)
  }
  tryOut({ create, confirm, status }, secrets)
  const believeUnknownAfterSeconds = readNumber(settings, 'believeUnknownAfterSeconds', {
    min: 0,
    max: 86_400,
    defaultValue: 300,
  })
  return { products: readProducts(settings.products), create, confirm, status, believeUnknownAfterSeconds }
}

const usesReference = (request: RequestSettings) =>
  JSON.stringify([request.url, request.headers, request.body]).includes('{reference}')

/** Fills the requests with sample values and returns their URLs. */
export function tryOut(
  { create, confirm, status }: Pick<HttpSettings, 'create' | 'confirm' | 'status'>,
  secrets: readonly string[],
): string[] {
  const order = { id: 1, phone: '255712345678', amount: '1', currency: 'TZS', productId: 1 }
  const given = Object.fromEntries(secrets.map((name) => [name, 'x']))
  return [
    tryFill('create', create, valuesOf(order, given)),
    ...(confirm === null ? [] : [tryFill('confirm', confirm, valuesOf(order, given, 'x'))]),
    tryFill('status', status, valuesOf(order, given, 'x')),
  ]
}

/** Merges the request's own answer and states with the common ones. */
function readOne(value: unknown, name: string, common: Pick<RequestSettings, 'answer' | 'states'>): RequestSettings {
  const { template, given } = readRequest(value, name, ['answer', 'states'])
  const [answer, states] = [given.answer ?? undefined, given.states ?? undefined]
  return {
    ...template,
    answer:
      answer === undefined ? common.answer : { ...common.answer, ...readPaths(answer, `${name}.answer`, answerPaths) },
    states: states === undefined ? common.states : readStates(states, `${name}.states`, stateNames),
  }
}

function readProducts(value: unknown): ReadonlySet<number> | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || !value.every((one) => Number.isSafeInteger(one) && one > 0))
    throw problem('products must be a list of positive integers')
  return new Set(value as number[])
}
