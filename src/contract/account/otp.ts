import { type Static, Type } from 'typebox'
import { senderLengthMax } from '../../values/sender.ts'
import { Nothing, type RouteShapes } from '../route.ts'
import { listPageOf, mapOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

const guardModes = ['off', 'alert', 'block'] as const
export type GuardMode = (typeof guardModes)[number]

const pinStates = ['sent', 'verified', 'expired', 'exceeded'] as const
export type PinState = (typeof pinStates)[number]

const Language = Type.String({ pattern: '^[a-z]{2,3}$', maxLength: 3 })
const PinText = Type.String({ minLength: 1, maxLength: 480 })

/** How long to wait for a receipt of the channel before. Has no effect on the first channel. */
const AfterSeconds = Type.Optional(Type.Integer({ minimum: 10, maximum: 600 }))

/** A channel of an application. A voice call reads the digits of the PIN one by one. */
export type PinChannel = Static<typeof PinChannel>
const PinChannel = Type.Union([
  objectOf({ channel: Type.Literal('sms'), afterSeconds: AfterSeconds }),
  objectOf({
    channel: Type.Literal('whatsapp'),
    afterSeconds: AfterSeconds,
    /** The number of the business. */
    from: Type.String({ minLength: 1, maxLength: 64 }),
    /** The name of an approved authentication template. */
    template: Type.String({ minLength: 1, maxLength: 512 }),
    /** The language codes of the template by language, such as `{"en": "en_US"}`; by default the language itself. */
    templateLanguages: Type.Optional(mapOf(Type.String({ minLength: 1, maxLength: 20 }), 20, Language)),
  }),
  objectOf({
    channel: Type.Literal('voice'),
    afterSeconds: AfterSeconds,
    /** The calling number; by default the provider chooses it. */
    from: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    /** By default the text of the application. */
    text: Type.Optional(PinText),
  }),
])
export type PinChannelName = PinChannel['channel']

/** An application that sends PINs. */
export type PinApp = Static<typeof PinApp>
const PinApp = objectOf({
  /** Unique within the account, starting at 1. */
  number: Type.Integer(),
  name: Type.String(),
  sender: Type.String(),
  /** Contains `{pin}` where the PIN goes. */
  text: Type.String(),
  /** Texts in other languages, by language. */
  texts: Type.Record(Type.String(), Type.String()),
  /** The language of requests without one; null for that of the account. */
  language: nullable(Type.String()),
  /** In order: the next one is used when no receipt arrived in time. */
  channels: Type.Array(PinChannel),
  /** Whether a request can send a PIN again. */
  resend: Type.Boolean(),
  pinLength: Type.Integer(),
  lifeSeconds: Type.Integer(),
  attemptsMax: Type.Integer(),
  active: Type.Boolean(),
  /** The maximum requests in an hour to one number, and of the application. */
  numberHourMax: Type.Integer(),
  appHourMax: Type.Integer(),
  guard: oneOf(guardModes),
  /** The allowed countries as ISO 3166-1 alpha-2; null means all. */
  countries: nullable(Type.Array(Type.String())),
  countryHourMax: Type.Integer(),
  prefixHourMax: Type.Integer(),
  /** The number of requests by which the fraud guard judges a prefix. */
  guardSample: Type.Integer(),
  /** The guard blocks a prefix when a smaller share of its PINs, in percent, is verified. */
  verifiedPercentMin: Type.Integer(),
  blockMinutes: Type.Integer(),
  createdAt: Time,
  changedAt: Time,
})

const sendStates = ['pending', 'received', 'failed', 'skipped'] as const
export type PinSendState = (typeof sendStates)[number]

/** A channel that a PIN was sent on. */
export type PinSend = Static<typeof PinSend>
const PinSend = objectOf({
  channel: Type.String(),
  state: oneOf(sendStates),
  /** Why the channel was skipped, or why its message failed. */
  problem: nullable(Type.String()),
  at: Time,
})

/** A request for a PIN. The PIN itself is never shown. */
export type PinRequest = Static<typeof PinRequest>
const PinRequest = objectOf({
  pinId: Type.String(),
  app: Type.Integer(),
  phone: Type.String(),
  state: oneOf(pinStates),
  attempts: Type.Integer(),
  createdAt: Time,
  expiresAt: Time,
  verifiedAt: nullable(Time),
  /** The channels in order of use. Empty for a PIN of an application that sends once, by SMS. */
  sends: Type.Array(PinSend),
})

export type Conversion = Static<typeof Conversion>
const Conversion = objectOf({
  requested: Type.Integer(),
  verified: Type.Integer(),
  /** From 0 to 1; null without requests. */
  rate: nullable(Type.Number()),
})

const AppOverview = objectOf({
  app: Type.Integer(),
  name: Type.String(),
  active: Type.Boolean(),
  guard: oneOf(guardModes),
  day: Conversion,
  week: Conversion,
})

/** The share of verified PINs, by application. */
export type PinOverview = Static<typeof PinOverview>
const PinOverview = objectOf({
  data: Type.Array(AppOverview),
  /** The start of the counted part, when the week has too many PINs to count. */
  countedSince: nullable(Time),
})

/**
 * A range that the fraud guard blocks: a prefix of an application or, for application 0, a country or all numbers
 * (`*`). Proven prefixes still receive PINs.
 */
export type PinBlock = Static<typeof PinBlock>
const PinBlock = objectOf({
  id: Type.String(),
  app: Type.Integer(),
  /** Null for application 0, which stands for all applications. */
  appName: nullable(Type.String()),
  prefix: Type.String(),
  requests: Type.Integer(),
  verified: Type.Integer(),
  blockedUntil: Time,
  /** False when the guard only alerts and PINs are still sent. */
  enforced: Type.Boolean(),
})

/** The destinations that PINs of an account may have outside staging. */
export type PinAllowance = Static<typeof PinAllowance>
export const PinAllowance = objectOf({
  /** The country of the account, which is always allowed. */
  country: Type.String(),
  /** Other countries that operators allowed, as ISO 3166-1 alpha-2. */
  countries: Type.Array(Type.String()),
  /** Prefixes of allowed numbers. The fraud guard does not judge them. */
  ranges: Type.Array(Type.String()),
})

const countMax = 2_147_483_647
const weekSeconds = 604_800

const Count = (minimum: number, maximum: number) => Type.Optional(Type.Integer({ minimum, maximum }))
const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

export const Country = Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2 })

