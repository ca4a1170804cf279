import { senderLengthMax } from '../../values/sms.ts'
import { resource, route } from '../route.ts'
import { described, mapOf, nullable, objectOf, oneOf, optional, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

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
    from: Type.String({ minLength: 1, maxLength: 64 }),
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

export type PinApp = Static<typeof PinApp>
const PinApp = objectOf({
  /** Unique within the account, starting at 1. */
  number: Type.Integer(),
  name: Type.String(),
  sender: Type.String(),
  /** Contains `{pin}` where the PIN goes. */
  text: Type.String(),
  texts: Type.Record(Type.String(), Type.String()),
  /** The language of requests without one; null for that of the account. */
  language: nullable(Type.String()),
  /** In order: the next one is used when no receipt arrived in time. */
  channels: Type.Array(PinChannel),
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
  /** Prefixes of allowed numbers. The fraud guard does not check them. */
  ranges: Type.Array(Type.String()),
})

const countMax = 2_147_483_647
const weekSeconds = 604_800

const Count = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }))
const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'the name of the application' })

export const Country = Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2 })

const settings = {
  sender: optional(Type.String({ minLength: 1, maxLength: senderLengthMax }), 'the sender ID of the messages'),
  text: optional(PinText, 'has {pin} in place of the PIN'),
  texts: optional(mapOf(PinText, 20, Language), 'texts in other languages, by language'),
  language: Type.Optional(nullable(described(Language, 'of requests without one; null for that of the account'))),
  channels: optional(
    Type.Array(PinChannel, { minItems: 1, maxItems: 3 }),
    'in order, such as [{"channel":"sms"},{"channel":"voice"}]; the next one is used without a receipt in time',
  ),
  resend: optional(Type.Boolean(), 'whether a request can send a PIN again'),
  pinLength: Count(4, 10, 'the number of digits'),
  lifeSeconds: Count(10, weekSeconds, 'how long a PIN is valid'),
  attemptsMax: Count(1, 100, 'the attempts to verify a PIN'),
  active: optional(Type.Boolean(), 'an inactive application sends no PINs'),
  numberHourMax: Count(1, countMax, 'the requests in an hour to one number'),
  appHourMax: Count(1, countMax, 'the requests in an hour of the application'),
  guard: optional(oneOf(guardModes), 'the fraud guard'),
  countries: Type.Optional(
    Type.Union([Type.Null(), Type.Array(Country, { minItems: 1, maxItems: 250, uniqueItems: true })], {
      description: 'the allowed countries, such as TZ; null for all',
    }),
  ),
  countryHourMax: Count(1, countMax, 'the requests in an hour to one country'),
  prefixHourMax: Count(1, countMax, 'the requests in an hour to numbers that differ only in the last four digits'),
  guardSample: Count(1, 10_000, 'the requests by which the fraud guard judges a prefix'),
  verifiedPercentMin: Count(
    0,
    100,
    'the guard blocks a prefix when a smaller share of its PINs is verified, in percent',
  ),
  blockMinutes: Count(1, 10_080, 'how long the guard blocks a prefix'),
}

const appProblems = ['pin_placeholder_missing', 'invalid_channels', 'unknown_country'] as const

export const otp = resource('otp', 'otp', {
  apps: route('GET /v2/otp/apps', 'viewer', 'List applications', {
    command: 'otp-app list',
    columns: 'number, name, active, sender, pinLength, lifeSeconds, attemptsMax, guard, text',
    names: ['name'],
    ...pagesOf(PinApp),
  }),
  createApp: route('POST /v2/otp/apps', 'member', 'Create an application', {
    command: 'otp-app create',
    does: 'otp.app_add',
    body: objectOf({ name: Name, ...settings }),
    example: { name: 'Web shop', sender: 'INFO', text: 'Namba yako ni {pin}' },
    status: 201,
    answer: PinApp,
    problems: appProblems,
  }),
  app: route('GET /v2/otp/apps/:app', 'viewer', 'Get an application', { command: 'otp-app show', answer: PinApp }),
  updateApp: route('PUT /v2/otp/apps/:app', 'member', 'Change an application', {
    command: 'otp-app change',
    does: 'otp.app_change',
    body: objectOf({ name: Type.Optional(Name), ...settings }),
    example: { pinLength: 6 },
    answer: PinApp,
    problems: appProblems,
  }),
  requests: route('GET /v2/otp/requests', 'viewer', 'List requests for PINs, newest first', {
    command: 'otp list',
    columns: 'createdAt, app, phone, state, attempts, sends, pinId',
    reads: 'pins.read',
    ...pagesOf(PinRequest, 'number'),
  }),
  overview: route('GET /v2/otp/overview', 'viewer', 'Get the share of verified PINs', {
    command: 'otp show-overview',
    answer: PinOverview,
  }),
  blocks: route('GET /v2/otp/blocks', 'viewer', 'List the ranges that the fraud guard blocks', {
    command: 'otp-block list',
    ...pagesOf(PinBlock),
  }),
  unblock: route('DELETE /v2/otp/blocks/:block', 'member', 'Unblock a range', {
    command: 'otp-block remove',
    does: 'otp.block_lift',
  }),
  allowance: route('GET /v2/otp/allowance', 'viewer', 'Get the allowed destinations of PINs', {
    command: 'otp-allowance show',
    answer: PinAllowance,
  }),
})
