import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Tx } from '../db/index.ts'
import { channel, notifyWork } from './claim.ts'
import { type Loop, type LoopOptions, startLoop } from './loop.ts'
import type { Work, WorkRow } from './work.ts'

export interface Workers {
  /** Begins to work on it at once. */
  add<Row extends WorkRow>(work: Work<Row>): void
  /** There is new work under this topic, or anywhere: look now. */
  wake(topic?: string): void
  /** The same for the workers of other processes, once the transaction is committed. An embedded database has no others. */
  notify(tx: Tx, topic: string): Promise<void>
  stop(): Promise<void>
}

const graceMs = 10_000

/** The workers of one process: one loop per kind of work, woken by notifications from any process, and by a moved clock. */
export async function startWorkers(options: Omit<LoopOptions, 'owner'>): Promise<Workers> {
  const owner = `${hostname()}:${process.pid}:${randomUUID()}`
  const loops: { readonly topic: string; readonly loop: Loop }[] = []

  function wake(topic = '') {
    for (const one of loops) if (topic === '' || one.topic === topic || one.topic.startsWith(`${topic}/`)) one.loop.wake()
  }

  const unlisten = await options.db.listen(channel, (payload) => {
    const [topic, from] = payload.split(' ')
    if (from !== owner) wake(topic)
  })
  options.clock.onMove(() => wake())
  return {
    add(work) {
      loops.push({ topic: work.topic ?? work.table, loop: startLoop(work, { ...options, owner }) })
    },
    wake,
    async notify(tx, topic) {
      if (options.db.engine === 'postgres') await notifyWork(tx, topic, owner)
    },
    async stop() {
      await Promise.all(loops.map(({ loop }) => loop.stop(graceMs)))
      await unlisten()
    },
  }
}
