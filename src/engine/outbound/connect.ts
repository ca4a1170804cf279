import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, getCACertificates } from 'node:tls'
import { BoundedMap } from '../flow/bounded-map.ts'
import { isReachable, type Reach } from './addresses.ts'
import type { Lookup } from './lookup.ts'
import { OutboundProblem } from './problem.ts'
import { describeReach, type Target } from './target.ts'

/** Time to try one address before the next. Node's default of 250 ms is too short for hosts on other continents. */
const addressTimeoutMs = 2_500
const probeAfterMs = 60_000
const readBytes = 65_536
const sessionsKept = 1_000

export interface ConnectorOptions {
  readonly reach: Reach
  readonly lookup: Lookup
  readonly ca: readonly string[]
}

/** Begins a connection. `onBytes` must copy the bytes that it keeps. Throws OutboundProblem for an address. */
export type Connect = (target: Target, onBytes: (bytes: Buffer) => void) => Socket

/**
 * Connects only to allowed addresses. Checks the resolved address that is used for the connection, so that DNS
 * rebinding does not work.
 */
export function openConnector({ reach, lookup, ca }: ConnectorOptions): Connect {
  // Shared, because parsing all CA certificates takes milliseconds.
  const secureContext = createSecureContext(ca.length === 0 ? {} : { ca: [...getCACertificates('default'), ...ca] })
  // By origin, because Node does not check the host name again when a session is resumed.
  const sessions = new BoundedMap<string, Buffer>(sessionsKept)
  // Bytes are parsed as soon as they are read, so all connections can share it.
  const buffer = Buffer.allocUnsafeSlow(readBytes)

  return ({ protocol, origin, host, port, isAddress }, onBytes) => {
    // Node does not call lookup when the host is an address.
    if (isAddress && !isReachable(reach, protocol, host)) throw refusal(reach, protocol)
    const options = {
      host,
      port,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: addressTimeoutMs,
      lookup: guardLookup({ reach, lookup, protocol }),
      onread: {
        buffer,
        callback(size: number) {
          onBytes(buffer.subarray(0, size))
          return true
        },
      },
    }
    if (protocol !== 'https:') return tune(connectTcp(options))
    const session = sessions.get(origin)
    const socket = connectTls({
      ...options,
      secureContext,
      rejectUnauthorized: true,
      servername: isAddress ? '' : host,
      ALPNProtocols: ['http/1.1'],
      ...(session === undefined ? {} : { session }),
    })
    return tune(socket.on('session', (fresh) => sessions.set(origin, fresh)))
  }
}

const tune = (socket: Socket) => socket.setNoDelay(true).setKeepAlive(true, probeAfterMs)

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
