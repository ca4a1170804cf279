import type { Context } from '../../context.ts'
import type { SharedRates } from '../../engine/flow/shared-rates.ts'
import type { Auth } from './auth.ts'
import type { Mailer } from './emails.ts'
import type { Oidc } from './oidc.ts'

/** What signing in needs beside what everybody has. */
export interface UsersContext extends Context {
  /** Loaded when it is first asked for. */
  readonly auth: () => Promise<Auth>
  readonly mailer: Mailer
  /** Null when the settings name no provider. */
  readonly oidc: Oidc | null
  readonly rates: SharedRates
}
