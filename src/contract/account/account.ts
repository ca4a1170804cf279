import { resource, route } from '../route.ts'
import { described, IdNumber, Language, nullable, objectOf, partial, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { SendWindow } from './send.ts'

/** The highest limit: the largest integer of the database. */
const limitMax = 2_147_483_647

/** The websites that shop software can register, and the length of an address. */
export const websitesMax = 50

export const websiteLengthMax = 255

export const Name = described(
  Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  'shown to invited users, and to payers at the checkout',
)

export const Country = nullable(
  described(
    Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2 }),
    'ISO 3166-1 alpha-2; null means the country of the settings',
  ),
)

export const ParentId = nullable(described(IdNumber, 'the account that this one is a sub-account of; null for none'))

const limitOf = (counted: string) =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    maximum: limitMax,
    description: `${counted}; null means the default of the settings, 0 means no limit`,
  })

/** The settings of an account that its owners change. */
const ownSettings = {
  language: Type.Union([Language, Type.Null()], {
    description: 'of emails, default texts and checkout pages; null means the language of the settings',
  }),
  twoFactorRequired: Type.Boolean({ description: 'members without a second factor have no access' }),
  smartEncoding: Type.Boolean({
    description: 'typographic characters of messages are replaced, if the text then fits GSM 03.38',
  }),
  consentRequired: Type.Boolean({ description: 'bulk messages go only to numbers with a consent' }),
  sendingWindow: nullable(described(SendWindow, 'the hours for bulk messages; null for all')),
  shopUrl: nullable(Type.String({ maxLength: 500, description: 'the page that the checkout page links back to' })),
  shopWebsites: Type.Array(Type.String({ maxLength: websiteLengthMax }), {
    maxItems: websitesMax,
    description: 'the websites that may open the checkout page; replaces all',
  }),
}

/** All settings of an account, in the order of the audit log. The first ones are for operators only. */
export type AccountSettings = Static<typeof AccountSettings>
export const AccountSettings = objectOf({
  // Payers at the checkout and invited users trust the name.
  name: Name,
  country: Country,
  parentId: ParentId,
  requestsPerSecond: limitOf('API requests a second'),
  messagesPerDay: limitOf('messages a day'),
  suspended: Type.Boolean({ description: 'its keys are refused, its members can only read, and its messages wait' }),
  ...ownSettings,
})

/** The settings that need a recent proof of identity. */
export const provenSettings = ['parentId', 'twoFactorRequired'] as const satisfies readonly (keyof AccountSettings)[]

/** A field that is left out keeps its value. */
export const AccountChange = partial(AccountSettings, { minProperties: 1 })
export type AccountChange = Static<typeof AccountChange>

const Limit = nullable(Type.Integer())

const OwnAccount = objectOf({
  id: Type.Integer(),
  name: Type.String(),
  /** ISO 3166-1 alpha-2. Numbers in local form belong to this country. */
  country: Type.String(),
  currency: Type.String(),
  /** API requests per second; null means no limit. */
  requestsPerSecond: Limit,
  /** Null means no limit. */
  messagesPerDay: Limit,
  ...ownSettings,
  language: Language,
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

export const account = resource('account', 'account', {
  get: route('GET /v2/account', 'viewer', 'Get the account of the caller', { command: null, answer: OwnAccount }),
  update: route('PATCH /v2/account', 'owner', 'Change settings of the account', {
    command: null,
    does: 'account.change',
    asksProof: ['twoFactorRequired'],
    body: partial(objectOf(ownSettings), { minProperties: 1 }),
    example: { sendingWindow: { from: '08:00', to: '20:00' }, smartEncoding: false },
    answer: OwnAccount,
    problems: ['invalid_send_window'],
  }),
})
