import { openOutbound, type Reach } from '../../engine/outbound/index.ts'
import type { AuthenticationDeps } from '../accounts/index.ts'
import type { Authenticator } from '../smpp/index.ts'
import type { SmsContext } from '../sms/index.ts'

export interface KannelContext {
  readonly sms: SmsContext
  /** Checks API keys. */
  readonly keys: AuthenticationDeps
  /** Checks SMPP credentials. */
  readonly authenticator: Authenticator
  readonly outbound: ReturnType<typeof openDlrOutbound>
}

/** Escape codes make a URL longer than the one in the request. */
const urlLengthMax = 16_384

/** Calls the URLs of customers. Credentials differ in the hosts that their URLs may name. */
export function openDlrOutbound(ca: readonly string[], loopback: boolean) {
  const usualReach: Reach = loopback ? 'public or loopback' : 'public'
  const usual = openOutbound({ reach: usualReach, ca, urlLengthMax })
  const anywhere = openOutbound({ reach: 'anywhere', ca, urlLengthMax })
  return {
    reachOf: (privateUrls: boolean): Reach => (privateUrls ? 'anywhere' : usualReach),
    send: (privateUrls: boolean, request: Parameters<typeof usual.send>[0]) =>
      (privateUrls ? anywhere : usual).send(request),
    async close() {
      await usual.close()
      await anywhere.close()
    },
  }
}
