import { type Static, Type } from 'typebox'
import { Transfer } from '../account/airtime.ts'
import { Nothing, type RouteShapes } from '../route.ts'
import { nullable, objectOf, oneOf, pageOf, queryOf, Time } from '../shapes.ts'
import { ProviderSecrets, ProviderSettings } from './providers.ts'

/** An airtime provider with its settings. Of its secrets only the names are shown. */
export type AirtimeProvider = Static<typeof AirtimeProvider>
const AirtimeProvider = objectOf({
  name: Type.String(),
  settings: Type.Unknown(),
  secrets: Type.Array(Type.String()),
  /** The secrets cannot be decrypted and must be set again. */
  secretsUnreadable: Type.Boolean(),
  active: Type.Boolean(),
  createdAt: Time,
  changedAt: Time,
})

const EndBody = objectOf({
  as: oneOf(['successful', 'failed']),
  reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
})

const ProviderBody = objectOf({
  active: Type.Optional(Type.Boolean()),
  settings: ProviderSettings,
  secrets: Type.Optional(ProviderSecrets),
})

export const airtimeRoutes = {
  'GET /airtime/overdue': { query: queryOf('page', 'limit'), answer: pageOf(Transfer) },
  'POST /airtime/transfers/:transfer/end': { body: EndBody, answer: Transfer },
  'GET /airtime/providers': {
    answer: objectOf({
      data: Type.Array(AirtimeProvider),
      /** The provider of new transfers; in staging, the simulated one by default. */
      current: nullable(Type.String()),
    }),
  },
  'PUT /airtime/providers/:provider': { body: ProviderBody, answer: AirtimeProvider },
  'DELETE /airtime/providers/:provider': { status: 204, answer: Nothing },
} as const satisfies RouteShapes
