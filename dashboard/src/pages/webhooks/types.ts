export type EventKind = 'delivery-report' | 'inbound-sms' | 'airtime' | 'checkout' | 'chat'

export interface Endpoint {
  readonly id: number
  readonly event: EventKind
  readonly url: string
  readonly flatArgs: boolean
  /** Made for the address that came with a message. */
  readonly adHoc: boolean
  readonly previousUntil: string | null
  readonly failingSince: string | null
  readonly disabledAt: string | null
  readonly disabledReason: 'gone' | 'failing' | 'by hand' | null
  readonly createdAt: string
}

/** As the list has it. */
export interface ListedEndpoint extends Endpoint {
  readonly lastAttempt: Pick<Attempt, 'at' | 'status' | 'problem'> | null
}

export interface WithSecret extends Endpoint {
  readonly secret: string
  /** Something that is no mistake, and should be known. */
  readonly warning?: string
}

export type EventState = 'waiting' | 'delivered' | 'failed' | 'kept'

export interface Happening {
  readonly id: number
  readonly state: EventState
  readonly attempts: number
  readonly isTest: boolean
  readonly createdAt: string
  readonly dueAt: string | null
  readonly body: string
}

export interface Attempt {
  readonly id: number
  readonly eventId: number
  readonly at: string
  readonly status: number | null
  readonly tookMs: number
  readonly problem: string | null
  readonly answer: string
}
