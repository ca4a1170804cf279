import type { Credential } from '../../../../src/contract/console/accounts.ts'
import type { Signature } from '../../parts/curl.ts'

/** A new key or token, shown once. */
export type Issued = Signature

/** A new key or token, with the title and the products of its dialog. */
export interface Shown {
  readonly title: string
  readonly issued: Issued
  readonly products: readonly string[] | null
}

export type State = 'active' | 'expiring' | 'expired' | 'revoked'

export function stateOf({ revokedAt, expiresAt, replacedBy }: Credential, now: Date): State {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'expired'
  return replacedBy === null ? 'active' : 'expiring'
}

export const isEnded = (state: State) => state === 'expired' || state === 'revoked'
