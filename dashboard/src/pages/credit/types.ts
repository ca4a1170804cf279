export interface Entry {
  readonly id: number
  readonly at: string
  readonly product: string
  readonly currency: string
  readonly kind: EntryKind
  readonly amount: string
  readonly subject: string
  readonly note: string
  readonly actor: string
}

export type EntryKind = 'credit' | 'debit' | 'hold' | 'spend' | 'release'

export interface Price {
  readonly id: number
  readonly product: string
  /** Null when it holds for everybody. */
  readonly accountId: number | null
  readonly prefix: string
  readonly currency: string
  readonly amount: string
  readonly validFrom: string
}
