import { Agent } from 'undici'
import { isReachable, type Reach } from './addresses.ts'
import { openConnector } from './connect.ts'
import { type Lookup, lookupFor, shareLookup } from './lookup.ts'
import { OutboundProblem } from './problem.ts'
import { dispatch, type OutboundAnswer, type OutboundRequest } from './send.ts'
import { describeReach, openTargets, readTarget } from './target.ts'

/**
 * Whether a URL may be saved. A name that cannot be resolved now is accepted, because every connection is checked
 * again.
 */
export type Judgement = { readonly ok: true; readonly resolved: boolean } | { readonly ok: false; readonly why: string }

/** Sends all requests to URLs that customers or operators choose. */
export interface Outbound {
  judge(url: string): Promise<Judgement>
  /** Throws OutboundProblem when there is no response. */
  send(request: OutboundRequest): Promise<OutboundAnswer>
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
const idleMs = 4_000
/** Upper limit for the keep-alive time that a server announces. */
const idleMsMax = 60_000

export function openOutbound({
  reach,
  ca = [],
  lookup: given = lookupFor(reach),
  urlLengthMax,
}: OutboundOptions): Outbound {
  const lookup = shareLookup(given)
  const targetOf = openTargets(reach, urlLengthMax)
  // The agent drops an origin with its last connection.
  const agent = new Agent({
    connect: openConnector({ reach, lookup, ca }),
    // Unlimited, because a request that waits for a connection would use up its own timeout.
    connections: null,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMsMax,
    maxHeaderSize: 16_384,
  })

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

    async send(request) {
      const target = targetOf(request.url)
      if (!target.ok) throw new OutboundProblem('refused', target.why)
      // undici would verify the certificate against this header instead of the URL.
      for (const name in request.headers)
        if (/^host$/i.test(name)) throw new OutboundProblem('refused', 'the Host header cannot be set')
      return dispatch(agent, target, request)
    },

    close: () => agent.destroy(),
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
