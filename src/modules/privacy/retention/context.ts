import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import type { RetentionRule } from '../../table-data/index.ts'
import type { Archive } from './archive/open.ts'
import { createRetentionMetrics, type RetentionMetrics } from './metrics.ts'

export interface RetentionContext extends Pick<Context, 'config' | 'db' | 'clock' | 'log'> {
  readonly rules: readonly RetentionRule[]
  /** Null if nothing is archived. */
  readonly archive: Pick<Archive, 'archiveUntil'> | null
  /** Waits; returns early when the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** A run ends after this time and is continued at once, so that the task never looks overdue. */
  readonly runMsMax: number
  /** Aborted when the program stops, so that a run ends after its current step. */
  readonly stopping: AbortSignal
  stop(): void
  readonly retentionMetrics: RetentionMetrics
}

export function openRetention(
  ctx: Context,
  rules: readonly RetentionRule[],
  archive: RetentionContext['archive'],
): RetentionContext {
  const stopping = new AbortController()
  return {
    ...ctx,
    rules,
    archive,
    pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
    runMsMax: 120_000,
    stopping: stopping.signal,
    stop: () => stopping.abort(),
    retentionMetrics: createRetentionMetrics(ctx.metrics, rules),
  }
}
