import { Agent } from 'undici'
import { isReachable, type Reach } from './addresses.ts'
import { openConnector } from './connect.ts'
import { type Lookup, lookupFor, shareLookup } from './lookup.ts'
import { OutboundProblem } from './problem.ts'
import { dispatch, type OutboundAnswer, type OutboundRequest } from './send.ts'
import { describeReach, openTargets, readTarget } from './target.ts'

/** Whether a URL may be kept. A name that can't be looked up now may: it is judged again with every connection. */
export type Judgement = { readonly ok: true; readonly resolved: boolean } | { readonly ok: false; readonly why: string }

/** The one way out for requests to addresses that somebody else chose. */
export interface Outbound {
  judge(url: string): Promise<Judgement>
  /** Throws OutboundProblem when there is no answer. */
  send(request: OutboundRequest): Promise<OutboundAnswer>
  /** What is still under way is given up. */
  close(): Promise<void>
}

export interface OutboundOptions {
  readonly reach: Reach
  /** Certificates, as PEM, of authorities that are trusted beside those of Node. */
  readonly ca?: readonly string[]
  readonly lookup?: Lookup
  /** For those who put whole messages into their URLs. */
  readonly urlLengthMax?: number
}

const judgeTimeoutMs = 5_000
const idleMs = 4_000
/** However long a server says that it keeps connections. */
const idleMsMax = 60_000

export function openOutbound({
  reach,
  ca = [],
  lookup: given = lookupFor(reach),
  urlLengthMax,
}: OutboundOptions): Outbound {
  const lookup = shareLookup(given)
  const targetOf = openTargets(reach, urlLengthMax)
  // An origin is forgotten with its last connection.
  const agent = new Agent({
    connect: openConnector({ reach, lookup, ca }),
    // As many as there are requests: who waited for another's to be free would see its own time run out.
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
      // What may lead to this machine only has to be seen to.
      const isUnseen =
        addresses.length === 0 && (reach === 'loopback' || (reach !== 'anywhere' && target.protocol === 'http:'))
      if (isUnseen || !addresses.every((address) => isReachable(reach, target.protocol, address)))
        return { ok: false, why: describeReach(reach, target.protocol) }
      return { ok: true, resolved: addresses.length > 0 }
    },

    async send(request) {
      const target = targetOf(request.url)
      if (!target.ok) throw new OutboundProblem('refused', target.why)
      // undici would ask for a certificate of the host in this header, and not for one of the host in the URL.
      for (const name in request.headers)
        if (/^host$/i.test(name)) throw new OutboundProblem('refused', 'the header Host can not be chosen')
      return dispatch(agent, target, request)
    },

    close: () => agent.destroy(),
  }
}

/** None when there is no answer in time, or none at all. */
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
