import { parsePhone } from '../../../values/phone.ts'
import { reply } from '../../http/settings.ts'
import { type RequestTemplate, secretValues, type Values } from '../../http-template/fill.ts'
import { path, request, requiredPath, sampleSecrets, states, tryFill, values } from '../../http-template/settings.ts'
import { choice, converted, describeKind, flag, group, integer, list, nullable, problem, text } from '../../settings.ts'
import { minorOf, type Payment, paymentMethods, wholeOf } from '../provider.ts'

/**
 * The settings of a payment provider with an HTTP API. Providers are defined by settings alone, without code.
 * `docs/providers/payments-http.md` explains each of them.
 */

const said = {
  state: path('State', 'Path to the value that the states refer to.'),
  reason: path('Reason', 'Path to the reason for a failure.'),
  amount: path('Amount', 'Path to the amount of the payment. A payment with another amount stays unknown.'),
  currency: path('Currency', 'Path to the currency of the amount.'),
  receipt: path('Receipt', 'Path to the number of the receipt.'),
}
const answer = {
  reference: path('Reference', 'Path to the provider’s ID of the payment.'),
  redirect: path('Address', 'Path to the address of the page on which the payer continues.'),
  ...said,
}
/** Only the paths that differ from the common ones. */
const ownAnswer = {
  reference: nullable(answer.reference),
  redirect: nullable(answer.redirect),
  state: nullable(answer.state),
  reason: nullable(answer.reason),
  amount: nullable(answer.amount),
  currency: nullable(answer.currency),
  receipt: nullable(answer.receipt),
}

const statesOf = (description: string) =>
  states(description, {
    paid: values('Paid', 'The payer has paid.'),
    failed: values('Failed', 'The payer has not paid, and cannot pay any more.'),
    pending: values('Pending', 'The payer can still pay.'),
    missing: values('Missing', 'The provider knows no such payment, or the payer has not begun to pay.'),
  })

const placeholders = '{id}, {amount}, {currency}, {phone}, {callback_url} and {secrets.token}'

const requestOf = (title: string, description: string) =>
  request(title, description, placeholders, {
    answer: nullable(group('Response', 'Only the paths that differ from the common response.', ownAnswer)),
    states: nullable(statesOf('Only if they differ from the common states.')),
  })

/** How a callback proves that it comes from the provider. */
const signature = nullable(
  group('Signature', 'How the provider signs its callbacks.', {
    header: converted(
      text('Header', 'The name of the header with the signature.', {
        pattern: '^[A-Za-z0-9-]{1,100}$',
        'x-expected': 'the name of a header',
      }),
      (name) => name.toLowerCase(),
    ),
    algorithm: choice('Algorithm', 'How the body is signed. equals: the header has the secret itself.', [
      'hmac-sha256',
      'hmac-sha512',
      'equals',
    ]),
    encoding: choice('Encoding', 'How the signature is written.', ['hex', 'base64'], 'hex'),
    secret: text('Secret', 'The name of the secret that signs.', { 'x-expected': 'the name of a stored secret' }),
    prefix: text('Prefix', 'Text in front of the signature, such as sha256=.', {
      maxLength: 50,
      pattern: '^[\\x20-\\x7e]*$',
      default: '',
    }),
  }),
)

const callback = converted(
  group('Callback', 'Where a callback has its values, and how it is signed.', {
    from: choice(
      'Source',
      'Where the values are: in a JSON body, a form, or the query string.',
      ['json', 'form', 'query'],
      'json',
    ),
    id: path('ID', 'Path or field name of our {id}. The ID or the reference is required.'),
    reference: path('Reference', 'Path or field name of the provider’s ID of the payment.'),
    ...said,
    states: nullable(statesOf('Only if they differ from the common states.')),
    signature,
    answer: reply('callback', { type: 'text/plain', body: '' }),
  }),
  (given) => {
    if (given.id === '' && given.reference === '') throw problem('callback.id or callback.reference is missing')
    if (given.from === 'query' && given.signature !== null && given.signature.algorithm !== 'equals')
      throw problem('callback.signature.algorithm must be equals: a query has no body that could be signed')
    return given
  },
)

const origins = 'a list of at most 10 origins such as https://checkout.example.com'
const isOrigin = (one: string) =>
  /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$))/.test(one) && URL.parse(one)?.origin === one

