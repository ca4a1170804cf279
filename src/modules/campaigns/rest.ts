import { setTimeout as sleep } from 'node:timers/promises'

const restMsMax = 200

/** Rests as long as the work since `startedAt` took: people wait for single messages and PINs, but not for campaigns. */
export const restAfter = (startedAt: number): Promise<void> => sleep(Math.min(performance.now() - startedAt, restMsMax))
