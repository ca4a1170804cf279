import type { Context } from '../../context.ts'
import type { SharedRates } from '../../engine/flow/shared-rates.ts'
import type { Auth } from './auth.ts'
import type { Mailer } from './emails.ts'
import type { Oidc } from './oidc.ts'

export interface UsersContext extends Context {
  /** Loaded on first use. */
  readonly auth: () => Promise<Auth>
  readonly mailer: Mailer
  /** Null when no provider is configured. */
  readonly oidc: Oidc | null
  readonly rates: SharedRates
}
