import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext, getCACertificates } from 'node:tls'
import { buildConnector } from 'undici'
import { isReachable, type Reach } from './addresses.ts'
import type { Lookup } from './lookup.ts'
import { OutboundProblem } from './problem.ts'
import { describeReach } from './target.ts'

const connectTimeoutMs = 10_000
/**
 * How long one of several addresses is tried before the next: with Node's quarter of a second, hosts on other
 * continents would not be reached.
 */
const addressTimeoutMs = 2_500

export interface ConnectorOptions {
  readonly reach: Reach
  readonly lookup: Lookup
  readonly ca: readonly string[]
}

/**
 * Opens connections to addresses that may be reached, and to no others. What was judged is what is connected to: the
 * name is not looked up again in between.
 */
export function openConnector({ reach, lookup, ca }: ConnectorOptions): buildConnector.connector {
  // One for all connections: to read the certificates of all authorities takes milliseconds.
  const secureContext = createSecureContext(ca.length === 0 ? {} : { ca: [...getCACertificates('default'), ...ca] })
  const connectorFor = (protocol: string) =>
    buildConnector({
      secureContext,
      rejectUnauthorized: true,
      timeout: connectTimeoutMs,
      maxCachedSessions: 1_000,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: addressTimeoutMs,
      lookup: guardLookup({ reach, lookup, protocol }),
    })
  const http = connectorFor('http:')
  const https = connectorFor('https:')
  return (options, done) => {
    // Node looks nothing up when the host is an address.
    if (isIP(options.hostname) !== 0 && !isReachable(reach, options.protocol, options.hostname)) {
      process.nextTick(done, refusal(reach, options.protocol), null)
    } else (options.protocol === 'https:' ? https : http)(options, done)
  }
}

const refusal = (reach: Reach, protocol: string) => new OutboundProblem('refused', describeReach(reach, protocol))

interface Guard {
  readonly reach: Reach
  readonly lookup: Lookup
  readonly protocol: string
}

/**
 * A name with any address that may not be reached is refused whole: which of them is connected to would be left to
 * chance.
 */
function guardLookup({ reach, lookup, protocol }: Guard): LookupFunction {
  return (name, { all }, done) => {
    const fail = (problem: OutboundProblem) => done(problem, '', 0)
    lookup(name).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        const [first] = found
        if (first === undefined) fail(notFound())
        else if (!addresses.every((address) => isReachable(reach, protocol, address))) fail(refusal(reach, protocol))
        else if (all === true) done(null, found)
        else done(null, first.address, first.family)
      },
      () => fail(notFound()),
    )
  }
}

const notFound = () => new OutboundProblem('dns', 'the name of the server could not be looked up')
