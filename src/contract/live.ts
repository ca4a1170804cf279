import { oneOf } from './shapes.ts'
import { type Static, Type } from './type.ts'

/** The server-sent events of `GET /console/v1/accounts/:account/live`, which announce changed data of the account. */

const liveTopics = ['messages', 'inbound', 'events', 'imports', 'conversations'] as const
export type LiveTopic = (typeof liveTopics)[number]

/** The data of each event, by name. Clients reload the data of a topic through the ordinary routes. */
export const LiveEvents = Type.Object({
  /** The topics that changed since the last event. */
  changed: Type.Array(oneOf(liveTopics), { minItems: 1 }),
})
export type LiveEvents = Static<typeof LiveEvents>
