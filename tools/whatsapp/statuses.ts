import { type ErrorCode, titleOf } from './errors.ts'
import type { Template } from './templates.ts'

export type Status = 'sent' | 'delivered' | 'read' | 'failed'

/** A message of the business that was accepted. */
export interface Sent {
  readonly id: string
  readonly phoneNumberId: string
  readonly to: string
  readonly type: string
  readonly template: Template | null
  readonly callbackData: string | null
  readonly at: Date
  /** The request body. */
  readonly body: Readonly<Record<string, unknown>>
  /** Statuses that were reported, oldest first. */
  readonly statuses: Status[]
}

const windowMs = 24 * 3_600_000
const seconds = (time: Date) => String(Math.floor(time.getTime() / 1000))

/** One object of `statuses` in a webhook. */
export function statusFields(message: Sent, status: Status, at: Date, code: ErrorCode = 131026): object {
  const category = message.template?.category.toLowerCase() ?? 'service'
  const common = {
    id: message.id,
    status,
    timestamp: seconds(at),
    recipient_id: message.to,
    biz_opaque_callback_data: message.callbackData ?? undefined,
  }
  if (status === 'failed')
    return {
      ...common,
      errors: [
        {
          code,
          title: titleOf(code),
          message: titleOf(code),
          error_data: { details: `The message to ${message.to} failed.` },
          href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
        },
      ],
    }
  const conversation = {
    id: `${message.phoneNumberId}-${message.to}`,
    expiration_timestamp: status === 'sent' ? seconds(new Date(message.at.getTime() + windowMs)) : undefined,
    origin: { type: category },
  }
  const isFree = category === 'service'
  const pricing = {
    billable: !isFree,
    pricing_model: 'PMP',
    type: isFree ? 'free_customer_service' : 'regular',
    category,
  }
  // Read reports carry neither of the two.
  return status === 'read' ? common : { ...common, conversation, pricing }
}

/** The last four digits of the recipient decide what becomes of an accepted message. */
export function statusesFor(to: string, reads: boolean): Status[] {
  if (to.endsWith('0002')) return ['sent']
  // A person who has the chat open reads at once; then there is no report of the delivery.
  if (to.endsWith('0003')) return ['sent', 'read']
  return reads ? ['sent', 'delivered', 'read'] : ['sent', 'delivered']
}
