import { senderLengthMax } from '../../values/sms.ts'
import { messageLengthMax, trackingTextLengthMax } from '../public/sms.ts'
import { Amount, described, IdNumber, mapOf, nullable, objectOf, oneOf, optional } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** The body of a send or a quote, and the answers to them. */

const tagsMax = 10
export const tagLengthMax = 50
export const referenceLengthMax = 100
/** The highest value of NGOMA_RECIPIENTS, which is checked later. */
const numbersMax = 1_000_000
export const contactsMax = 10_000
export const booksMax = 20
const variablesMax = 50
const numberMax = 1e15
const holdSecondsMax = 60
const validSecondsMin = 60
const validSecondsMax = 7 * 86_400
/** The bytes of 255 parts, as hexadecimal digits. */
const binaryLengthMax = 2 * 255 * 140
const headerLengthMax = 2 * 140

const Hex = (maxLength: number) => Type.String({ pattern: '^([0-9a-fA-F]{2})+$', maxLength })

const Variables = mapOf(
  Type.Union([Type.String({ maxLength: 1_000 }), Type.Number({ minimum: -numberMax, maximum: numberMax })]),
  variablesMax,
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,31}$' }),
)

export const PhoneTyped = described(
  Type.String({ minLength: 1, maxLength: 60 }),
  'a phone number in local or international form: 0712 345 678, +255712345678',
)

export type Addressee = Static<typeof Addressee>
const Addressee = objectOf({
  number: PhoneTyped,
  reference: optional(
    Type.String({ minLength: 1, maxLength: referenceLengthMax }),
    'your id of this recipient or message',
  ),
  variables: Type.Optional(Variables),
})

const Ids = (maxItems: number) => Type.Optional(Type.Array(IdNumber, { maxItems }))

export const SendWindow = objectOf({
  from: Type.String({ maxLength: 5, description: 'hh:mm in the time zone of the recipient' }),
  to: Type.String({ maxLength: 5, description: 'hh:mm; a time before from means the next day' }),
})

export const Validity = described(
  Type.Integer({ minimum: validSecondsMin, maximum: validSecondsMax }),
  'seconds until an undelivered message expires',
)

/** Recipients of all lists get one message each. */
export type SendBody = Static<typeof SendBody>
export const SendBody = objectOf({
  from: Type.String({ maxLength: senderLengthMax, description: 'a sender ID, active on the account' }),
  to: Type.Optional(Type.Array(Type.Union([PhoneTyped, Addressee]), { maxItems: numbersMax })),
  contactIds: Ids(contactsMax),
  bookIds: Ids(booksMax),
  segmentIds: Ids(booksMax),
  text: optional(Type.String({ maxLength: messageLengthMax }), 'may contain placeholders such as {first_name}'),
  templateId: Type.Optional(IdNumber),
  binary: Type.Optional(
    objectOf(
      {
        data: Hex(binaryLengthMax),
        udh: Type.Optional(Hex(headerLengthMax)),
      },
      { description: 'bytes as hexadecimal digits; udh begins with its length' },
    ),
  ),
  variables: Type.Optional(Variables),
  smartEncoding: optional(Type.Boolean(), 'replaces typographic characters if the text then fits GSM 03.38'),
  flash: optional(Type.Boolean(), 'shown at once, and not stored by the phone'),
  notBefore: optional(Type.String({ maxLength: 40 }), 'ISO 8601 with a zone'),
  hold: optional(
    Type.Integer({ minimum: 1, maximum: holdSecondsMax }),
    'seconds that accepted messages wait, so that the request can still be cancelled',
  ),
  sendWindow: Type.Optional(SendWindow),
  validity: Type.Optional(Validity),
  receipt: optional(Type.Boolean(), 'false: request no delivery receipt; a message ends when the carrier accepts it'),
  callbackUrl: optional(
    Type.String({ minLength: 1, maxLength: 2_048 }),
    'also gets the delivery reports of these messages',
  ),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: tagLengthMax }), { maxItems: tagsMax, uniqueItems: true }),
  ),
  reference: optional(Type.String({ minLength: 1, maxLength: referenceLengthMax }), 'your id of the request'),
  campaign: Type.Optional(Type.String({ minLength: 1, maxLength: trackingTextLengthMax })),
})

export const Counts = {
  /** All recipients, with those that appear twice. */
  total: Type.Integer(),
  valid: Type.Integer(),
  invalid: Type.Integer(),
  duplicates: Type.Integer(),
  /** Everyone who is excluded: opted out, on the do-not-disturb list, or without a consent. */
  optedOut: Type.Integer(),
  doNotDisturb: Type.Integer(),
  noConsent: Type.Integer(),
}

const encodings = ['gsm', 'ucs2'] as const

/** The figures of a quote for one choice about smart encoding. */
const Choice = objectOf({ partsTotal: Type.Integer(), price: Amount })

export type Quote = Static<typeof Quote>
export const Quote = objectOf({
  /** Of one message; with placeholders, of the longest one. */
  parts: Type.Integer(),
  /** UCS-2 when one of the messages needs it. */
  encoding: oneOf(encodings),
  partsTotal: Type.Integer(),
  recipients: objectOf(Counts),
  price: Amount,
  currency: Type.String(),
  byCountry: Type.Array(
    objectOf({
      /** ISO 3166-1 alpha-2; null for calling codes of no country. */
      country: nullable(Type.String()),
      callingCode: Type.String(),
      recipients: Type.Integer(),
      parts: Type.Integer(),
      price: Amount,
    }),
  ),
  /** The spendable credit, including the overdraft limit. */
  available: Amount,
  enough: Type.Boolean(),
  smartEncoding: objectOf({
    /** Whether the other figures are those with smart encoding. */
    used: Type.Boolean(),
    with: Choice,
    without: Choice,
    /** The characters that it replaces, each once. */
    replaced: Type.Array(objectOf({ from: Type.String(), to: Type.String() })),
  }),
  /** Messages whose carrier accepts none at the moment: they would wait. */
  delayed: Type.Integer(),
  /** Placeholders that have no value in some messages, which would be sent with a gap. */
  missing: Type.Array(objectOf({ placeholder: Type.String(), messages: Type.Integer() })),
  /** The first messages as they would be sent. */
  samples: Type.Array(
    objectOf({
      phone: Type.String(),
      text: Type.String(),
      encoding: oneOf(encodings),
      parts: Type.Integer(),
      price: Amount,
    }),
  ),
})

export const sendProblems = [
  'daily_limit_reached',
  'insufficient_balance',
  'invalid_sender',
  'no_route',
  'queue_too_old',
  'sender_inactive',
  'unknown_sender',
] as const
