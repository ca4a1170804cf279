import { type Core, collect, type Module } from '../../module.ts'
import { version } from '../../version.ts'
import { erasureConsole } from './erasure/console.ts'
import type { ErasureContext } from './erasure/context.ts'
import { eraseWork } from './erasure/erase.ts'
import { sealedErasures } from './erasure/store.ts'
import { type Archive, openArchive } from './retention/archive/open.ts'
import { createArchiveId } from './retention/archive/store.ts'
import { retentionConsole } from './retention/console.ts'
import { openRetention, type RetentionContext } from './retention/context.ts'
import { showRetentionState } from './retention/metrics.ts'
import { removeOldData } from './retention/run.ts'

interface Opened {
  readonly archive: Archive | null
  readonly erasure: ErasureContext
  readonly retention: RetentionContext
}

interface Needed extends Core, Pick<ErasureContext, 'cancelScheduled'> {
  readonly requestLog: { write(): Promise<void> }
}

export const privacy = {
  name: 'privacy',
  async open({ ctx, modules, cancelScheduled, requestLog }: Needed): Promise<Opened> {
    const data = collect(modules, 'data')
    await createArchiveId(ctx.db)
    const archive = openArchive(
      ctx,
      ctx.config.archiveDirectory,
      data.flatMap((one) => one.archive ?? []),
      version,
    )
    const retention = openRetention(
      ctx,
      data.flatMap(({ rules }) => rules(ctx)),
      archive,
    )
    showRetentionState(ctx, retention.rules)
    const sources = data.flatMap((one) => one.person ?? [])
    const erasure = { ...ctx, data, sources, cancelScheduled, writeBuffers: requestLog.write, archive }
    return { archive, erasure, retention }
  },
  stop: ({ retention }: Opened) => retention.stop(),
  jobs: ({ erasure, retention }: Opened) => ({
    work: [eraseWork(erasure)],
    tasks: [
      { name: 'retention: remove old data', everySeconds: 3_600, run: (lease) => removeOldData(retention, lease) },
    ],
  }),
  routes({ archive, erasure, retention }: Opened, scope) {
    retentionConsole(scope, retention, archive)
    erasureConsole(scope, erasure)
  },
  sealed: sealedErasures,
  lastingKeys: ['erasure hash'],
} satisfies Module
