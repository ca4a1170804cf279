import type { SharedRates } from '../../../engine/flow/shared-rates.ts'
import type { SmsContext } from '../../sms/index.ts'
import type { Authenticator } from '../model.ts'
import type { PartialMessages } from './gather-parts.ts'

/** The dependencies of the SMPP server. */
export interface SmppServerContext extends SmsContext {
  readonly authenticator: Authenticator
  readonly rates: SharedRates
  readonly partialMessages: PartialMessages
}
