export interface Conversation {
  readonly id: number
  /** The service, such as whatsapp. */
  readonly channel: string
  /** The business's own name there. */
  readonly from: string
  /** The person's number. */
  readonly to: string
  readonly createdAt: string
  readonly changedAt: string
  /** When the person last wrote. */
  readonly receivedAt: string | null
  /** Until when they can be answered; null when that is over, or never was. */
  readonly sessionUntil: string | null
}

export type Content =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image' | 'document' | 'video' | 'audio'
      readonly url: string
      readonly caption?: string
      readonly filename?: string
    }
  | {
      readonly type: 'location'
      readonly latitude: number
      readonly longitude: number
      readonly name?: string
      readonly address?: string
    }

export interface Message {
  readonly id: number
  readonly direction: 'in' | 'out'
  readonly state: 'queued' | 'sent' | 'failed' | 'received'
  readonly content: Content
  readonly reason: string | null
  readonly createdAt: string
}

/** As people write them: the services' own names where they are known. */
const names: Readonly<Record<string, string>> = {
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  messenger: 'Messenger',
  instagram: 'Instagram',
  viber: 'Viber',
}

export const nameOfChannel = (channel: string) => names[channel] ?? channel
