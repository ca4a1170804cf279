import type { ChatContent } from '../../carriers/chat/channel.ts'
import type { CreditProduct } from '../balance/index.ts'

/** What messages are paid from. */
export const chatProduct: CreditProduct = 'CHAT'
/** What sessions are paid from. */
export const sessionProduct: CreditProduct = 'CONVERSATIONS'

/** A message as it was asked for. */
export interface MessageRequest {
  readonly service: string
  /** The business's name or number on the service. */
  readonly business: string
  readonly phone: string
  readonly content: ChatContent
  readonly transactionId: string | null
  readonly callbackUrl: string | null
}

/** Whether a repeated transaction is a repetition. */
export const isSame = (one: MessageRequest, other: MessageRequest) =>
  one.service === other.service &&
  one.business === other.business &&
  one.phone === other.phone &&
  one.callbackUrl === other.callbackUrl &&
  JSON.stringify(one.content) === JSON.stringify(other.content)

const hourMs = 3_600_000
/** How long after a person wrote their session ends. */
export const sessionHours = 24
const sessionMs = sessionHours * hourMs
/** What no channel took in this time is not wanted any more. */
const validMs = 24 * hourMs

export const sessionEnd = (receivedAt: Date) => new Date(receivedAt.getTime() + sessionMs)
/** Who wrote after this has an open session. */
export const sessionsSince = (now: Date) => new Date(now.getTime() - sessionMs)
/** What was written up to this is not wanted any more. */
export const validSince = (now: Date) => new Date(now.getTime() - validMs)
export const validUntil = (createdAt: Date) => new Date(createdAt.getTime() + validMs)

const textLengthMax = 65_536

/** What a person wrote, as the database takes it. */
export const soundText = (text: string) => text.slice(0, textLengthMax).replaceAll('\0', '').toWellFormed()
