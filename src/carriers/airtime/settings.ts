import { secretValues, type Values } from '../http-template/fill.ts'
import { path, request, sampleSecrets, states, tryFill, values } from '../http-template/settings.ts'
import { describeKind, group, integer, list, nullable, problem } from '../settings.ts'
import type { Order } from './provider.ts'

/**
 * The settings of an airtime provider with an HTTP API. Providers are defined by settings alone, without code.
 * `docs/providers/airtime.md` explains each of them.
 */

const answer = (description: string) =>
  group('Response', description, {
    reference: path('Reference', 'Path to the provider’s ID of the transfer.'),
    state: path('State', 'Path to the value that the states refer to.'),
    reason: path('Reason', 'Path to the reason for a failure.'),
  })

const statesOf = (description: string) =>
  states(description, {
    successful: values('Successful', 'The airtime was transferred. The hold is charged.'),
    failed: values('Failed', 'Nothing was and will be paid. The hold is released.'),
    pending: values('Pending', 'The provider is processing the transfer.'),
    unconfirmed: values('Unconfirmed', 'The provider knows the transfer, and has certainly not paid.'),
    unknown: values('Unknown', 'The provider does not know the transfer.'),
  })

const requestOf = (title: string, description: string) =>
  request(title, description, '{transaction_id}, {phone}, {amount}, {currency}, {reference} and {secrets.token}', {
    answer: nullable(answer('Only if it differs from the common response.')),
    states: nullable(statesOf('Only if they differ from the common states.')),
  })

const common = {
  answer: answer('Where the values are in the response.'),
  states: statesOf('The meaning of each value, or of an HTTP status such as http:404.'),
}

const { description, read } = describeKind({
  title: 'HTTP',
  secrets: [{ name: 'token', title: 'Password or token for {secrets.token}', required: false }],
  basic: {
    create: requestOf('Create', 'The request that announces a transfer. Without a confirm request, it also pays.'),
    confirm: nullable(requestOf('Confirm', 'The request that pays an announced transfer.')),
    status: requestOf('Status', 'The request that asks for the state of a transfer.'),
    ...common,
  },
  advanced: {
    products: nullable(
      list<number>('Products', 'The values of product_id that the provider supports. Default: all.', {
        type: 'integer',
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        'x-expected': 'a positive integer',
      }),
    ),
    believeUnknownAfterSeconds: integer(
      'Believe unknown after (seconds)',
      'Without a confirm request: how long a create request may still be on its way.',
      { minimum: 0, maximum: 86_400, default: 300 },
    ),
  },
})

export { description }

export type HttpSettings = ReturnType<typeof readSettings>
export type RequestSettings = HttpSettings['create']

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
export function readSettings(given: unknown, secrets: readonly string[]) {
  const { answer, states, ...settings } = read(given, secrets)
  const merge = (one: typeof settings.create) => ({
    ...one,
    answer: one.answer ?? answer,
    states: one.states ?? states,
  })
  const create = merge(settings.create)
  const confirm = settings.confirm && merge(settings.confirm)
  const status = merge(settings.status)
  if (confirm !== null && create.answer.reference === '')
    throw problem('answer.reference is missing; confirm needs it to name the transfer')
  if (confirm === null && JSON.stringify([status.url, status.headers, status.body]).includes('{reference}'))
    throw problem('status uses {reference}, but without confirm it must use {transaction_id}')
  const meant = new Set(status.states.values())
  for (const state of ['successful', 'failed', ...(confirm === null ? (['unknown'] as const) : [])] as const) {
    if (!meant.has(state)) throw problem(`states.${state} is missing, so no status response could ever mean it`)
  }
  const order = { id: 1, phone: '255712345678', amount: '1', currency: 'TZS', productId: 1 }
  const samples = sampleSecrets(secrets)
  const urls = tryFill([
    ['create', create, valuesOf(order, samples)],
    ['confirm', confirm, valuesOf(order, samples, 'x')],
    ['status', status, valuesOf(order, samples, 'x')],
  ])
  return { ...settings, create, confirm, status, urls }
}
