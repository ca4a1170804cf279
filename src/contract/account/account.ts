import { Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { Language, nullable, objectOf, Time } from '../shapes.ts'

const Limit = nullable(Type.Integer())

/** The account of the caller. */
const OwnAccount = objectOf({
  id: Type.Integer(),
  name: Type.String(),
  /** ISO 3166-1 alpha-2. Numbers in local form belong to this country. */
  country: Type.String(),
  /** The currency of its balances. */
  currency: Type.String(),
  /** The language of its emails, default texts and checkout pages. */
  language: Language,
  /** API requests per second; null means no limit. */
  requestsPerSecond: Limit,
  /** Null means no limit. */
  messagesPerDay: Limit,
  /** Whether typographic characters of messages are replaced, if their text then fits GSM 03.38. */
  smartEncoding: Type.Boolean(),
  counts: objectOf({
    members: Type.Integer(),
    /** Keys and tokens that are neither revoked nor expired. */
    credentials: Type.Integer(),
    senders: Type.Integer(),
    templates: Type.Integer(),
    books: Type.Integer(),
    webhooks: Type.Integer(),
  }),
  createdAt: Time,
})

const OwnAccountBody = objectOf({ smartEncoding: Type.Boolean() })

export const accountRoutes = {
  'GET /v2/account': { answer: OwnAccount },
  'PUT /v2/account': { body: OwnAccountBody, answer: OwnAccount },
} as const satisfies RouteShapes
