import { isReachable, type Reach } from './addresses.ts'
import { openConnector } from './connect.ts'
import { type Downloaded, type DownloadRequest, openDownloads } from './download.ts'
import { Exchange, type OutboundAnswer } from './exchange.ts'
import { type Lookup, lookupFor, shareLookup } from './lookup.ts'
import { openPool } from './pool.ts'
import { OutboundProblem } from './problem.ts'
import type { OutboundRequest } from './request.ts'
import { describeReach, openTargets, readTarget } from './target.ts'

/**
 * Whether a URL may be saved. A name that cannot be resolved now is accepted, because every connection is checked
 * again.
 */
export type Judgement = { readonly ok: true; readonly resolved: boolean } | { readonly ok: false; readonly why: string }

/** Sends all requests to URLs that customers or operators choose. */
export interface Outbound {
  judge(url: string): Promise<Judgement>
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

const judgeTimeoutMs = 5_000

export function openOutbound({
  reach,
  ca = [],
  lookup: given = lookupFor(reach),
  urlLengthMax,
}: OutboundOptions): Outbound {
  const lookup = shareLookup(given)
  const targetOf = openTargets(reach, urlLengthMax)
  const connect = openConnector({ reach, lookup, ca })
  const pool = openPool(connect)
  const downloads = openDownloads(connect)

  return {
    async judge(url) {
      const target = readTarget(url, reach)
      if (!target.ok) return target
      if (target.isAddress) return { ok: true, resolved: true }
      const addresses = await within(judgeTimeoutMs, lookup(target.host))
      // A target that must be this machine has to be resolvable.
      const isUnseen =
        addresses.length === 0 && (reach === 'loopback' || (reach !== 'anywhere' && target.protocol === 'http:'))
      if (isUnseen || !addresses.every((address) => isReachable(reach, target.protocol, address)))
        return { ok: false, why: describeReach(reach, target.protocol) }
      return { ok: true, resolved: addresses.length > 0 }
    },

    send: (request) =>
      new Promise((resolve, reject) => {
        const target = targetOf(request.url)
        if (!target.ok) throw new OutboundProblem('refused', target.why)
        request.signal?.throwIfAborted()
        pool.send(new Exchange(target, request, { resolve, reject }))
      }),

    async download(request) {
      const target = targetOf(request.url)
      if (!target.ok) throw new OutboundProblem('refused', target.why)
      return downloads.download(target, request)
    },

    close() {
      downloads.close()
      return pool.close()
    },
  }
}

/** Returns an empty list after a timeout or an error. */
async function within(timeoutMs: number, asked: Promise<readonly string[]>): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, [])
  })
  try {
    return await Promise.race([asked, late])
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}
