/**
 * The contract of a chat channel. A channel communicates with one or more chat services and knows no accounts, prices
 * or database. Rejected messages are CarrierErrors, as for SMS carriers.
 */

export const mediaTypes = ['image', 'document', 'video', 'audio'] as const
export type MediaType = (typeof mediaTypes)[number]

export interface TextContent {
  readonly type: 'text'
  readonly text: string
}

export interface MediaContent {
  readonly type: MediaType
  /** The service downloads the file from here. */
  readonly url: string
  readonly caption?: string
  readonly filename?: string
}

export interface LocationContent {
  readonly type: 'location'
  readonly latitude: number
  readonly longitude: number
  readonly name?: string
  readonly address?: string
}

export type ChatContent = TextContent | MediaContent | LocationContent

/** An outgoing chat message. */
export interface ChatSubmission {
  /** Our id of the message. It is submitted again after a crash or a missing response. */
  readonly id: number
  /** The service, such as whatsapp. */
  readonly service: string
  /** The name or number of the business on the service. */
  readonly business: string
  readonly phone: string
  readonly content: ChatContent
}

/** A message from a person to a business. */
export interface IncomingMessage {
  /** The channel's unique id of the message. The same message may arrive twice with the same id. */
  readonly id: string
  readonly service: string
  readonly business: string
  readonly phone: string
  readonly text: string
  readonly at: Date
  /** Our id of the message that it replies to, when the channel knows it. */
  readonly answers: number | null
}

export interface ChannelEvents {
  /**
   * Resolves once the message is committed; only then is the service answered. When it rejects, the message must be
   * offered again.
   */
  incoming(message: IncomingMessage): Promise<void>
  /** `ready()` may have changed. */
  changed(): void
}

export interface ChatChannel {
  readonly name: string
  /** Whether the channel supports this service. */
  carries(service: string): boolean
  start(events: ChannelEvents): Promise<void>
  /** Whether it can accept a message now. Messages wait while it cannot, which does not count as a failure. */
  ready(): boolean
  /** Returns the channel's id of the accepted message. Throws only CarrierErrors. */
  submit(submission: ChatSubmission): Promise<{ readonly reference: string }>
  /** Accepts nothing more. Resolves after outstanding responses have arrived. */
  stop(): Promise<void>
}
