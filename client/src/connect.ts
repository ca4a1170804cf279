import { refuseBrowsers } from './browser.ts'
import { type NgomaOptions, openTransport, type Transport } from './transport.ts'

/** Connects to a server. A connection holds no sockets and does not have to be closed. Throws in a browser. */
export function connect(options: NgomaOptions): Transport {
  refuseBrowsers()
  return openTransport(options)
}
