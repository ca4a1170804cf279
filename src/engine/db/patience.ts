import { AsyncLocalStorage } from 'node:async_hooks'

const patientMs = 60_000
const patience = new AsyncLocalStorage<number>()

/**
 * Within `run`, a free connection is awaited for up to a minute, and a silent host for some seconds. Requests wait
 * shorter, so that the client gets a 503 soon; startup can wait.
 */
export const patiently = <T>(run: () => Promise<T>): Promise<T> => patience.run(patientMs, run)

/** Maximum time to wait for a connection, beyond the usual timeout. */
export const patienceMs = (): number => patience.getStore() ?? 0
