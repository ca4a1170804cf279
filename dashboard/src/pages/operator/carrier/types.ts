/** Carriers as the console answers. */

/** A setting as the server describes it: JSON Schema, with words for people. */
export interface Described {
  readonly type?: string | readonly string[]
  readonly title: string
  readonly description: string
  readonly 'x-group'?: 'basic' | 'advanced'
  readonly default?: string | number | boolean | null
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly properties?: DescribedSettings
  readonly required?: readonly string[]
  readonly additionalProperties?: false | { readonly type: string }
}

export type DescribedSettings = Readonly<Record<string, Described>>

export interface Kind {
  readonly kind: string
  readonly title: string
  readonly settings: { readonly properties: DescribedSettings; readonly required: readonly string[] }
  readonly secrets: readonly { readonly name: string; readonly title: string; readonly required: boolean }[]
}

export interface Connection {
  readonly place: number
  /** The process that has it; null when none does. */
  readonly owner: string | null
  /** Null while it is up. */
  readonly downSince: string | null
  readonly problem: string | null
}

export type Settings = Readonly<Record<string, unknown>>

export interface Health {
  readonly state: 'in' | 'out' | 'trial'
  readonly reason: string | null
  readonly until: string | null
}

export interface Carrier {
  readonly name: string
  readonly kind: string
  readonly settings: Settings
  /** The names of those that are kept. */
  readonly secrets: readonly string[]
  readonly paused: boolean
  readonly failoverSeconds: number
  readonly awaySince: string | null
  /** How often it said in the last five minutes that messages come too fast. */
  readonly throttles: number
  /** What is not as usual. */
  readonly healthSettings: Readonly<Record<string, number | null>>
  readonly health: Health
  readonly changedAt: string
  readonly connections: readonly Connection[]
  /** Where its provider is to push receipts; null where they come another way. */
  readonly receiptUrl: string | null
}

export interface Queue {
  readonly carrier: string
  readonly lane: 'pin' | 'single' | 'bulk'
  readonly batches: number
  /** That are due, those in hand too. */
  readonly messages: number
  readonly oldestDueAt: string | null
  readonly inHand: number
  readonly scheduled: number
  /** Whether there are more than were counted. */
  readonly more: boolean
}
