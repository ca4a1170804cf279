import { type Static, Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { listPageOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'
import { Format } from './messages.ts'

/** A request with pending messages. */
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

/** The hours for bulk messages, as hh:mm in the recipient's time zone; null means all hours. */
export type SendingWindow = Static<typeof SendingWindow>
const SendingWindow = nullable(objectOf({ from: Type.String(), to: Type.String() }))

const WindowBody = nullable(
  objectOf({
    from: Type.String({ maxLength: 5, description: 'hh:mm in the time zone of the recipient' }),
    to: Type.String({ maxLength: 5, description: 'hh:mm; a time before from means the next day' }),
  }),
)

export const smsRoutes = {
  'GET /v2/scheduled': { query: queryOf('cursor', 'limit'), answer: listPageOf(ScheduledRequest) },
  'GET /v2/sending-window': { answer: SendingWindow },
  'PUT /v2/sending-window': { body: WindowBody, answer: SendingWindow },
} as const satisfies RouteShapes
