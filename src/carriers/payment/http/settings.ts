import { isObject } from '../../../values/json.ts'
import { parsePhone } from '../../../values/phone.ts'
import { type RequestTemplate, secretValues, type Values } from '../../http-template/fill.ts'
import { readBounded, readPaths, readRequest, readStates, tryFill } from '../../http-template/settings.ts'
import { type Given, problem, readNumber, rejectUnknown } from '../../settings.ts'
import { minorOf, wholeOf } from '../amount.ts'
import { type Payment, type PaymentMethod, paymentMethods } from '../provider.ts'
import { type CallbackSettings, readCallbackSettings } from './callback-settings.ts'
import { httpDescription } from './described.ts'
import { type StateName, stateNames } from './states.ts'

/** The settings of a payment provider with an HTTP API. Providers are defined by settings alone, without code. */

/** Paths to the values in a response, such as `data.status`; empty where not given. */
export const answerNames = ['reference', 'redirect', 'state', 'reason', 'amount', 'currency', 'receipt'] as const
export type AnswerPaths = Readonly<Record<(typeof answerNames)[number], string>>

export interface RequestSettings extends RequestTemplate {
  readonly answer: AnswerPaths
  /** Maps response values to states. `http:404` is the status of the response itself. */
  readonly states: ReadonlyMap<string, StateName>
}

export interface TokenSettings extends RequestTemplate {
  readonly answer: Readonly<Record<'token' | 'expiresIn', string>>
}

export interface HttpSettings {
  readonly method: PaymentMethod
  /** Null for all currencies. */
  readonly currencies: ReadonlySet<string> | null
  readonly wholeAmounts: boolean
  /** The beginnings of phone numbers that can pay; null for all. */
  readonly phonePrefixes: readonly string[] | null
  readonly redirectOrigins: readonly string[]
  readonly token: TokenSettings | null
  readonly start: RequestSettings
  readonly query: RequestSettings
  readonly callback: CallbackSettings | null
  readonly amountIn: 'major' | 'minor'
  readonly confirmByQuery: boolean
  readonly believeMissingAfterSeconds: number
  readonly askAfterSeconds: number
}

type Filled = Pick<Payment, 'id' | 'amount' | 'currency' | 'phone'> &
  Partial<Pick<Payment, 'payee' | 'purpose' | 'returnUrl'>>

/** The values of placeholders. */
export const valuesOf = (
  payment: Filled,
  {
    secrets,
    token,
    callbackUrl,
    reference,
  }: Readonly<Record<'token' | 'callbackUrl' | 'reference', string | null>> & { readonly secrets: Values },
): Values => ({
  id: payment.id,
  amount: payment.amount,
  amount_minor: minorOf(payment.amount),
  amount_whole: wholeOf(payment.amount) ?? payment.amount,
  currency: payment.currency,
  phone: payment.phone ?? '',
  payee: payment.payee ?? '',
  reference: payment.purpose ?? '',
  return_url: payment.returnUrl ?? '',
  callback_url: callbackUrl ?? '',
  provider_reference: reference ?? '',
  ...(token === null ? {} : { token }),
  ...secretValues(secrets),
})

/** Throws a SettingsProblem for invalid settings. `secrets` are the names of the stored secrets. */
export function readHttpSettings(value: unknown, secrets: readonly string[]): HttpSettings {
  const given = readBounded(value)
  rejectUnknown(given, Object.keys(httpDescription.settings.properties), '')
  const method = paymentMethods.find((one) => one === given.method)
  if (method === undefined) throw problem(`method must be one of ${paymentMethods.join(', ')}`)
  const common = {
    answer: readPaths(given.answer, 'answer', answerNames),
    states: readStates(given.states, 'states', stateNames),
  }
  const token = readToken(given.token)
  const start = readOne(given.start, 'start', common)
  const query = readOne(given.query, 'query', common)
  const callback = readCallbackSettings(given.callback, common.states, secrets)
  const redirectOrigins = readOrigins(given.redirectOrigins)
  if (method === 'redirect' && start.answer.redirect === '') throw problem('answer.redirect is missing')
  if (method === 'redirect' && redirectOrigins.length === 0)
    throw problem('redirectOrigins is missing; payers are redirected only to these origins')
  for (const state of ['paid', 'failed'] as const)
    if (![...query.states.values()].includes(state))
      throw problem(`states.${state} is missing, so no response to query could ever mean it`)
  const confirmByQuery = readSwitch(given, 'confirmByQuery', true)
  if (callback !== null && !confirmByQuery && callback.signature === null)
    throw problem('confirmByQuery can be false only with callback.signature')
  const settings = { token, start, query }
  tryOut(settings, secrets)
  // After a lost response to start, only our id is known: the provider could not say that it has no such payment.
  if (!uses(query, 'id') && [...query.states.values()].includes('missing'))
    throw problem('states.missing needs a query with {id}')
  if (!uses(query, 'id') && !uses(query, 'provider_reference'))
    throw problem('query must use {id} or {provider_reference}')
  return {
    ...settings,
    method,
    currencies: readList(given.currencies, 'currencies', /^[A-Z]{3}$/, 'codes such as KES'),
    wholeAmounts: readSwitch(given, 'wholeAmounts', false),
    phonePrefixes: [...(readList(given.phonePrefixes, 'phonePrefixes', /^\d{1,7}$/, 'digits such as 255') ?? [])],
    redirectOrigins,
    callback,
    amountIn: readUnit(given.amountIn),
    confirmByQuery,
    believeMissingAfterSeconds: readNumber(given, 'believeMissingAfterSeconds', {
      min: 300,
      max: 14 * 86_400,
      defaultValue: 86_400,
    }),
    askAfterSeconds: readNumber(given, 'askAfterSeconds', { min: 1, max: 3_600, defaultValue: 5 }),
  }
}

