import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext, getCACertificates } from 'node:tls'
import { buildConnector } from 'undici'
import { isReachable, type Reach } from './addresses.ts'
import type { Lookup } from './lookup.ts'
import { OutboundProblem } from './problem.ts'
import { describeReach } from './target.ts'

const connectTimeoutMs = 10_000
/** Time to try one address before the next. Node's default of 250 ms is too short for hosts on other continents. */
const addressTimeoutMs = 2_500

export interface ConnectorOptions {
  readonly reach: Reach
  readonly lookup: Lookup
  readonly ca: readonly string[]
}

/**
 * Connects only to allowed addresses. Checks the resolved address that is used for the connection, so that DNS
 * rebinding does not work.
 */
export function openConnector({ reach, lookup, ca }: ConnectorOptions): buildConnector.connector {
  // Shared, because parsing all CA certificates takes milliseconds.
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
    // Node does not call lookup when the host is an address.
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

/** Rejects a name when any of its addresses is not allowed, because Node chooses between them. */
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

const notFound = () => new OutboundProblem('dns', 'the host name could not be resolved')
