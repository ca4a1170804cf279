import { setTimeout as sleep } from 'node:timers/promises'
import { isReachable, type Reach } from './addresses.ts'
import { openClients } from './clients.ts'
import { openConnector } from './connect.ts'
import { type Downloaded, type DownloadRequest, download } from './download.ts'
import { type Lookup, lookupFor, shareLookup } from './lookup.ts'
import { OutboundProblem } from './problem.ts'
import { type OutboundAnswer, type OutboundRequest, sendRequest } from './send.ts'
import { describeReach, openTargets, readTarget } from './target.ts'

/**
 * Whether a URL may be saved. A name that cannot be resolved now is accepted, because every connection is checked
 * again.
 */
export type UrlCheck = { readonly ok: true; readonly resolved: boolean } | { readonly ok: false; readonly why: string }

/** Sends all requests to URLs that customers or operators choose. */
export interface Outbound {
  checkUrl(url: string): Promise<UrlCheck>
  /** Resolves for any status and does not follow redirects. Throws OutboundProblem when there is no response. */
  send(request: OutboundRequest): Promise<OutboundAnswer>
  /** Downloads a file in pieces. The address is checked like that of `send`. */
  download(request: DownloadRequest): Promise<Downloaded>
  /** Aborts running requests. */
  close(): Promise<void>
}

export interface OutboundOptions {
  readonly reach: Reach
  /** Additional trusted certificate authorities, in PEM format. */
  readonly ca?: readonly string[]
  readonly lookup?: Lookup
  /** Larger for carriers that take messages in the URL. */
  readonly urlLengthMax?: number
}

const checkTimeoutMs = 5_000

export function openOutbound({
  reach,
  ca = [],
  lookup: given = lookupFor(reach),
  urlLengthMax,
}: OutboundOptions): Outbound {
  const lookup = shareLookup(given)
  const targetOf = openTargets(reach, urlLengthMax)
  const clients = openClients(openConnector({ reach, lookup, ca }))

  return {
    async checkUrl(url) {
      const target = readTarget(url, reach)
      if (!target.ok) return target
      if (target.isAddress) return { ok: true, resolved: true }
      const addresses = await within(checkTimeoutMs, lookup(target.host))
      // A target that must be this machine has to be resolvable.
      const isUnseen =
        addresses.length === 0 && (reach === 'loopback' || (reach !== 'anywhere' && target.protocol === 'http:'))
      if (isUnseen || !addresses.every((address) => isReachable(reach, target.protocol, address)))
        return { ok: false, why: describeReach(reach, target.protocol) }
      return { ok: true, resolved: addresses.length > 0 }
    },

    async send(request) {
      const target = targetOf(request.url)
      if (!target.ok) throw new OutboundProblem('refused', target.why)
      request.signal?.throwIfAborted()
      return sendRequest(clients, target, request)
    },

    async download(request) {
      const target = targetOf(request.url)
      if (!target.ok) throw new OutboundProblem('refused', target.why)
      return download(clients, target, request)
    },

    close: clients.close,
  }
}

/** Returns an empty list after a timeout or an error. */
const within = (timeoutMs: number, asked: Promise<readonly string[]>): Promise<readonly string[]> =>
  Promise.race([asked, sleep(timeoutMs, [], { ref: false })]).catch(() => [])