const settings = {
  sender: Type.Optional(Type.String({ minLength: 1, maxLength: senderLengthMax })),
  text: Type.Optional(PinText),
  texts: Type.Optional(mapOf(PinText, 20, Language)),
  language: Type.Optional(nullable(Language)),
  channels: Type.Optional(Type.Array(PinChannel, { minItems: 1, maxItems: 3 })),
  resend: Type.Optional(Type.Boolean()),
  pinLength: Count(4, 10),
  lifeSeconds: Count(10, weekSeconds),
  attemptsMax: Count(1, 100),
  active: Type.Optional(Type.Boolean()),
  numberHourMax: Count(1, countMax),
  appHourMax: Count(1, countMax),
  guard: Type.Optional(oneOf(guardModes)),
  countries: Type.Optional(
    Type.Union([Type.Null(), Type.Array(Country, { minItems: 1, maxItems: 250, uniqueItems: true })]),
  ),
  countryHourMax: Count(1, countMax),
  prefixHourMax: Count(1, countMax),
  guardSample: Count(1, 10_000),
  verifiedPercentMin: Count(0, 100),
  blockMinutes: Count(1, 10_080),
}

const PageQuery = queryOf('cursor', 'limit')

export const otpRoutes = {
  'GET /v2/otp/apps': { query: PageQuery, answer: listPageOf(PinApp) },
  'POST /v2/otp/apps': {
    body: objectOf({ name: Name, ...settings }),
    status: 201,
    answer: PinApp,
  },
  'GET /v2/otp/apps/:app': { answer: PinApp },
  'PUT /v2/otp/apps/:app': {
    body: objectOf({ name: Type.Optional(Name), ...settings }),
    answer: PinApp,
  },
  'GET /v2/otp/requests': { query: queryOf('cursor', 'limit', 'number'), answer: listPageOf(PinRequest) },
  'GET /v2/otp/overview': { answer: PinOverview },
  'GET /v2/otp/blocks': { query: PageQuery, answer: listPageOf(PinBlock) },
  'DELETE /v2/otp/blocks/:block': { status: 204, answer: Nothing },
  'GET /v2/otp/allowance': { answer: PinAllowance },
} as const satisfies RouteShapes
