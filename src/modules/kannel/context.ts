import type { AuthenticationDeps } from '../accounts/index.ts'
import type { Authenticator } from '../smpp/index.ts'
import type { SmsContext } from '../sms/index.ts'
import type { DlrOutbound } from './outbound.ts'

export interface KannelContext {
  readonly sms: SmsContext
  /** Checks API keys. */
  readonly keys: AuthenticationDeps
  /** Checks SMPP credentials. */
  readonly authenticator: Authenticator
  readonly outbound: DlrOutbound
}
