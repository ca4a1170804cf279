import { type Static, Type } from 'typebox'
import { overlapHoursMax } from '../../values/overlap.ts'
import { allScopes, scopes } from '../../values/scopes.ts'
import { Nothing, type RouteShapes } from '../route.ts'
import {
  Amount,
  IdNumber,
  Language,
  LanguageBody,
  longPageOf,
  nullable,
  objectOf,
  oneOf,
  pageOf,
  queryOf,
  Time,
} from '../shapes.ts'

/** The products that a credential can be limited to. */
export const products = ['sms', 'dlr', 'contact', 'airtime', 'topup', 'otp', 'checkout', 'chat'] as const
export type Product = (typeof products)[number]

/** The highest limit: the largest integer of the database. */
export const limitMax = 2_147_483_647

const LimitShape = nullable(Type.Integer())

/** The limits of an account. Null means the default of the settings, 0 means no limit. */
export type AccountLimits = Static<typeof AccountLimits>
const AccountLimits = objectOf({ requestsPerSecond: LimitShape, messagesPerDay: LimitShape })

export type Account = Static<typeof Account>
const Account = objectOf({
  id: Type.Integer(),
  name: Type.String(),
  /** The account that this one is a sub-account of. Null for callers who are not operators. */
  parentId: nullable(Type.Integer()),
  /** The currency of its balances. It stays when the default of the server changes. */
  currency: Type.String(),
  /** ISO 3166-1 alpha-2. */
  country: Type.String(),
  /** The language of its emails, default texts and checkout pages. */
  language: Language,
  ...AccountLimits.properties,
  createdAt: Time,
  /** When an operator suspended it; null while it is active. */
  suspendedAt: nullable(Time),
  /** Members without a second factor have no access. */
  twoFactorRequired: Type.Boolean(),
})

/** An account in the list of operators, with its SMS credit and its messages of the last 24 hours. */
export type ListedAccount = Static<typeof ListedAccount>
const ListedAccount = objectOf({
  ...Account.properties,
  /** In its currency; null without a balance. */
  available: nullable(Amount),
  messages: Type.Integer(),
  failed: Type.Integer(),
})

/** A sub-account in the list of its parent's owners. */
export type SubAccount = Static<typeof SubAccount>
const SubAccount = objectOf({
  id: Type.Integer(),
  name: Type.String(),
  currency: Type.String(),
  country: Type.String(),
  createdAt: Time,
  suspendedAt: nullable(Time),
})

const kinds = ['key', 'token'] as const

/** An API key or an access token, without its secret. */
export type Credential = Static<typeof Credential>
const Credential = objectOf({
  id: Type.Integer(),
  kind: oneOf(kinds),
  name: Type.String(),
  apiKey: nullable(Type.String()),
  /** Null means all products, and an empty list the account API only. */
  products: nullable(Type.Array(Type.String())),
  /** Null means any address. */
  addresses: nullable(Type.Array(Type.String())),
  lenient: Type.Boolean(),
  operator: Type.Boolean(),
  /** Whether the dlr-url of its requests may use plain HTTP and private hosts. */
  privateUrls: Type.Boolean(),
  /** Its rights in the account API; `*` for all. */
  scopes: Type.Array(Type.String()),
  createdAt: Time,
  expiresAt: nullable(Time),
  revokedAt: nullable(Time),
  lastUsedAt: nullable(Time),
  /** The credential that replaced it. */
  replacedBy: nullable(Type.Integer()),
})

/** Shown once: the server stores only a hash of the secret. */
export type IssuedKey = Static<typeof IssuedKey>
const IssuedKey = objectOf({ id: Type.Integer(), apiKey: Type.String(), secret: Type.String() })

export type IssuedToken = Static<typeof IssuedToken>
const IssuedToken = objectOf({ id: Type.Integer(), token: Type.String() })

const rotation = {
  kind: oneOf(kinds),
  expiresAt: nullable(Time),
  /** The replaced credential and its end. */
  replaces: objectOf({ id: Type.Integer(), expiresAt: nullable(Time) }),
}

const Rotated = Type.Union([
  objectOf({ ...IssuedKey.properties, ...rotation }),
  objectOf({ ...IssuedToken.properties, ...rotation }),
])

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })

const Country = Type.Optional(
  nullable(
    Type.String({
      pattern: '^[A-Z]{2}$',
      maxLength: 2,
      description: 'ISO 3166-1 alpha-2; null means the country of the settings',
    }),
  ),
)

const ParentId = nullable(IdNumber)

const NewAccountBody = objectOf({
  name: Name,
  country: Country,
  parentId: Type.Optional(ParentId),
  sender: Type.Optional(
    nullable(Type.String({ maxLength: 50, description: 'a sender ID to create and approve; null for none' })),
  ),
})

