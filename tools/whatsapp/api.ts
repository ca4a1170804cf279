import type { FaultName, FaultScope } from '../emulator/faults.ts'
import type { ErrorCode } from './errors.ts'
import type { PhoneNumber } from './graph.ts'
import type { Content } from './inbound.ts'
import type { Sent, Status } from './statuses.ts'
import type { Template } from './templates.ts'
import type { WebhookAttempt } from './webhooks.ts'

export interface WhatsAppOptions {
  readonly host?: string
  /** 0 picks a free port. */
  readonly port?: number
  /** In PEM format; plain HTTP by default. */
  readonly tls?: { readonly key: string; readonly cert: string }
  readonly token?: string
  readonly appSecret?: string
  readonly businessAccountId?: string
  readonly phoneNumbers?: readonly PhoneNumber[]
  readonly templates?: readonly NewTemplate[]
  readonly now?: () => Date
  /** Between the answer and the statuses. */
  readonly delayMs?: number
  /** `manual`: only `report` sends statuses. */
  readonly statuses?: 'auto' | 'manual'
  /** People read what they receive. */
  readonly reads?: boolean
  /** 131026 and 131047 come as a failed status after an accepting answer, as the real API does in most cases. */
  readonly lateErrors?: boolean
  /** False: the 24-hour window is not checked, for an emulator that does not know earlier messages. */
  readonly checksWindow?: boolean
  /** Waiting times before a webhook that was not answered with 200 is repeated. */
  readonly retryDelaysMs?: readonly number[]
  /** Called with one line for each message, status and webhook. */
  readonly onLog?: (line: string) => void
  /** Called with every accepted message, before the answer. */
  readonly onMessage?: (message: Sent) => void
}

export type NewTemplate = Pick<Template, 'name' | 'language' | 'components'> & Partial<Template>

export interface Writing {
  /** Digits only. */
  readonly from: string
  /** Of the business; its first number by default. */
  readonly phoneNumberId?: string
  readonly name?: string
  /** The ID of the message that the person answers. */
  readonly replyTo?: string
}

export interface WhatsApp {
  /** The base URL, which takes the place of https://graph.facebook.com. */
  readonly url: string
  readonly token: string
  readonly appSecret: string
  readonly businessAccountId: string
  readonly phoneNumbers: readonly PhoneNumber[]
  /** Accepted messages, oldest first. */
  readonly sent: readonly Sent[]
  /** Messages of people that the business marked as read. */
  readonly markedRead: readonly string[]
  readonly webhooks: readonly WebhookAttempt[]
  templates(): readonly Template[]
  addTemplate(template: NewTemplate): Template
  /** Verifies the URL and sends webhooks to it, of one phone number or of all. */
  subscribe(url: string, verifyToken: string, phoneNumberId?: string): Promise<void>
  /** A person writes to the business, which opens the 24-hour window. Resolves after the webhook with the message ID. */
  write(writing: Writing, content: Content | string): Promise<string>
  /** Sends a status of an accepted message. */
  report(messageId: string, status: Status, code?: ErrorCode): Promise<void>
  fault(name: FaultName, scope?: FaultScope): void
  clearFaults(): void
  /** Sends the answers that `slow` holds. */
  release(): void
  /** Resolves when `slow` holds an answer. */
  untilHeld(): Promise<void>
  retryWebhooks(): Promise<void>
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** Resolves when all requests are answered and their webhooks sent. */
  idle(): Promise<void>
  close(): Promise<void>
}
