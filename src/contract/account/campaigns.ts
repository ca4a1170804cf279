import { senderLengthMax } from '../../values/sms.ts'
import { messageLengthMax, trackingTextLengthMax } from '../public/sms.ts'
import { Amount, described, IdNumber, nullable, objectOf, oneOf, optional, partial, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { booksMax, contactsMax, PhoneTyped, Quote, SendWindow, Validity } from './send.ts'

export const campaignStatuses = ['draft', 'scheduled', 'preparing', 'sending', 'paused', 'cancelled', 'done'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

export const pauseReasons = [
  'insufficient_balance',
  'daily_limit',
  'sender',
  'no_route',
  'audience',
  'settings',
  'error',
] as const
export type PauseReason = (typeof pauseReasons)[number]

const Ids = (maxItems: number) => Type.Array(IdNumber, { maxItems })

const sources = { bookIds: Ids(booksMax), segmentIds: Ids(booksMax) }

const excluded = { ...sources, numbers: Type.Array(PhoneTyped, { maxItems: contactsMax }) }

/** Contacts of all lists, and the rows of the file, get one message each, except excluded ones. */
const Audience = objectOf({
  ...partial(objectOf({ ...sources, contactIds: Ids(contactsMax) })).properties,
  exclude: Type.Optional(partial(objectOf(excluded))),
})

const Schedule = objectOf({
  at: Type.String({ maxLength: 40, description: 'a local time such as 2026-12-24T09:00' }),
  zone: Type.String({
    maxLength: 40,
    description: 'recipient, account (the country of the account), or a time zone such as Africa/Kinshasa',
  }),
})

const paceMax = 1_000_000

const replyHoursMax = 720

const settings = {
  name: Type.String({ minLength: 1, maxLength: trackingTextLengthMax }),
  from: Type.String({
    maxLength: senderLengthMax,
    description: 'a sender ID, active on the account; a draft may have none',
  }),
  text: described(
    Type.String({ maxLength: messageLengthMax }),
    'may contain placeholders such as {first_name|customer}, and links such as {link https://example.com/}; empty in a draft without a text',
  ),
}

const options = {
  audience: Type.Optional(Audience),
  uniqueLinks: optional(Type.Boolean(), 'a link of its own for each recipient'),
  smartEncoding: Type.Optional(nullable(Type.Boolean({ description: 'null: the setting of the account' }))),
  flash: Type.Optional(Type.Boolean()),
  sendWindow: Type.Optional(nullable(SendWindow)),
  validity: Type.Optional(nullable(Validity)),
  schedule: Type.Optional(nullable(Schedule)),
  pace: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: paceMax, description: 'messages a minute; null: no limit' })),
  ),
  replyHours: optional(
    Type.Integer({ minimum: 1, maximum: replyHoursMax }),
    'hours in which an incoming message of a recipient is a reply; by default 72',
  ),
}

export type NewCampaign = Static<typeof NewCampaign>
export const NewCampaign = objectOf({ ...settings, ...options })

export type CampaignChange = Static<typeof CampaignChange>
export const CampaignChange = objectOf({ ...partial(objectOf(settings)).properties, ...options })

/** The results in one hour, or all together. */
const results = {
  /** Accepted by a carrier. */
  sent: Type.Integer(),
  delivered: Type.Integer(),
  failed: Type.Integer(),
  cancelled: Type.Integer(),
  /** Incoming messages, and the recipients who wrote them. */
  replies: Type.Integer(),
  replied: Type.Integer(),
  /** Recipients who answered STOP. */
  optOuts: Type.Integer(),
  /** Clicks on links, and the recipients who clicked, as far as links are unique. */
  clicks: Type.Integer(),
  clicked: Type.Integer(),
  price: Amount,
}

/** Recipients, from the audience to the queue. All are 0 until the audience is fixed. */
const progress = {
  recipients: Type.Integer(),
  processed: Type.Integer(),
  /** Got a message. */
  queued: Type.Integer(),
  /** Got none: an invalid or unreachable number, a text that is too long, a contact that was deleted. */
  invalid: Type.Integer(),
  duplicates: Type.Integer(),
  /** Excluded when their turn came: opted out, of these on the do-not-disturb list, and without a consent. */
  optedOut: Type.Integer(),
  doNotDisturb: Type.Integer(),
  noConsent: Type.Integer(),
  /** Messages without a final status. */
  pending: Type.Integer(),
}

export type Campaign = Static<typeof Campaign>
export const Campaign = objectOf({
  id: Type.Integer(),
  name: Type.String(),
  status: oneOf(campaignStatuses),
  /** Null unless the server paused it. */
  pauseReason: nullable(oneOf(pauseReasons)),
  /** The next step for the user. */
  pauseHint: nullable(Type.String()),
  from: Type.String(),
  text: Type.String(),
  audience: objectOf({ ...sources, contactIds: Ids(contactsMax), exclude: objectOf(excluded) }),
  file: nullable(
    objectOf({
      name: nullable(Type.String()),
      rows: Type.Integer(),
      /** Rows without a valid number, which were left out. */
      invalid: Type.Integer(),
      /** Placeholders of the file. */
      columns: Type.Array(Type.String()),
    }),
  ),
  uniqueLinks: Type.Boolean(),
  smartEncoding: nullable(Type.Boolean()),
  flash: Type.Boolean(),
  sendWindow: nullable(SendWindow),
  validity: nullable(Type.Integer()),
  schedule: nullable(Schedule),
  pace: nullable(Type.Integer()),
  replyHours: Type.Integer(),
  /** The campaign whose failed messages this one sends again. */
  resendOf: nullable(Type.Integer()),
  createdAt: Time,
  /** When it starts or started; null for a draft. */
  startsAt: nullable(Time),
  endedAt: nullable(Time),
  progress: objectOf(progress),
  results: objectOf(results),
  currency: Type.String(),
})

export type CampaignResults = Static<typeof CampaignResults>
export const CampaignResults = objectOf({
  campaign: Campaign,
  /** Failed messages by reason, most frequent first. */
  reasons: Type.Array(
    objectOf({ reason: Type.String(), explanation: nullable(Type.String()), messages: Type.Integer() }),
  ),
  hours: Type.Array(objectOf({ hour: Time, ...results })),
  links: Type.Array(objectOf({ url: Type.String(), clicks: Type.Integer() })),
})

export const responseKinds = ['reply', 'opt_out', 'click'] as const
export type ResponseKind = (typeof responseKinds)[number]

export type CampaignPreview = Static<typeof CampaignPreview>
export const CampaignPreview = objectOf({
  ...Quote.properties,
  /** Members of the audience that `exclude` leaves out. */
  excluded: Type.Integer(),
})