const { description, read } = describeKind({
  title: 'Payments over HTTP',
  secrets: [],
  basic: {
    method: choice(
      'Method',
      'prompt: the payer confirms on the phone. redirect: the payer continues on a page of the provider.',
      paymentMethods,
    ),
    start: requestOf('Start', 'The request that starts a payment.'),
    query: requestOf('Query', 'The request for the state of a payment.'),
    callback: nullable(callback),
    answer: group('Response', 'Where the values are in all responses.', answer),
    states: statesOf('The meaning of each value, or of an HTTP status such as http:404.'),
    redirectOrigins: converted(
      list<string>(
        'Redirect origins',
        'Payers are redirected only to these origins, such as https://checkout.example.com.',
        { type: 'string' },
        { maxItems: 10, 'x-expected': origins },
      ),
      (given, under) => {
        if (!given.every(isOrigin)) throw problem(`${under} must be ${origins}`)
        return given
      },
    ),
  },
  advanced: {
    token: nullable(
      request(
        'Access token',
        'The request for an access token, which the other requests use as {token}.',
        placeholders,
        {
          answer: group('Response', 'Where the values are in the response.', {
            token: requiredPath('Access token', 'Path to the access token.'),
            expiresIn: path('Valid for', 'Path to the seconds for which it is valid. Default: 10 minutes.'),
          }),
        },
      ),
    ),
    currencies: nullable(
      list<string>(
        'Currencies',
        'Only these currencies. Default: all.',
        { type: 'string', pattern: '^[A-Z]{3}$', 'x-expected': 'a code such as KES' },
        { minItems: 1 },
      ),
    ),
    phonePrefixes: nullable(
      list<string>(
        'Phone prefixes',
        'Only numbers that begin with one of these digits can pay. Default: all.',
        { type: 'string', pattern: '^\\d{1,7}$', 'x-expected': 'digits such as 255' },
        { minItems: 1 },
      ),
    ),
    wholeAmounts: flag('Whole amounts only', 'The provider takes no amounts with decimals.'),
    amountIn: choice(
      'Unit of amounts',
      'Whether amounts in responses and callbacks are units or hundredths.',
      ['major', 'minor'],
      'major',
    ),
    confirmByQuery: flag('Confirm callbacks', 'Ask the provider before believing a callback.', true),
    believeMissingAfterSeconds: integer(
      'Missing payments fail after (seconds)',
      'A payment that the provider does not know counts as failed after this time.',
      { minimum: 300, maximum: 14 * 86_400, default: 86_400 },
    ),
    askAfterSeconds: integer('First query after (seconds)', 'Later queries follow less and less often.', {
      minimum: 1,
      maximum: 3_600,
      default: 5,
    }),
  },
})

export { description as httpDescription }

export type HttpSettings = ReturnType<typeof readHttpSettings>
export type RequestSettings = HttpSettings['start']
export type CallbackSettings = NonNullable<HttpSettings['callback']>
export type Signature = NonNullable<CallbackSettings['signature']>

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
export function readHttpSettings(given: unknown, secrets: readonly string[]) {
  const { answer, states, ...settings } = read(given, secrets)
  const merge = (one: typeof settings.start) => ({
    ...one,
    answer: { ...answer, ...Object.fromEntries(Object.entries(one.answer ?? {}).filter(([, own]) => own !== null)) },
    states: one.states ?? states,
  })
  const { method, token, redirectOrigins, confirmByQuery } = settings
  const [start, query] = [merge(settings.start), merge(settings.query)]
  const callback = settings.callback && { ...settings.callback, states: settings.callback.states ?? states }
  if (method === 'redirect' && start.answer.redirect === '') throw problem('answer.redirect is missing')
  if (method === 'redirect' && redirectOrigins.length === 0)
    throw problem('redirectOrigins is missing; payers are redirected only to these origins')
  const meant = new Set(query.states.values())
  for (const state of ['paid', 'failed'] as const)
    if (!meant.has(state)) throw problem(`states.${state} is missing, so no response to query could ever mean it`)
  const secret = callback?.signature?.secret
  if (secret !== undefined && !secrets.includes(secret))
    throw problem('callback.signature.secret must be the name of a stored secret')
  if (callback !== null && !confirmByQuery && callback.signature === null)
    throw problem('confirmByQuery can be false only with callback.signature')
  const values = (own: string | null) =>
    valuesOf(sample, { secrets: sampleSecrets(secrets), token: own, callbackUrl: 'x', reference: 'x' })
  const urls = tryFill([
    ['token', token, values(null)],
    ['start', start, values(token && 'x')],
    ['query', query, values(token && 'x')],
  ])
  // After a lost response to start, only our id is known: the provider could not say that it has no such payment.
  if (!uses(query, 'id') && meant.has('missing')) throw problem('states.missing needs a query with {id}')
  if (!uses(query, 'id') && !uses(query, 'provider_reference'))
    throw problem('query must use {id} or {provider_reference}')
  return { ...settings, start, query, callback, urls }
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

/** A typed number, digits only; null when it cannot pay. */
export function readPhone({ phonePrefixes }: Pick<HttpSettings, 'phonePrefixes'>, digits: string): string | null {
  return (phonePrefixes ?? ['']).some((one) => digits.startsWith(one)) ? parsePhone(digits) : null
}
