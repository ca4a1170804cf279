/**
 * What every chat channel is to the rest of the program. A channel knows how to speak to one or several chat services;
 * it knows no account, no price and no database. Why a message was not taken is a CarrierError, as with those who carry
 * SMS.
 */

export const mediaTypes = ['image', 'document', 'video', 'audio'] as const
export type MediaType = (typeof mediaTypes)[number]

export interface TextContent {
  readonly type: 'text'
  readonly text: string
}

export interface MediaContent {
  readonly type: MediaType
  /** The service fetches it from there. */
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

/** One message on its way to a person. */
export interface ChatSubmission {
  /** Our id of the message. The same id is submitted again after a crash, or when an answer did not come. */
  readonly id: number
  /** The service, such as whatsapp. */
  readonly service: string
  /** The business's name or number on it. */
  readonly business: string
  readonly phone: string
  readonly content: ChatContent
}

/** What a person wrote to a business. */
export interface IncomingMessage {
  /** The channel's own, another one for every message. The same message may come twice, under the same id. */
  readonly id: string
  readonly service: string
  readonly business: string
  readonly phone: string
  readonly text: string
  readonly at: Date
  /** Our id of the message that it answers, where the channel knows it. */
  readonly answers: number | null
}

export interface ChannelEvents {
  /**
   * Resolves once the message is committed; the service is answered only then. When it rejects, the message must be
   * offered again.
   */
  incoming(message: IncomingMessage): Promise<void>
  /** `ready()` may have changed. */
  changed(): void
}

export interface ChatChannel {
  readonly name: string
  /** Whether it leads to this service. */
  carries(service: string): boolean
  start(events: ChannelEvents): Promise<void>
  /** Whether it can take a message now. While it can't, messages wait: a channel that is away is no failure. */
  ready(): boolean
  /** Gives the channel's own id of what it took. Throws a CarrierError, and nothing else, when it did not. */
  submit(submission: ChatSubmission): Promise<{ readonly reference: string }>
  /** Takes nothing more; resolves when what was under way has been answered. */
  stop(): Promise<void>
}
