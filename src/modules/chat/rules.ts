import type { ChatContent, IncomingContent, MessageStatus } from '../../carriers/chat/channel.ts'
import type { ChatBody } from '../../contract/callbacks.ts'
import type { CreditProduct } from '../balance/index.ts'

/** The product that messages are charged to, except PINs. */
export const chatProduct: CreditProduct = 'CHAT'
/** The product that sessions are charged to. */
export const sessionProduct: CreditProduct = 'CONVERSATIONS'

/** A business on a service, by its name or number there. */
export interface Address {
  readonly service: string
  readonly business: string
}

/** A requested message. */
export interface MessageRequest extends Address {
  readonly phone: string
  readonly content: ChatContent
  readonly transactionId: string | null
  readonly callbackUrl: string | null
}

export interface StoredRequest extends MessageRequest {
  readonly id: number
  /** The content was removed, because its limit has passed. */
  readonly textRemoved: boolean
}

/** Whether a repeated transaction is a duplicate. A removed content can't be compared. */
export const isSame = (one: StoredRequest, other: MessageRequest) =>
  one.service === other.service &&
  one.business === other.business &&
  one.phone === other.phone &&
  one.callbackUrl === other.callbackUrl &&
  (one.textRemoved || JSON.stringify(one.content) === JSON.stringify(other.content))

/**
 * The state of a message for people and programs. unknown: a request to the channel may have arrived, but the channel
 * never reported its result.
 */
export const chatStates = ['queued', 'sent', 'delivered', 'read', 'failed', 'unknown', 'received'] as const
export type ChatState = (typeof chatStates)[number]

/** The reason of a stored failure whose outcome is unknown. */
export const unknownOutcome = 'unknown'

/** The columns that the state of a message follows from. */
export interface Progress {
  /** How the message was paid for. */
  readonly state: string
  readonly reason: string | null
  readonly deliveredAt: Date | null
  readonly readAt: Date | null
  readonly failedAt: Date | null
}

export function stateOf({ state, reason, deliveredAt, readAt, failedAt }: Progress): ChatState {
  if (failedAt !== null || (state === 'failed' && reason !== unknownOutcome)) return 'failed'
  if (readAt !== null) return 'read'
  if (deliveredAt !== null) return 'delivered'
  return state === 'failed' ? 'unknown' : (state as ChatState)
}

/** The states that a status can change. A late `sent` does not settle an unknown outcome: it may never be delivered. */
const changeable: Readonly<Record<MessageStatus['state'], readonly ChatState[]>> = {
  sent: ['queued'],
  delivered: ['queued', 'sent', 'unknown'],
  read: ['queued', 'sent', 'unknown', 'delivered'],
  failed: ['queued', 'sent', 'unknown'],
}

/** Whether a status is progress. Statuses arrive in any order, and more than once. */
export const isProgress = (from: ChatState, to: MessageStatus['state']): boolean => changeable[to].includes(from)

/** The text of a message as a person reads it; empty for a file without a caption. */
export function textOf(content: IncomingContent): string {
  switch (content.type) {
    case 'text':
    case 'reply':
      return content.text
    case 'location':
      return content.name ?? ''
    case 'contacts':
    case 'unsupported':
      return ''
    default:
      return content.caption ?? ''
  }
}

/** The text of a message in lists; for other contents their type in brackets, with the caption or name. */
export function summaryOf(content: ChatContent | IncomingContent): string {
  switch (content.type) {
    case 'text':
    case 'reply':
      return content.text
    case 'location':
    case 'template':
      return withType(content.type, content.name)
    case 'contacts':
      return withType(content.type, content.contacts.map(({ name }) => name).join(', '))
    case 'interactive':
    case 'unsupported':
      return withType(content.type)
    default:
      return withType(content.type, content.caption ?? content.filename)
  }
}

const withType = (type: string, text = '') => `[${type}] ${text}`.trimEnd()

/** The details of a message for callbacks. `id` is our id of the message. */
export function detailsOf(content: IncomingContent, id: number): Omit<ChatBody['message'], 'text'> {
  switch (content.type) {
    case 'text':
    case 'unsupported':
      return {}
    case 'reply':
      return { reply: { id: content.id, text: content.text } }
    case 'contacts':
      return { contacts: content.contacts.map(({ name, phones }) => ({ name, phones: [...phones] })) }
    case 'location': {
      const { type: _, ...location } = content
      return { location }
    }
    default: {
      const { mimeType, size, filename } = content
      return { media: { id: String(id), mime_type: mimeType, size, filename } }
    }
  }
}

const allowedTypes = [
  /^image\/(?:jpeg|png|webp|gif)$/,
  /^audio\/(?:aac|amr|mp4|mpeg|ogg|opus)$/,
  /^video\/(?:mp4|3gpp)$/,
  /^text\/(?:plain|csv)$/,
  /^application\/(?:pdf|msword|vnd\.ms-(?:excel|powerpoint)|vnd\.openxmlformats-officedocument\.[a-z.]+)$/,
]

/** Whether a file of a person may be passed on. Pages and programs are not. */
export function isAllowedType(mimeType: string): boolean {
  const [type = ''] = mimeType.toLowerCase().split(';')
  return allowedTypes.some((allowed) => allowed.test(type.trim()))
}

const hourMs = 3_600_000
/** How long the status of a message is awaited after the response of the channel was lost. */
const unknownMs = hourMs
export const unknownUntil = (triedAt: Date) => new Date(triedAt.getTime() + unknownMs)
export const unknownSince = (now: Date) => new Date(now.getTime() - unknownMs)
/** A session ends this long after the person's last message. */
export const sessionHours = 24
const sessionMs = sessionHours * hourMs
/** A message that no channel accepted within this time has expired. */
const validMs = 24 * hourMs

export const sessionEnd = (receivedAt: Date) => new Date(receivedAt.getTime() + sessionMs)
/** People who wrote after this time have an open session. */
export const sessionsSince = (now: Date) => new Date(now.getTime() - sessionMs)
/** Messages without an own limit that were created up to this time have expired. */
export const validSince = (now: Date) => new Date(now.getTime() - validMs)
export const validUntil = ({ createdAt, expiresAt }: { readonly createdAt: Date; readonly expiresAt: Date | null }) =>
  expiresAt ?? new Date(createdAt.getTime() + validMs)

const textLengthMax = 65_536

/** Cleans a person's text for the database. */
const soundText = (text: string) => text.slice(0, textLengthMax).replaceAll('\0', '').toWellFormed()

/** Cleans all texts of a person's message for the database. */
export const soundContent = (content: IncomingContent): IncomingContent =>
  JSON.parse(JSON.stringify(content, (_, value) => (typeof value === 'string' ? soundText(value) : value)))
