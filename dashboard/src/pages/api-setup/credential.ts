import type { Signature } from '../../parts/curl.ts'

/** A key or token as the list has it: all about it, but what is secret. */
export interface Credential {
  readonly id: number
  readonly kind: 'key' | 'token'
  readonly name: string
  readonly apiKey: string | null
  /** Null: all. */
  readonly products: readonly string[] | null
  /** Null: from anywhere. */
  readonly addresses: readonly string[] | null
  readonly lenient: boolean
  readonly operator: boolean
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  readonly lastUsedAt: string | null
  /** The one that was made in its place. */
  readonly replacedBy: number | null
}

/** What is shown once, when it is made. */
export type Issued = Signature

/** What the page shows of it then. */
export interface Shown {
  readonly title: string
  readonly issued: Issued
  readonly products: readonly string[] | null
}

export const kindWord = { key: 'API key', token: 'Access token' } as const

export type State = 'active' | 'expiring' | 'expired' | 'revoked'

export function stateOf({ revokedAt, expiresAt, replacedBy }: Credential, now: Date): State {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'expired'
  return replacedBy === null ? 'active' : 'expiring'
}

export const isEnded = (state: State) => state === 'expired' || state === 'revoked'
