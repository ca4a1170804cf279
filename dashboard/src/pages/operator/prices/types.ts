export interface Price {
  readonly id: number
  readonly product: string
  /** Null: for everybody. */
  readonly accountId: number | null
  readonly accountName: string | null
  readonly prefix: string
  readonly currency: string
  readonly amount: string
  readonly validFrom: string
}

/** A row of a file that can't be taken; the first after the header is 1. */
export interface BadRow {
  readonly row: number
  readonly reason: string
}
