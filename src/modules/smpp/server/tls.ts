import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Server, Socket } from 'node:net'
import { createServer } from 'node:tls'
import type { SmppServerContext } from './context.ts'

/** A connection without a bind takes a place that others may need. */
const handshakeMsMax = 10_000

/** A TLS server with the certificate of the settings. It uses a renewed certificate for new connections. */
export function createTlsListener(
  { config, log }: Pick<SmppServerContext, 'config' | 'log'>,
  lookEveryMs: number,
  onConnection: (socket: Socket) => void,
): Server {
  const { smppTlsCertificate: certificate = null, smppTlsKey: key = null } = config
  if (certificate === null || key === null) throw new Error('the TLS port needs a certificate and a key')
  const read = () => ({ cert: readFileSync(certificate), key: readFileSync(key), minVersion: 'TLSv1.2' }) as const
  const server = createServer({ ...read(), handshakeTimeout: handshakeMsMax }, onConnection)

  function reload(): void {
    try {
      server.setSecureContext(read())
      log.info('read the certificate of the SMPP server again')
    } catch (error) {
      // Certificate and key are often written one after the other. The earlier ones stay in use.
      log.warn({ err: error }, 'failed to read the certificate of the SMPP server')
    }
  }
  const files = [certificate, key]
  for (const file of files) watchFile(file, { interval: lookEveryMs, persistent: false }, reload)
  server.on('close', () => {
    for (const file of files) unwatchFile(file, reload)
  })
  server.on('tlsClientError', (error) => log.debug({ err: error }, 'a TLS handshake with an SMPP customer failed'))
  return server
}
