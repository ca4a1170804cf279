import { resource, route } from '../route.ts'
import { Amount, nullable, objectOf, oneOf, optional, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

export const transferStates = ['accepted', 'submitted', 'successful', 'failed'] as const

export type Transfer = Static<typeof Transfer>
export const Transfer = objectOf({
  id: Type.Integer(),
  accountId: Type.Integer(),
  phone: Type.String(),
  amount: Amount,
  /** Exactly as the client sent it. */
  amountText: Type.String(),
  currency: Type.String(),
  referenceId: Type.String(),
  productId: nullable(Type.Integer()),
  provider: Type.String(),
  providerReference: nullable(Type.String()),
  state: oneOf(transferStates),
  reason: nullable(Type.String()),
  createdAt: Time,
  submittedAt: nullable(Time),
  doneAt: nullable(Time),
  overdueAt: nullable(Time),
})

export const airtime = resource('airtime', 'airtime', {
  list: route('GET /v2/airtime', 'viewer', 'List airtime transfers, newest first', {
    columns: 'id, createdAt, referenceId, phone, amount, currency, provider, state, reason',
    reads: 'airtime.read',
    ...pagesOf(Transfer, 'number', 'state'),
  }),
  send: route('POST /v2/airtime', 'member', 'Send airtime', {
    does: 'airtime.transfer',
    scope: 'airtime:send',
    isTraffic: true,
    storesKey: true,
    body: objectOf({
      phone: Type.String({ maxLength: 50, description: 'in international format' }),
      amount: Type.String({ maxLength: 50, description: 'a decimal greater than 0 with at most 2 decimal places' }),
      reference: optional(Type.String({ minLength: 1, maxLength: 64 }), 'generated when left out'),
    }),
    example: { phone: '0712 345 678', amount: '500', reference: 'order-4711' },
    status: 201,
    answer: Transfer,
    problems: [
      'invalid_phone',
      'invalid_amount',
      'invalid_reference',
      'reference_used',
      'no_route',
      'insufficient_balance',
    ],
  }),
})
