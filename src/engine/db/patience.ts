import { AsyncLocalStorage } from 'node:async_hooks'

const patientMs = 60_000
const patience = new AsyncLocalStorage<number>()

/**
 * Within `run`, and in all that it starts, a connection that others use is waited for up to a minute. A request waits
 * shorter: its client is better told to come back. A start or background work has nothing better to do.
 */
export const patiently = <T>(run: () => Promise<T>): Promise<T> => patience.run(patientMs, run)

/** How long to wait on after the usual time. */
export const patienceMs = (): number => patience.getStore() ?? 0
