import type { Credential } from '../../../../src/contract/console/credentials.ts'
import type { Signature } from '../../parts/curl.ts'
import { useAbout } from '../../session.tsx'

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

/** The base URL of a product: this server, or the host that an operator configured for the product. */
export function useBase(): (product: string) => string {
  const { hosts } = useAbout()
  return (product) => {
    const { protocol, port, origin } = location
    const host = hosts[product]
    return host === undefined ? origin : `${protocol}//${host}${port === '' ? '' : `:${port}`}`
  }
}