/** A field that is left out keeps its value. */
const AccountBody = objectOf({ name: Type.Optional(Name), country: Country }, { minProperties: 1 })

const Scopes = Type.Array(oneOf([...scopes, allScopes]), {
  maxItems: scopes.length + 1,
  description: 'the rights in the account API; * for all',
})

const lenient = { description: 'accepts the request formats of older clients' }

const Products = Type.Array(oneOf(products), {
  maxItems: products.length,
  description:
    'the products that the credential is limited to; none for the account API only, which is the default with selected scopes',
})

export type CredentialBody = Static<typeof CredentialBody>
const CredentialBody = objectOf({
  name: Name,
  products: Type.Optional(Products),
  addresses: Type.Optional(
    Type.Array(Type.String({ maxLength: 50 }), {
      minItems: 1,
      maxItems: 100,
      description: 'the addresses and networks that the credential is limited to',
    }),
  ),
  expiresAt: Type.Optional(Type.String({ format: 'date-time', maxLength: 50 })),
  lenient: Type.Optional(Type.Boolean(lenient)),
  scopes: Type.Optional(Scopes),
  operator: Type.Optional(
    Type.Boolean({ description: 'whether it has operator rights; only operators can grant them' }),
  ),
})

const Limit = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 0,
  maximum: limitMax,
  description: 'null means the default of the settings, 0 means no limit',
})

const LimitsBody = objectOf({ requestsPerSecond: Limit, messagesPerDay: Limit })

const RotateBody = objectOf({
  overlapHours: Type.Integer({
    minimum: 0,
    maximum: overlapHoursMax,
    description: 'how long the old credential stays valid',
  }),
})

/** The websites that shop software can register, and the length of an address. */
export const websitesMax = 50
export const websiteLengthMax = 255

/** The page that the checkout page links back to, and the origins of registered websites. */
const Shop = objectOf({ url: nullable(Type.String()), websites: Type.Array(Type.String()) })

export const accountRoutes = {
  'GET /accounts': { query: queryOf('page', 'limit', 'q'), answer: longPageOf(ListedAccount) },
  'POST /accounts': { body: NewAccountBody, status: 201, answer: Account },
  'GET /accounts/:account': { answer: Account },
  'PUT /accounts/:account': { body: AccountBody, answer: Account },
  'PUT /accounts/:account/parent': { body: objectOf({ parentId: ParentId }), answer: Account },
  'GET /accounts/:account/sub-accounts': { query: queryOf('page', 'limit', 'q'), answer: longPageOf(SubAccount) },
  'PUT /accounts/:account/limits': { body: LimitsBody, answer: AccountLimits },
  'PUT /accounts/:account/two-factor': {
    body: objectOf({ required: Type.Boolean() }),
    answer: objectOf({ required: Type.Boolean() }),
  },
  'PUT /accounts/:account/language': { body: LanguageBody, answer: objectOf({ language: Language }) },
  'GET /accounts/:account/shop': { answer: Shop },
  'PUT /accounts/:account/shop': {
    body: objectOf({
      url: nullable(Type.String({ maxLength: 500 })),
      /** Replaces all; missing keeps them. */
      websites: Type.Optional(Type.Array(Type.String({ maxLength: websiteLengthMax }), { maxItems: websitesMax })),
    }),
    answer: Shop,
  },
  'PUT /accounts/:account/suspension': { body: objectOf({ suspended: Type.Boolean() }), answer: Account },
  'GET /accounts/:account/credentials': { query: queryOf('page', 'limit'), answer: pageOf(Credential) },
  'POST /accounts/:account/keys': { body: CredentialBody, status: 201, answer: IssuedKey },
  'POST /accounts/:account/tokens': { body: CredentialBody, status: 201, answer: IssuedToken },
  'PUT /accounts/:account/credentials/:credential': {
    body: objectOf({ lenient: Type.Boolean(lenient) }),
    answer: Credential,
  },
  'PUT /accounts/:account/credentials/:credential/scopes': {
    body: objectOf({ scopes: Scopes, products: Type.Optional(Products) }),
    answer: Credential,
  },
  'PUT /accounts/:account/credentials/:credential/private-urls': {
    body: objectOf({
      allowed: Type.Boolean({ description: 'whether dlr-url may use plain HTTP and private hosts' }),
    }),
    answer: Credential,
  },
  'DELETE /accounts/:account/credentials/:credential': { status: 204, answer: Nothing },
  'POST /accounts/:account/credentials/:credential/rotate': { body: RotateBody, status: 201, answer: Rotated },
} as const satisfies RouteShapes
