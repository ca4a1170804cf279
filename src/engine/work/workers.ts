import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { channel } from './claim.ts'
import { type Loop, type LoopOptions, startLoop } from './loop.ts'
import type { Work, WorkRow } from './work.ts'

export interface Workers {
  /** Begins to work on it at once. */
  add<Row extends WorkRow>(work: Work<Row>): void
  /** New rows of this table, or of all: look now. */
  wake(table?: string): void
  stop(): Promise<void>
}

const graceMs = 10_000

/** The workers of one process: one loop per kind of work, woken by notifications from any process, and by a moved clock. */
export async function startWorkers(options: Omit<LoopOptions, 'owner'>): Promise<Workers> {
  const owner = `${hostname()}:${process.pid}:${randomUUID()}`
  const loops: { readonly table: string; readonly loop: Loop }[] = []

  function wake(table?: string) {
    for (const one of loops) if (!table || one.table === table) one.loop.wake()
  }

  const unlisten = await options.db.listen(channel, wake)
  options.clock.onMove(() => wake())
  return {
    add(work) {
      loops.push({ table: work.table, loop: startLoop(work, { ...options, owner }) })
    },
    wake,
    async stop() {
      await Promise.all(loops.map(({ loop }) => loop.stop(graceMs)))
      await unlisten()
    },
  }
}