const sample = {
  id: '0123456789AB',
  amount: '1.00',
  currency: 'KES',
  phone: '254712345678',
  payee: 'x',
  purpose: 'x',
  returnUrl: 'x',
}

export const uses = ({ url, headers, body }: RequestTemplate, name: 'id' | 'provider_reference'): boolean =>
  JSON.stringify([url, headers, body]).includes(`{${name}}`)

/** Fills the requests with sample values and returns their URLs. */
export function tryOut(
  { token, start, query }: Pick<HttpSettings, 'token' | 'start' | 'query'>,
  secrets: readonly string[],
): string[] {
  const given = Object.fromEntries(secrets.map((name) => [name, 'x']))
  const values = (own: string | null) =>
    valuesOf(sample, { secrets: given, token: own, callbackUrl: 'x', reference: 'x' })
  const used = token === null ? null : 'x'
  return [
    ...(token === null ? [] : [tryFill('token', token, values(null))]),
    tryFill('start', start, values(used)),
    tryFill('query', query, values(used)),
  ]
}

/** A typed number, digits only; null when it cannot pay. */
export function readPhone({ phonePrefixes }: Pick<HttpSettings, 'phonePrefixes'>, digits: string): string | null {
  const fits =
    phonePrefixes === null || phonePrefixes.length === 0 || phonePrefixes.some((one) => digits.startsWith(one))
  return fits ? parsePhone(digits) : null
}

function readToken(value: unknown): TokenSettings | null {
  if (value === undefined || value === null) return null
  const { template, given } = readRequest(value, 'token', ['answer'])
  const answer = readPaths(given.answer, 'token.answer', ['token', 'expiresIn'])
  if (answer.token === '') throw problem('token.answer.token is missing')
  return { ...template, answer }
}

/** Merges the request's own answer and states with the common ones. */
function readOne(value: unknown, name: string, common: Pick<RequestSettings, 'answer' | 'states'>): RequestSettings {
  const { template, given } = readRequest(value, name, ['answer', 'states'])
  const { answer, states } = given
  const own = isObject(answer) ? Object.keys(answer) : []
  const paths = readPaths(answer, `${name}.answer`, answerNames)
  return {
    ...template,
    answer: Object.fromEntries(
      answerNames.map((field) => [field, own.includes(field) ? paths[field] : common.answer[field]]),
    ) as AnswerPaths,
    states: states === undefined ? common.states : readStates(states, `${name}.states`, stateNames),
  }
}

function readOrigins(value: unknown): readonly string[] {
  const isOrigin = (one: unknown) =>
    typeof one === 'string' &&
    /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$))/.test(one) &&
    URL.canParse(one) &&
    new URL(one).origin === one
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > 10 || !value.every(isOrigin))
    throw problem('redirectOrigins must be a list of at most 10 origins such as https://checkout.example.com')
  return value as string[]
}

function readList(value: unknown, name: string, shape: RegExp, what: string): ReadonlySet<string> | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || value.length === 0 || !value.every((one) => typeof one === 'string' && shape.test(one)))
    throw problem(`${name} must be a list of ${what}`)
  return new Set(value as string[])
}

function readSwitch(given: Given, name: string, defaultValue: boolean): boolean {
  const value = given[name] ?? defaultValue
  if (typeof value !== 'boolean') throw problem(`${name} must be true or false`)
  return value
}

function readUnit(value: unknown): 'major' | 'minor' {
  if (value === undefined || value === 'major' || value === 'minor') return value ?? 'major'
  throw problem('amountIn must be major or minor')
}
