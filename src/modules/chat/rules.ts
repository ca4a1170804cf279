import type { ChatContent } from '../../carriers/chat/channel.ts'
import type { CreditProduct } from '../balance/index.ts'

/** The product that messages are charged to. */
export const chatProduct: CreditProduct = 'CHAT'
/** The product that sessions are charged to. */
export const sessionProduct: CreditProduct = 'CONVERSATIONS'

/** A requested message. */
export interface MessageRequest {
  readonly service: string
  /** The name or number of the business on the service. */
  readonly business: string
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

const hourMs = 3_600_000
/** A session ends this long after the person's last message. */
export const sessionHours = 24
const sessionMs = sessionHours * hourMs
/** A message that no channel accepted within this time has expired. */
const validMs = 24 * hourMs

export const sessionEnd = (receivedAt: Date) => new Date(receivedAt.getTime() + sessionMs)
/** People who wrote after this time have an open session. */
export const sessionsSince = (now: Date) => new Date(now.getTime() - sessionMs)
/** Messages created up to this time have expired. */
export const validSince = (now: Date) => new Date(now.getTime() - validMs)
export const validUntil = (createdAt: Date) => new Date(createdAt.getTime() + validMs)

const textLengthMax = 65_536

/** Cleans a person's text for the database. */
export const soundText = (text: string) => text.slice(0, textLengthMax).replaceAll('\0', '').toWellFormed()
