import { type Outbound, openOutbound, type Reach } from '../../engine/outbound/index.ts'

/** Calls the URLs of customers. Credentials differ in the hosts that their URLs may name. */
export interface DlrOutbound {
  reachOf(privateUrls: boolean): Reach
  send(privateUrls: boolean, request: Parameters<Outbound['send']>[0]): ReturnType<Outbound['send']>
  close(): Promise<void>
}

/** Escape codes make a URL longer than the one in the request. */
const filledLengthMax = 16_384

export function openDlrOutbound({
  ca,
  loopback,
}: {
  readonly ca: readonly string[]
  readonly loopback: boolean
}): DlrOutbound {
  const usualReach = loopback ? 'public or loopback' : 'public'
  const usual = openOutbound({ reach: usualReach, ca, urlLengthMax: filledLengthMax })
  const anywhere = openOutbound({ reach: 'anywhere', ca, urlLengthMax: filledLengthMax })
  return {
    reachOf: (privateUrls) => (privateUrls ? 'anywhere' : usualReach),
    send: (privateUrls, request) => (privateUrls ? anywhere : usual).send(request),
    async close() {
      await usual.close()
      await anywhere.close()
    },
  }
}
