/** What a running server says about itself. */
export interface SystemState {
  readonly version: string
  readonly node: string
  readonly pid: number
  readonly role: 'all' | 'api' | 'worker' | 'command'
  readonly host: string
  readonly port: number
  readonly consoleHost: string | null
  readonly staging: boolean
  readonly databaseLabel: string
  readonly database: DatabaseState
  readonly carriers: readonly { readonly name: string; readonly ready: boolean }[]
}

interface DatabaseState {
  readonly engine: 'embedded' | 'postgres'
  readonly version: string
  /** Both false when an answered request may be gone after a power cut. */
  readonly fsync: boolean
  readonly synchronousCommit: boolean
  readonly connections: { readonly max: number; readonly used: number; readonly ours: number }
  readonly schema: {
    readonly applied: readonly string[]
    readonly missing: readonly string[]
    readonly unknown: readonly string[]
  }
  readonly secret: { readonly source: 'given' | 'made' | 'to be made' } | { readonly wrong: string }
  readonly waitingSeconds: number | null
}

/** Something in the ledger that is not as it must be. */
export interface Wrong {
  readonly accountId: number
  readonly product: string
  readonly currency: string
  readonly what: string
  readonly expected: string
  readonly found: string
}

export interface LedgerState {
  readonly clean: boolean
  readonly balances: number
  readonly entries: number
  /** Holds whose subject is not kept any more. */
  readonly skipped: number
  readonly wrong: readonly Wrong[]
}
