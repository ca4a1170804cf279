import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, getCACertificates } from 'node:tls'
import type { buildConnector } from 'undici'
import { BoundedMap } from '../flow/bounded-map.ts'
import { isReachable, type Reach } from './addresses.ts'
import type { Lookup } from './lookup.ts'
import { OutboundProblem, problemOf, slowConnection, stopped } from './problem.ts'
import { describeReach } from './target.ts'

/** Time to try one address before the next. Node's default of 250 ms is too short for hosts on other continents. */
const addressTimeoutMs = 2_500
const connectTimeoutMs = 10_000
const probeAfterMs = 60_000
const sessionsKept = 1_000

export interface ConnectorOptions {
  readonly reach: Reach
  readonly lookup: Lookup
  readonly ca: readonly string[]
}

export interface Connector {
  readonly connect: buildConnector.connector
  /** Closes all connections, and opens no others. */
  close(): void
}

/**
 * Connects only to allowed addresses. Checks the resolved address that is used for the connection, so that DNS
 * rebinding does not work.
 */
export function openConnector({ reach, lookup, ca }: ConnectorOptions): Connector {
  // Shared, because parsing all CA certificates takes milliseconds.
  const secureContext = createSecureContext(ca.length === 0 ? {} : { ca: [...getCACertificates('default'), ...ca] })
  // By host and port, because Node does not check the host name again when a session is resumed.
  const sessions = new BoundedMap<string, Buffer>(sessionsKept)
  const sockets = new Set<Socket>()
  let isClosed = false

  const open = (protocol: string, host: string, port: number): Socket => {
    const options = {
      host,
      port,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: addressTimeoutMs,
      lookup: guardLookup({ reach, lookup }, protocol),
    }
    if (protocol !== 'https:') return connectTcp(options)
    const origin = `${host}:${port}`
    const socket = connectTls({
      ...options,
      secureContext,
      rejectUnauthorized: true,
      servername: isIP(host) === 0 ? host : '',
      ALPNProtocols: ['http/1.1'],
      session: sessions.get(origin),
    })
    return socket.on('session', (fresh) => sessions.set(origin, fresh))
  }

  return {
    connect({ protocol, hostname, port }, done) {
      if (isClosed) return done(new OutboundProblem(...stopped), null)
      // Node does not call lookup when the host is an address.
      if (isIP(hostname) !== 0 && !isReachable(reach, protocol, hostname)) return done(refusal(reach, protocol), null)
      const socket = open(protocol, hostname, Number(port) || (protocol === 'https:' ? 443 : 80))
      const timer = setTimeout(() => socket.destroy(new OutboundProblem(...slowConnection)), connectTimeoutMs)
      const onError = (error: Error) => {
        clearTimeout(timer)
        done(problemOf(error), null)
      }
      sockets.add(socket)
      socket
        .setNoDelay(true)
        .setKeepAlive(true, probeAfterMs)
        .once('error', onError)
        .once(protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          clearTimeout(timer)
          socket.off('error', onError)
          done(null, socket)
        })
        .once('close', () => sockets.delete(socket))
    },
    close() {
      isClosed = true
      for (const socket of sockets) socket.destroy(new OutboundProblem(...stopped))
    },
  }
}

const refusal = (reach: Reach, protocol: string) => new OutboundProblem('refused', describeReach(reach, protocol))

/** Rejects a name when any of its addresses is not allowed, because Node chooses between them. */
function guardLookup({ reach, lookup }: Omit<ConnectorOptions, 'ca'>, protocol: string): LookupFunction {
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
