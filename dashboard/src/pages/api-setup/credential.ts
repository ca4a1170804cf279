import type { Credential } from '../../../../src/contract/console/accounts.ts'
import type { Signature } from '../../parts/curl.ts'

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
