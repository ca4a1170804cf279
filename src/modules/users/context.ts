import type { Context } from '../../context.ts'
import type { SharedRates } from '../../engine/flow/shared-rates.ts'
import type { Auth } from './auth.ts'
import type { Letters } from './letters.ts'
import type { Oidc } from './oidc.ts'

/** What signing in needs beside what everybody has. */
export interface UsersContext extends Context {
  /** Loaded when it is first asked for. */
  readonly auth: () => Promise<Auth>
  readonly letters: Letters
  /** Null when the settings name no provider. */
  readonly oidc: Oidc | null
  readonly rates: SharedRates
}
