import { resource, route } from '../route.ts'
import { nullable, objectOf, oneOf, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { Format } from './messages.ts'

export type ScheduledRequest = Static<typeof ScheduledRequest>
const ScheduledRequest = objectOf({
  id: Type.Integer(),
  sender: Type.String(),
  text: Type.String(),
  format: Format,
  messages: Type.Integer(),
  jobName: nullable(Type.String()),
  campaignTitle: nullable(Type.String()),
  createdAt: Time,
  dueAt: Time,
  validUntil: Time,
  /** The next due batch: later than `dueAt` when sending hours or a busy carrier delay it. */
  nextAt: Time,
  state: oneOf(['scheduled', 'waiting', 'sending']),
})

export const scheduled = resource('scheduled', 'messages', {
  list: route('GET /v2/scheduled', 'viewer', 'List requests with pending messages', {
    columns: 'id, state, nextAt, sender, messages, campaignTitle, jobName, text',
    reads: 'messages.read',
    ...pagesOf(ScheduledRequest),
  }),
})
