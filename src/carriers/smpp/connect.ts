import { isIP, connect as openTcp, type Socket } from 'node:net'
import { connect as openTls } from 'node:tls'
import type { SmppSettings } from './settings.ts'

/** Starts a connection. The caller listens for the result. */
export type Connect = (settings: SmppSettings) => Socket

export const connect: Connect = ({ host, port, tls }) => {
  if (tls === null) return openTcp({ host, port })
  const servername = tls.serverName ?? (isIP(host) === 0 ? host : undefined)
  return openTls({
    host,
    port,
    rejectUnauthorized: tls.verify,
    servername,
    ca: tls.ca ?? undefined,
  })
}

/** Resolves when the connection can be used. Rejects when it fails, times out or is destroyed. */
export function whenConnected(socket: Socket, isTls: boolean, limitMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    reject(new Error('the connection timed out'))
    socket.destroy()
  }, limitMs)
  socket.once(isTls ? 'secureConnect' : 'connect', resolve)
  socket.once('error', (error) => reject(new Error(messageOf(error))))
  socket.once('close', () => reject(new Error('the other side closed the connection')))
  return promise.finally(() => clearTimeout(timer))
}

const unknownAuthority = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** A name with several addresses fails with one error per address and no message of its own. */
function messageOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (first instanceof Error && 'code' in first && unknownAuthority.has(String(first.code)))
    return 'the certificate is signed by an unknown authority; set the authority with --tls-ca, or as tls.ca in the settings'
  return first instanceof Error && first.message !== '' ? first.message : 'the connection failed'
}
