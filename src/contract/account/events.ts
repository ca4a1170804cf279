import { resource, route } from '../route.ts'
import { objectOf, pagesOf, Time } from '../shapes.ts'
import { Type } from '../type.ts'

/** A counted note for an account. */
const AccountEvent = objectOf({
  id: Type.Integer(),
  /** A module and an event, such as `sms.sender_refused`. */
  kind: Type.String(),
  /** The object of the event; empty when it has none. */
  subject: Type.String(),
  /** The case of the event. */
  reason: Type.String(),
  count: Type.Integer(),
  firstAt: Time,
  lastAt: Time,
})

export const events = resource('events', 'account', {
  list: route('GET /v2/events', 'viewer', 'List notes about the account, newest first', {
    columns: 'lastAt, count, kind, subject, reason',
    ...pagesOf(AccountEvent),
  }),
})
