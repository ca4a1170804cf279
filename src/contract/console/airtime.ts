import { type Static, Type } from 'typebox'
import { Amount, answerOf, nullable, oneOf, pageOf, queryOf, Time } from '../shapes.ts'
import { ProviderSecrets, ProviderSettings } from './providers.ts'
import { Nothing, type RouteShapes } from './route.ts'

export const transferStates = ['accepted', 'submitted', 'successful', 'failed'] as const
export type TransferState = (typeof transferStates)[number]

/** An airtime transfer. */
export type Transfer = Static<typeof Transfer>
const Transfer = answerOf({
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

/** An airtime provider with its settings. Of its secrets only the names are shown. */
export type AirtimeProvider = Static<typeof AirtimeProvider>
const AirtimeProvider = answerOf({
  name: Type.String(),
  settings: Type.Unknown(),
  secrets: Type.Array(Type.String()),
  /** The secrets cannot be decrypted and must be set again. */
  secretsUnreadable: Type.Boolean(),
  active: Type.Boolean(),
  createdAt: Time,
  changedAt: Time,
})

const TransferBody = Type.Object({
  phone: Type.String({ maxLength: 50, description: 'in international format' }),
  amount: Type.String({ maxLength: 50, description: 'a decimal greater than 0 with at most 2 decimal places' }),
  reference: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'generated when left out' })),
})

const EndBody = Type.Object({
  as: oneOf(['successful', 'failed']),
  reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
})

const ProviderBody = Type.Object({
  active: Type.Optional(Type.Boolean()),
  settings: ProviderSettings,
  secrets: Type.Optional(ProviderSecrets),
})

export const airtimeRoutes = {
  'GET /accounts/:account/airtime': { query: queryOf('page', 'limit', 'state'), answer: pageOf(Transfer) },
  'POST /accounts/:account/airtime': { body: TransferBody, status: 201, answer: Transfer },
  'GET /airtime/overdue': { query: queryOf('page', 'limit'), answer: pageOf(Transfer) },
  'POST /airtime/transfers/:transfer/end': { body: EndBody, answer: Transfer },
  'GET /airtime/providers': {
    answer: answerOf({
      data: Type.Array(AirtimeProvider),
      /** The provider of new transfers; in staging, the simulated one by default. */
      current: nullable(Type.String()),
    }),
  },
  'PUT /airtime/providers/:provider': { body: ProviderBody, answer: AirtimeProvider },
  'DELETE /airtime/providers/:provider': { status: 204, answer: Nothing },
} as const satisfies RouteShapes
