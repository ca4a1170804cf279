import { type AddressInfo, createServer } from 'node:net'
import type { Config, Ports } from '../config.ts'
import { Failure } from './command.ts'

/**
 * Called before anything is created, so that a start without free ports leaves nothing behind. Returns the ports, which
 * the system chooses for those that are 0.
 */
export async function tryPorts({ host, port, smppPort, smppTlsPort, dataDirectory }: Config): Promise<Ports> {
  try {
    return {
      port: await tryPort(host, port),
      smppPort: await trySmppPort('NGOMA_SMPP_PORT', host, smppPort),
      smppTlsPort: await trySmppPort('NGOMA_SMPP_TLS_PORT', host, smppTlsPort),
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') await rejectSecondServer(port, dataDirectory)
    throw error
  }
}

/** Names the setting: the general text about a port in use names PORT. */
async function trySmppPort(setting: string, host: string, port: number | null): Promise<number | null> {
  if (port === null) return null
  try {
    return await tryPort(host, port)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Failure(
      `Another program uses port ${port}. Stop it, or set ${setting} to a free port. Each Ngoma process on a machine needs its own: set ${setting} in the settings of this process, such as /etc/ngoma-api2.env, or empty to leave SMPP to the other one.`,
    )
  }
}

export async function tryPort(host: string, port: number): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const { port: tried } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return tried
}

/** Throws when the port belongs to a server with the same data directory. */
async function rejectSecondServer(port: number, dataDirectory: string): Promise<void> {
  const { findPresence } = await import('./doctor/server.ts')
  const presence = await findPresence(dataDirectory)
  if (presence.kind !== 'server' || presence.system.port !== port) return
  throw new Failure(
    `Ngoma is already running on port ${port} (process ${presence.system.pid}). Stop it first, or set PORT and NGOMA_DATA to run a second server.`,
  )
}
