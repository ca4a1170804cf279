import { resource, route } from '../route.ts'
import { nullable, objectOf, oneOf, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { Contact } from './contacts.ts'
import { conversationStatuses } from './conversations.ts'
import { TimelineEntry } from './timeline.ts'

/** The state of one phone number in an account. A part that the credential has no scope for is empty. */
export type NumberState = Static<typeof NumberState>
const NumberState = objectOf({
  phone: Type.String(),
  /** ISO 3166-1 alpha-2; null when it is unknown. */
  country: nullable(Type.String()),
  contacts: Type.Array(Contact),
  optOut: nullable(objectOf({ source: nullable(Type.String()), createdAt: Time })),
  /** On the do-not-disturb list of the installation. */
  doNotDisturb: Type.Boolean(),
  /** The newest consent; null without one. */
  consent: nullable(objectOf({ given: Type.Boolean(), source: Type.String(), at: Time })),
  conversations: Type.Array(
    objectOf({ id: Type.Integer(), channel: Type.String(), status: oneOf(conversationStatuses), lastAt: Time }),
  ),
})

export const numbers = resource('numbers', 'search', {
  get: route('GET /v2/numbers/:phone', 'viewer', 'Get the state of a phone number', {
    command: null,
    reads: 'number.read',
    description:
      'Its contacts, opt-out, consent and conversations. The number is in local or international form, and need not be known. Parts that the credential has no scope for are empty, and so are conversations on channels that it cannot read.',
    answer: NumberState,
    problems: ['invalid_phone'],
  }),
  timeline: route('GET /v2/numbers/:phone/timeline', 'viewer', 'List the history of a phone number, newest first', {
    command: null,
    reads: 'number.read',
    description:
      'Messages, incoming messages, chat, PINs, airtime, payments, consents and opt-outs in one list. Only the kinds that the credential has a scope for.',
    ...pagesOf(TimelineEntry, 'kind'),
    parameters: { kind: 'only these kinds, separated by commas, such as `message,inbound`' },
    problems: ['invalid_phone'],
  }),
})
