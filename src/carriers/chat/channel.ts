import type { Readable } from 'node:stream'
import type { OpenProvider } from '../provider-kind.ts'

/**
 * The contract of a chat channel. A channel communicates with one or more chat services and knows no accounts, prices
 * or database. A message with an unclear result must not be sent again, except by a channel that recognizes it.
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

/** A message template that the service approved, with its parameters in the form of the Graph API. */
export interface TemplateContent {
  readonly type: 'template'
  readonly name: string
  readonly language: string
  readonly components?: readonly Readonly<Record<string, unknown>>[]
}

/** Buttons or a list, in the form of the Graph API. */
export interface InteractiveContent {
  readonly type: 'interactive'
  readonly interactive: Readonly<Record<string, unknown>>
}

/** The content of an outgoing message. */
export type ChatContent = TextContent | MediaContent | LocationContent | TemplateContent | InteractiveContent

export const incomingMediaTypes = [...mediaTypes, 'sticker'] as const

/** A file that a person sent. Only its description is stored; the bytes stay with the service. */
export interface IncomingMedia {
  readonly type: (typeof incomingMediaTypes)[number]
  /** The channel downloads the file with this. */
  readonly media: string
  readonly mimeType: string
  readonly size?: number
  readonly caption?: string
  readonly filename?: string
}

export interface ContactsContent {
  readonly type: 'contacts'
  readonly contacts: readonly { readonly name: string; readonly phones: readonly string[] }[]
}

/** A pressed button or a chosen list entry. */
export interface ReplyContent {
  readonly type: 'reply'
  /** The id or payload that the business gave to the button. */
  readonly id: string
  readonly text: string
}

/** A message that the service does not pass on, such as a poll. */
export interface UnsupportedContent {
  readonly type: 'unsupported'
}

/** The content of a person's message. */
export type IncomingContent =
  | TextContent
  | IncomingMedia
  | LocationContent
  | ContactsContent
  | ReplyContent
  | UnsupportedContent

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
  readonly content: IncomingContent
  readonly at: Date
  /** Our id of the message that it replies to, when the channel knows it. */
  readonly answers: number | null
  /** The channel's id of that message. */
  readonly answersReference?: string | null
}

/** The progress of an outgoing message after its submit. */
export interface MessageStatus {
  /** Our id of the message, when the channel returns it. */
  readonly id: number | null
  /** The channel's id of the message. */
  readonly reference: string
  readonly state: 'sent' | 'delivered' | 'read' | 'failed'
  /** Why it failed. */
  readonly reason: string | null
  readonly at: Date
}

export interface ChannelEvents {
  /**
   * Resolves once the message is committed; only then is the service answered. When it rejects, the message must be
   * offered again.
   */
  incoming(message: IncomingMessage): Promise<void>
  /**
   * Resolves once the status is committed. `later` means that it may belong to a message whose reference is not stored
   * yet, so the service should send it again.
   */
  status(status: MessageStatus): Promise<'noted' | 'later'>
  /** `ready()` may have changed. */
  changed(): void
}

export interface ChatChannel extends OpenProvider<ChannelEvents> {
  /** Whether the channel supports this service, for some businesses at least. */
  serves(service: string): boolean
  /** Whether the channel supports this service, and this business on it. */
  carries(service: string, business: string): boolean
  /** The businesses that messages can be sent from. Absent when the channel accepts any. */
  addresses?(): readonly { readonly service: string; readonly business: string }[]
  /** A person who did not write within the last 24 hours can only be sent templates. */
  readonly hasSessions?: boolean
  /** A message that is submitted again with the same id reaches the person once. */
  readonly isRepeatable?: boolean
  /** Whether it can accept a message now. Messages wait while it cannot, which does not count as a failure. */
  ready(): boolean
  /** Waits until the rate limit allows a submit. Throws ProviderFailures. Absent for channels without a limit. */
  pace?(): Promise<void>
  /**
   * Returns the channel's id of the accepted message. Throws only ProviderFailures. An error that is `away` says that
   * nothing was sent, so that another channel may send the message.
   */
  submit(submission: ChatSubmission): Promise<{ readonly reference: string }>
  /** All message templates of the service. Throws ProviderFailures. Absent for channels without templates. */
  listTemplates?(): Promise<readonly ChatTemplate[]>
  /** Opens a file that a person sent. Throws ProviderFailures. Absent for channels without files. */
  openMedia?(media: IncomingMedia): Promise<OpenedMedia>
}

/** A message template as the service lists it. */
export interface ChatTemplate {
  readonly name: string
  readonly language: string
  readonly category: string
  /** APPROVED, PENDING, REJECTED and others. */
  readonly status: string
  readonly components: readonly Readonly<Record<string, unknown>>[]
}

export interface OpenedMedia {
  readonly mimeType: string
  /** Must be read or destroyed. Fails when the file is larger than the channel allows. */
  readonly body: Readable
}
