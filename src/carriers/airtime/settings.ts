import { type RequestTemplate, secretValues, type Values } from '../http-template/fill.ts'
import { readBounded, readPaths, readRequest, readStates, tryFill } from '../http-template/settings.ts'
import { problem, readNumber, refuseUnknown } from '../settings.ts'
import type { Order } from './provider.ts'

/**
 * The settings of a provider that is spoken to over HTTP, by templates. They are all that there is of it: no code knows
 * its name.
 */

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
  /**
   * Where create pays: how long after it was sent it may still be on its way, so that a provider which does not know it
   * is not believed.
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

/**
 * Reads settings, or throws a SettingsProblem that says what is wrong with them. `secrets` are the names of those there
 * are.
 */
export function readSettings(given: unknown, secrets: readonly string[]): HttpSettings {
  const settings = readBounded(given)
  refuseUnknown(settings, known, '')
  const common = {
    answer: readPaths(settings.answer, 'answer', answerPaths),
    states: readStates(settings.states, 'states', stateNames),
  }
  const create = readOwn(settings.create, 'create', common)
  const confirm =
    settings.confirm === undefined || settings.confirm === null ? null : readOwn(settings.confirm, 'confirm', common)
  const status = readOwn(settings.status, 'status', common)
  if (confirm !== null && create.answer.reference === '')
    throw problem('answer.reference is missing: what is confirmed is named by it')
  if (confirm === null && usesReference(status))
    throw problem('status asks by {reference}, but without confirm it must ask by {transaction_id}')
  const meant = new Set(status.states.values())
  for (const state of ['successful', 'failed', ...(confirm === null ? (['unknown'] as const) : [])] as const) {
    if (!meant.has(state)) throw problem(`states.${state} is missing: no answer to status would ever mean it`)
  }
  tryOut({ create, confirm, status }, secrets)
  const believeUnknownAfterSeconds = readNumber(settings, 'believeUnknownAfterSeconds', {
    min: 0,
    max: 86_400,
    usual: 300,
  })
  return { products: readProducts(settings.products), create, confirm, status, believeUnknownAfterSeconds }
}

const usesReference = (request: RequestSettings) =>
  JSON.stringify([request.url, request.headers, request.body]).includes('{reference}')

/** Gives the URLs that would be called. */
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

/** With what it does not share with the other requests. */
function readOwn(value: unknown, name: string, common: Pick<RequestSettings, 'answer' | 'states'>): RequestSettings {
  const { template, given } = readRequest(value, name, ['answer', 'states'])
  const { answer, states } = given
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
    throw problem('products is no list of positive integers')
  return new Set(value as number[])
}
